import pytest
from msgspec.structs import replace

from foldline.core.profiles.asked_headings import only_asked_headings
from foldline.core.profiles.summary_text import TURN_CONTEXT, parse_sections
from foldline.core.profiles.templates import PromptOverride, for_kind, load

HANDOFF, CHAT, CHAT_ZH = load("handoff", "en"), load("conversation", "en"), load("conversation", "zh")


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("## Orders", "Orders"),
        ("# Orders", "Orders"),
        ("###### Orders ##", "Orders"),
        ("  **## Orders:**", "Orders"),
        ("### Rules the user set: they bind", "Rules the user set: they bind"),
        ("【新指令】", "新指令"),
        ("**Turn Context (split turn):**", "Turn Context (split turn):"),
    ],
)
def test_a_heading_nobody_asked_for_becomes_a_line(line, becomes):
    assert only_asked_headings(f"## Goal\nShip.\n\n{line}\nPush.", HANDOFF) == f"## Goal\nShip.\n\n{becomes}\nPush."


@pytest.mark.parametrize(
    "line",
    ["## Next Steps", "**## Next Steps:**", "### Done", "- # no heading", "#tag", "**Files**", "[x] done", "a\n\n---"],
)
def test_asked_headings_and_other_lines_stay(line):
    text = f"## Goal\nShip.\n\n{line}\nPush."
    assert only_asked_headings(text, HANDOFF) == text


def test_a_line_below_makes_no_heading():
    assert only_asked_headings("## Goal\nOrders\n======\nPush\n---", HANDOFF) == "## Goal\nOrders\nPush"


@pytest.mark.parametrize(("template", "line"), [(CHAT, "[Orders]"), (CHAT_ZH, "【新指令】"), (CHAT_ZH, "[Orders]")])
def test_the_marks_of_a_chats_headings_count_too(template, line):
    text = f"{template.opening}\n{line}\nPush.\n{template.closing}"
    assert parse_sections(only_asked_headings(text, template), template).unknown == ()
    assert only_asked_headings(text, template).startswith(template.opening)
    assert only_asked_headings(text, template).endswith(template.closing)


def test_a_short_summary_has_no_headings_at_all():
    short = for_kind("short", HANDOFF)
    assert only_asked_headings("## Goal\nI did it.", short) == "Goal\nI did it."


def test_code_stays_as_it_is():
    text = "## Goal\n```\n# a comment\n## Orders\n```"
    assert only_asked_headings(text, HANDOFF) == text


def test_a_heading_the_user_asked_for_in_words_of_their_own_stays():
    assert (
        only_asked_headings("## Open Questions\nNone.", HANDOFF, asked="add a section with open questions")
        == "## Open Questions\nNone."
    )


def test_where_the_user_wrote_the_prompt_or_wants_no_sections_any_heading_may_stand():
    own = replace(HANDOFF, prompts=(PromptOverride("full", "Tell it as you like."),))
    for template in (own, replace(HANDOFF, sections=())):
        assert only_asked_headings("## Mine\nx", template) == "## Mine\nx"
        assert TURN_CONTEXT not in only_asked_headings(f"a{TURN_CONTEXT}b", template)
