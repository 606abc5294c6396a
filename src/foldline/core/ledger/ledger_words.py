"""The words of a ledger in English and Chinese: its note, its headings, the lines for what was left out."""

import re
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

Part: TypeAlias = Literal[
    "modified", "read", "errors", "resolved", "values_user", "values", "superseded", "said", "instructions",
    "dropped", "ids", "taken_back", "request", "open_request", "both_requests", "rules",
]  # fmt: skip
Language: TypeAlias = Literal["en", "zh"]

NOTES: dict[Language, str] = {
    "en": (
        "Copied word for word from the original conversation; [..] names the entry. Where the summary above differs, "
        "this holds. Where later messages differ, they hold."
    ),
    "zh": (
        "以下内容逐字摘自原始对话，[..] 为条目编号。与上文摘要不一致时以此为准；与之后的消息不一致时以之后的消息为准。"
    ),
}

HEADINGS: dict[Language, dict[Part, str]] = {
    "en": {
        "modified": "Files changed",
        "read": "Files only read",
        "errors": "Unresolved errors",
        "resolved": "Resolved errors",
        "values_user": "Exact values the user gave",
        "values": "Exact values from the work",
        "superseded": "Values no longer current: do not use them",
        "said": "What the user said, newest first",
        "instructions": "Instruction files",
        "dropped": "Left out here",
        "ids": "Entry ids",
        "taken_back": "Rules the user took back: no longer binding",
        "request": "Newest request",
        "open_request": "Open request, not answered yet",
        "both_requests": "Newest request, not answered yet",
        "rules": "Rules the user set: follow every one (newest last)",
    },
    "zh": {
        "modified": "修改过的文件",
        "read": "只读过的文件",
        "errors": "未解决的错误",
        "resolved": "已解决的错误",
        "values_user": "用户给出的确切值",
        "values": "工作中的确切值",
        "superseded": "已失效的值：不要再使用",
        "said": "用户说过的话，最新的在前",
        "instructions": "指令文件",
        "dropped": "此处省略",
        "ids": "条目编号",
        "taken_back": "用户已收回的规则：不再有效",
        "request": "最新的请求",
        "open_request": "尚未答复的请求",
        "both_requests": "最新的请求，尚未答复",
        "rules": "用户定下的规则：必须逐条遵守（最新的在后）",
    },
}

MARKS: dict[Language, dict[str, str]] = {
    "en": {"was": "was ", "deleted": "deleted", "pinned": "pinned", "user": "user"},
    "zh": {"was": "原为 ", "deleted": "已删除", "pinned": "置顶", "user": "用户"},
}
"""Words inside a line."""


DROPPABLE: tuple[Part, ...] = (
    "request", "errors", "read", "said", "instructions", "values", "superseded", "taken_back", "resolved",
)  # fmt: skip
"""Parts of which something may be left out."""


class Omission(NamedTuple):
    """One class of facts that gave way, and where its originals are."""

    part: Part
    number: int
    first_id: str = ""
    """Oldest of the entries."""
    last_id: str = ""


def omission_line(omission: Omission, language: Language) -> str:
    """The line for what was left out.

    >>> omission_line(Omission("said", 3, "m1", "m9"), "en")
    'What the user said: 3 more, in the original (ids m1 to m9)'
    """
    part, number, first, last = omission
    name = _short_heading(part, language)
    if language == "zh":
        ids = f"（编号 {first}）" if first == last else f"（编号 {first} 至 {last}）"
        return f"{name}：另有 {number} 条，见原文{ids if first else ''}"
    ids = f" (id {first})" if first == last else f" (ids {first} to {last})"
    return f"{name}: {number} more, in the original{ids if first else ''}"


def read_omission(line: str) -> Omission | None:
    """What such a line says, in either language.

    >>> read_omission("Files only read: 12 more, in the original")
    Omission(part='read', number=12, first_id='', last_id='')
    """
    for pattern in _omission_patterns():
        if found := pattern.fullmatch(line):
            part = _parts_by_heading()[found["name"]]
            first = found["one"] or found["first"] or ""
            return Omission(part, int(found["number"]), first, found["one"] or found["last"] or "")
    return None


def _short_heading(part: Part, language: Language) -> str:
    return re.split(r"[:,，：]", HEADINGS[language][part])[0]


@cache
def _parts_by_heading() -> dict[str, Part]:
    return {_short_heading(part, language): part for language in HEADINGS for part in DROPPABLE}


@cache
def _omission_patterns() -> tuple[re.Pattern[str], ...]:
    names = "|".join(map(re.escape, sorted(_parts_by_heading(), key=len, reverse=True)))
    english = r"(?: \((?:id (?P<one>.+)|ids (?P<first>.+?) to (?P<last>.+))\))?"
    chinese = r"(?:（编号 (?:(?P<first>.+?) 至 (?P<last>.+)|(?P<one>.+))）)?"
    return (
        re.compile(rf"(?P<name>{names}): (?P<number>\d+) more, in the original{english}", re.DOTALL),
        re.compile(rf"(?P<name>{names})：另有 (?P<number>\d+) 条，见原文{chinese}", re.DOTALL),
    )
