import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.sample_sessions import CODING, CODING_LEDGER, ROLE_PLAY, agent, user
from foldline.core.extractive import Material, contained, short_summary, summarise, summarise_prefix
from foldline.core.facts import Failure, Ledger, Quote, Rule
from foldline.core.messages import (
    ImagePart,
    Message,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.core.note.phrases import CHINESE, ENGLISH, Phrases
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Section, Template, heading, load
from foldline.core.session import Item

HANDOFF = load("handoff", "en")


def count(text: str) -> int:
    return (len(text) + 3) // 4


def note(items=CODING, *, template=HANDOFF, max_tokens=2000, ledger=CODING_LEDGER, **more):
    return summarise(Material(tuple(items), template, ledger=ledger, **more), max_tokens=max_tokens, count=count)


def with_sections(*sections: Section) -> Template:
    return Template(profile="handoff", language="en", sections=sections)


def test_a_coding_session_reads_as_a_hand_over_note():
    assert note() == (
        "## Goal\n"
        "The work began with: “The invoice importer drops rows when a CSV uses CRLF. Please find out why and fix it.”\n"
        "The open request stands word for word under “Critical Context”.\n\n"
        "## Constraints & Preferences\n"
        "- The user's rules stand word for word at the end of this summary (1): follow every one.\n\n"
        "## Progress\n"
        "### Done\n"
        "- [x] The importer now reads files with `csv.reader`, so CRLF and quoted line breaks survive.\n"
        "  - commit 4be91d7 “Read CRLF files in the importer”\n\n"
        "### In Progress\n"
        "- [ ] The open request is begun, not finished.\n"
        "  - Last step: “Now the flag has to reach the reader”\n"
        "  - Edited so far: `src/billing/cli.py`\n"
        "- [ ] Add --strict to the command\n\n"
        "### Blocked\n"
        "- `pytest -q tests/billing`: TypeError: main() missing 1 required positional argument\n\n"
        "## Key Decisions\n"
        "- **I chose `csv.reader` instead of `splitlines()`**: because quoted fields may hold line breaks.\n\n"
        "## Next Steps\n"
        "1. Answer the open request.\n"
        "2. On the task list: Document --strict\n"
        "3. Named as left, to be done only when the user asks for it:\n"
        "  - Stream files above 50 MB\n"
        "  - Report the number of skipped rows\n\n"
        "## Critical Context\n"
        "- Repository: branch `fix-import`, last commit 4be91d7 “Read CRLF files in the importer”, "
        "changed since: `src/billing/cli.py`\n"
        "- Last run of `pytest -q tests/billing`: failed, “1 failed, 2 passed in 0.40s”\n"
        "- Open request, word for word:\n\n"
        "no, don't stream. add a --strict flag to the command instead that stops at the first bad row\n\n"
        "## Additional Notes\n"
        "- Note that files in UTF-16 are still rejected."
    )


def test_a_role_play_is_told_in_its_own_language_and_form():
    template = load("conversation", "zh")
    text = note(ROLE_PLAY, template=template, ledger=Ledger())
    assert text.startswith(template.opening)
    assert text.endswith(template.closing)
    assert list(parse_sections(text, template).sections) == [section.id for section in template.sections]
    for fact in ("林秋", "铜钥匙", "铁箱", "雾夜", "沈默"):
        assert fact in text


@pytest.mark.parametrize("profile", ["handoff", "conversation"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_section_has_its_heading_once_and_in_order(profile, language):
    template = load(profile, language)
    parsed = parse_sections(note(template=template), template)
    assert parsed.found == tuple(section.id for section in template.sections)
    assert all(parsed.sections.values())


def test_a_section_that_is_off_is_left_out_and_a_renamed_one_carries_its_title():
    text = note(template=with_sections(Section("goal", "What for"), Section("decisions", "Choices")))
    assert re.findall(r"(?m)^## .*", text) == ["## What for", "## Choices"]


def test_a_section_of_which_only_the_heading_is_wanted_has_only_that():
    assert note(template=with_sections(Section("goal", "Goal", header_only=True))) == "## Goal"


def test_a_section_of_the_users_own_is_filled_by_its_subject():
    own = Section("own", "Line breaks", "Say what is known of CRLF and line breaks.", custom=True)
    text = note(template=with_sections(own))
    assert "CRLF" in text
    assert "bare line feed" in text or "quoted fields may hold line breaks" in text


def test_a_section_with_nothing_to_say_is_left_out():
    own = Section("own", "Weather", "Rain and sunshine.", custom=True)
    assert "Weather" not in note(template=with_sections(Section("goal", "Goal"), own))
    assert note(template=with_sections(own)) == ""


def test_what_stood_in_a_section_of_the_users_own_is_carried_on():
    own = with_sections(Section("own", "Weather", "Rain.", custom=True))
    assert note(template=own, previous="## Weather\n- It rains in Kiel.") == "## Weather\n- It rains in Kiel."


def test_a_section_no_profile_knows_is_filled_by_its_subject_too():
    assert "CRLF" in note(template=with_sections(Section("strange", "CRLF files", "")))


def test_no_section_at_all_gives_no_note():
    assert note(template=with_sections()) == ""


def test_the_open_request_stands_exactly_and_once():
    text = note()
    assert text.count(CODING_LEDGER.open_request.text) == 1
    assert CODING_LEDGER.open_request.text not in note(critical_open_request=False, upcoming=(user("x", "next"),))


def test_an_open_request_of_several_lines_stands_exactly_even_with_a_fence_left_open():
    request = "please run\n\n```sh\nmake all\n## Not a heading"
    ledger = Ledger(open_request=Quote(request, "u9"))
    text = note(ledger=ledger)
    assert "please run\n\n```sh\nmake all\n> ## Not a heading\n```" in text
    order = [section.id for section in HANDOFF.sections]
    found = parse_sections(text, HANDOFF).found
    assert list(found) == [name for name in order if name in found]
    assert "critical_context" in found
    assert parse_sections(text, HANDOFF).unknown == ()


def test_a_question_of_the_agent_is_no_order():
    ledger = Ledger(open_request=Quote("Should I stream large files next?", "a4"))
    text = note(CODING[:11], ledger=ledger)
    assert ENGLISH.open_question in text
    assert "1. " + ENGLISH.wait_for_answer in text


def test_words_that_end_nothing_are_contained_as_they_are():
    assert contained(" a\nb ", HANDOFF) == "a\nb"


def test_an_old_request_is_history_not_an_order():
    text = note(CODING[:11], ledger=Ledger())
    assert text.count("drops rows when a CSV uses CRLF") == 1
    steps = parse_sections(text, HANDOFF).sections["next_steps"]
    assert "commit" not in steps
    assert "CRLF" not in steps


def test_an_update_moves_finished_work_to_done_and_drops_what_is_stale():
    first = note()
    later = (agent("a7", "The `--strict` flag stops at the first bad row now."), user("u3", "thanks! what is left?"))
    second = note(later, previous=first, critical_open_request=False, ledger=Ledger(rules=CODING_LEDGER.rules))
    done = parse_sections(second, HANDOFF).sections["progress"].partition("### In Progress")[0]
    assert "reads files with `csv.reader`" in done
    assert "The `--strict` flag stops at the first bad row now." in done
    assert "Last step" not in second
    assert "TypeError" not in second
    assert second.count("## Goal") == 1
    assert "fix-import" in second


def test_ten_rounds_keep_every_finished_item_and_the_budget():
    text = ""
    for number in range(10):
        items = (
            user(f"u{number}", f"please move module{number}"),
            agent(f"a{number}", f"I moved module{number} to core{number}."),
        )
        text = note(items, previous=text, ledger=Ledger())
    for number in range(10):
        assert f"I moved module{number} to core{number}." in text
    assert count(text) <= 2000


def test_ten_rounds_under_a_tight_budget_count_what_they_no_longer_list():
    text = ""
    for number in range(10):
        items = (
            user(f"u{number}", f"please move module{number}"),
            agent(f"a{number}", f"I moved module{number} to core{number}."),
        )
        text = note(items, previous=text, ledger=Ledger(), max_tokens=100)
        assert count(text) <= 100
    listed = text.count("- [x] ") - 1
    earlier = int(re.search(r"(\d+) earlier items", text)[1])
    assert listed + earlier == 10
    assert "module9" in text


def test_an_earlier_note_is_not_nested():
    text = note(ROLE_PLAY, previous=note(), ledger=Ledger())
    assert text.count("## Goal") == 1
    assert "### Done" in text
    assert text.count("### Done") == 1


WORDS = (
    "fix", "the parser", "Done.", "`src/a.py`", "src/app/main.ts", "add_flag", "CRLF", "Next steps:", "- [x]",
    "## Goal", "```", "<summary>", "</summary>", "~~~", "1. ", "option 2", "because,", "instead of", "let's use",
    "[main abc1234]", "Commit", "请修复", "解析器。", "因为", "不要", "**bold**", "| a |", "\n", "\n\n", "?", "!",
    "3 passed in 2s", "error:", "“", "”", "'", '"', "x=1;", "{}", "HTTP2", "v1.2.3", "…", "␐3c;", "- ", "* ", "no,",
    "I've moved it", "now",
)  # fmt: skip
texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
todos = st.lists(
    st.fixed_dictionaries({"content": texts, "status": st.sampled_from(["completed", "pending", "x"])}), max_size=3
)
arguments = st.one_of(
    texts,
    st.dictionaries(
        st.sampled_from(["path", "command", "todos", "plan", "patch", "q"]),
        st.one_of(texts, todos, st.lists(texts, max_size=3), st.integers(), st.none()),
        max_size=3,
    ),
)
tools = st.sampled_from(
    ["bash", "shell", "edit", "write", "read", "TodoWrite", "apply_patch", "send_mail", "ExitPlanMode", ""]
)
ids = st.sampled_from("abcd")
parts = st.one_of(
    texts.map(TextPart),
    st.builds(ToolCallPart, ids, tools, arguments),
    st.builds(
        ToolResultPart,
        ids,
        texts.map(lambda text: (TextPart(text),)),
        is_error=st.sampled_from([None, True, False]),
        exit_code=st.sampled_from([None, 0, 1]),
    ),
    st.sampled_from([ReasoningPart("hm"), ImagePart(), OpaquePart("k", "{}")]),
)
messages = st.builds(
    Message,
    st.sampled_from(["system", "developer", "user", "assistant", "tool"]),
    st.lists(parts, max_size=3).map(tuple),
    source=st.sampled_from(["human", "agent", "tool", "client", "summary"]),
    speaker=st.sampled_from(["", "Ann"]),
    stop_reason=st.sampled_from(["", "stop", "aborted", "tool_use"]),
)
conversations = st.lists(messages, max_size=10).map(
    lambda found: tuple(Item(str(number), message) for number, message in enumerate(found))
)
templates = st.sampled_from(
    [load(profile, language) for profile in ("handoff", "conversation") for language in ("en", "zh")]
)
ledgers = texts.map(
    lambda text: Ledger(
        rules=(Rule("r", "never push", "1"),),
        open_request=Quote(text, "1") if text else None,
        errors=(Failure("boom", "bash", "make", "0"),),
    )
)
materials = st.builds(Material, conversations, templates, texts, conversations, ledgers, st.booleans())
FRAMES = " ".join(getattr(frames, name) for frames in (ENGLISH, CHINESE) for name in Phrases.__struct_fields__)


def everything(material: Material) -> str:
    """All text a note may quote: the session, the ledger, the earlier note, the frames."""
    said = [
        json.dumps([part.arguments], ensure_ascii=False) + f" {part.arguments} {part.name}"
        if isinstance(part, ToolCallPart)
        else part.text
        for item in (*material.items, *material.upcoming)
        for part in item.message.parts
        if isinstance(part, TextPart | ToolCallPart | ToolResultPart)
    ]
    template = material.template
    titles = [heading(section, template) + " ".join(section.subheadings) for section in template.sections]
    request = material.ledger.open_request.text if material.ledger.open_request else ""
    return " ".join(" ".join((*said, material.previous, request, FRAMES, *titles, "never push boom make Ann")).split())


@settings(max_examples=60, deadline=None)
@given(materials, st.integers(0, 600))
def test_any_conversation_gives_the_same_note_within_its_budget(material, budget):
    for write in (summarise, summarise_prefix):
        text = write(material, max_tokens=budget, count=count)
        assert count(text) <= budget
        assert write(material, max_tokens=budget, count=count) == text
    short_summary(material.items, material.ledger, language=material.template.language)


@settings(max_examples=60, deadline=None)
@given(materials)
def test_every_name_in_a_note_stands_in_the_session(material):
    text = summarise(material, max_tokens=800, count=count)
    source = everything(material)
    names = [name for name in re.findall(r"[\w./-]*\w", text) if re.search(r"[A-Za-z]", name)]
    invented = [name for name in names if re.search(r"[_./\d-]|[a-z][A-Z]", name) and name not in source]
    assert invented == []


@settings(max_examples=40, deadline=None)
@given(
    conversations,
    st.lists(st.from_regex(r"moved part[0-9]{2} to core", fullmatch=True), min_size=1, max_size=5, unique=True),
)
def test_done_never_loses_an_item_of_the_earlier_note(items, finished):
    previous = "## Progress\n### Done\n" + "\n".join(f"- [x] {text}" for text in finished)
    text = note(items, previous=previous, ledger=Ledger(), max_tokens=100_000)
    done = parse_sections(text, HANDOFF).sections["progress"]
    assert all(item in done for item in finished)


@settings(max_examples=40, deadline=None)
@given(conversations)
def test_a_note_of_a_note_is_no_longer_than_its_parts(items):
    first = note(items, ledger=Ledger(), max_tokens=100_000)
    second = note((), previous=first, ledger=Ledger(), max_tokens=100_000)
    assert count(second) <= count(first) + 40


def test_a_subject_already_told_is_not_told_again():
    own = Section("own", "Streaming", "Stream large files.", custom=True)
    text = note(template=with_sections(Section("next_steps", "Next"), own))
    assert text.count("Stream files above 50 MB") == 1
