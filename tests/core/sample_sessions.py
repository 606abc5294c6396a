"""Two invented conversations: a coding session in English and a role play in Chinese."""

from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule
from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item


def user(entry_id: str, text: str, speaker: str = "") -> Item:
    return Item(entry_id, Message("user", (TextPart(text),), source="human", speaker=speaker))


def agent(entry_id: str, text: str = "", *calls: ToolCallPart, speaker: str = "") -> Item:
    parts = (*((TextPart(text),) if text else ()), *calls)
    return Item(entry_id, Message("assistant", parts, source="agent", speaker=speaker))


def call(call_id: str, name: str, **arguments: object) -> ToolCallPart:
    return ToolCallPart(call_id, name, arguments)


def result(entry_id: str, call_id: str, text: str, *, exit_code: int | None = None) -> Item:
    part = ToolResultPart(call_id, (TextPart(text),), is_error=bool(exit_code), exit_code=exit_code)
    return Item(entry_id, Message("tool", (part,), source="tool"))


CODING = (
    user(
        "u1",
        "The invoice importer drops rows when a CSV uses CRLF. Please find out why and fix it. Never touch the schema.",
    ),
    agent("a1", "Let me look at the parser first.", call("c1", "read", path="src/billing/importer.py")),
    result("r1", "c1", "def rows(text):\n    return text.split('\\n')\n"),
    agent(
        "a2",
        "The parser splits on a bare line feed, so a carriage return stays in the last column and the row is rejected.",
        call("c2", "edit", path="src/billing/importer.py", old="split('\\n')", new="splitlines()"),
        call("c3", "bash", command="cd /srv/shop && pytest -q tests/billing 2>&1 | tail -5"),
    ),
    result("r2", "c2", "ok"),
    result(
        "r3", "c3", "F..\nFAILED tests/billing/test_importer.py::test_quotes\n1 failed, 2 passed in 0.41s", exit_code=1
    ),
    agent(
        "a3",
        "",
        call("c4", "edit", path="src/billing/importer.py", old="splitlines()", new="csv.reader"),
        call("c5", "bash", command="cd /srv/shop && pytest -q tests/billing 2>&1 | tail -5"),
        call("c6", "bash", command="cd /srv/shop && git add -A && git commit -m 'Read CRLF files in the importer'"),
    ),
    result("r4", "c4", "ok"),
    result("r5", "c5", "...\n3 passed in 0.38s", exit_code=0),
    result("r6", "c6", "[fix-import 4be91d7] Read CRLF files in the importer\n 1 file changed", exit_code=0),
    agent(
        "a4",
        "Fixed. The importer now reads files with `csv.reader`, so CRLF and quoted line breaks survive.\n\n"
        "I chose `csv.reader` instead of `splitlines()` because quoted fields may hold line breaks. "
        "Note that files in UTF-16 are still rejected.\n\n"
        "Remaining:\n- Stream files above 50 MB\n- Report the number of skipped rows\n\n"
        "Should I stream large files next?",
    ),
    user("u2", "no, don't stream. add a --strict flag to the command instead that stops at the first bad row"),
    agent(
        "a5",
        "I'll add the flag to the command.",
        call(
            "c7",
            "TodoWrite",
            todos=[
                {"content": "Add --strict to the command", "status": "in_progress"},
                {"content": "Document --strict", "status": "pending"},
            ],
        ),
        call("c8", "edit", path="src/billing/cli.py", old="def main():", new="def main(strict):"),
    ),
    result("r7", "c7", "ok"),
    result("r8", "c8", "ok"),
    agent(
        "a6",
        "Now the flag has to reach the reader:",
        call("c9", "bash", command="cd /srv/shop && pytest -q tests/billing"),
    ),
    result(
        "r9",
        "c9",
        "E   TypeError: main() missing 1 required positional argument\n1 failed, 2 passed in 0.40s",
        exit_code=1,
    ),
)
"""Stops in the middle of the second request."""

CODING_LEDGER = Ledger(
    rules=(Rule("r-1", "Never touch the schema.", "u1"),),
    request=Quote(CODING[11].message.text, "u2"),
    open_request=Quote(CODING[11].message.text, "u2"),
    files=FileOps(modified=("src/billing/importer.py", "src/billing/cli.py")),
    errors=(
        Failure("TypeError: main() missing 1 required positional argument", "bash", "pytest -q tests/billing", "r9"),
    ),
)

ROLE_PLAY = (
    user("u1", "请扮演雾港城的灯塔看守人沈默，说话简短。我是刚到港口的记者林夏。"),
    agent("a1", "（沈默抬起头）这么晚了，你不该上来。", speaker="沈默"),
    user("u2", "我妹妹三年前在这座灯塔附近失踪了，她叫林秋。你见过她吗？"),
    agent("a2", "我见过她。她把一把铜钥匙交给我，说总有一天姐姐会来取。", speaker="沈默"),
    user("u3", "那把钥匙现在在哪里？"),
    agent("a3", "在灯塔地下室的铁箱里。我答应过她，只在下一个雾夜打开它。", speaker="沈默"),
    user("u4", "好，我答应你，雾夜之前我不会告诉任何人。"),
    agent("a4", "那就约定了，星期五晚上十点，一个人来。", speaker="沈默"),
)
