import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.profiles.overrides import CustomSection, SectionOverride, resolve
from foldline.core.profiles.summary_text import TURN_CONTEXT, SummaryText, parse_sections
from foldline.core.profiles.templates import LANGUAGES, PROFILES, Language, heading, load

HANDOFF = load("handoff", "en")
CHAT = load("conversation", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_whole_summary_comes_apart_by_id(profile: str, language: Language) -> None:
    template = load(profile, language)
    blocks = [f"{heading(one, template)}\nText of {one.id}.\n\nMore." for one in template.sections]
    summary = "\n\n".join(part for part in (template.opening, *blocks, template.closing) if part)
    parsed = parse_sections(summary, template)
    assert parsed.sections == {one.id: f"Text of {one.id}.\n\nMore." for one in template.sections}
    assert parsed.found == tuple(one.id for one in template.sections)
    assert (parsed.lead, parsed.rest, parsed.unknown, parsed.turn_context) == ("", "", (), "")


def test_sections_go_by_the_headings_in_force() -> None:
    template = resolve(
        HANDOFF,
        [SectionOverride("goal", title="Aim: what?"), SectionOverride("notes", enabled=False)],
        [CustomSection("mood", "## Goal")],
    )
    parsed = parse_sections("## Aim: what?\nA\n\n## ## Goal\nB\n\n## Additional Notes\nC", template)
    assert parsed.sections == {"goal": "A", "mood": "B\n\n## Additional Notes\nC"}
    assert parsed.unknown == ("## Additional Notes",)


def test_a_missing_section_is_absent_and_an_empty_one_is_empty() -> None:
    assert parse_sections("## Goal\n\n## Next Steps\n1. Go", HANDOFF).sections == {"goal": "", "next_steps": "1. Go"}


def test_subheadings_stay_in_their_section() -> None:
    parsed = parse_sections("## Progress\n### Done\n- [x] a\n### Blocked\n- b", HANDOFF)
    assert parsed.sections == {"progress": "### Done\n- [x] a\n### Blocked\n- b"}


@pytest.mark.parametrize(
    "line", ["## Goal:", "**## Goal**", "  ## Goal  ", "##  Goal", "## Goal：", "**## Goal:**", "## Goal **"]
)
def test_decoration_of_a_heading_does_not_hide_it(line: str) -> None:
    assert parse_sections(f"{line}\nA", HANDOFF).sections == {"goal": "A"}


def test_a_heading_that_comes_twice_continues_its_section() -> None:
    parsed = parse_sections("## Goal\nA\n## Next Steps\nB\n## Goal\nC", HANDOFF)
    assert parsed.sections == {"goal": "A\nC", "next_steps": "B"}
    assert parsed.found == ("goal", "next_steps", "goal")


def test_sections_with_one_title_are_told_by_their_order() -> None:
    template = resolve(HANDOFF, [SectionOverride("constraints", title="Goal")])
    parsed = parse_sections("## Goal\nA\n## Goal\nB\n## Goal\nC", template)
    assert parsed.sections == {"goal": "A", "constraints": "B\nC"}


@pytest.mark.parametrize("mark", ["```", "~~~", "````"])
def test_a_heading_inside_a_code_fence_is_text(mark: str) -> None:
    parsed = parse_sections(f"## Goal\n{mark}md\n## Next Steps\n{mark}\n## Progress\nB", HANDOFF)
    assert parsed.sections == {"goal": f"{mark}md\n## Next Steps\n{mark}", "progress": "B"}


def test_a_fence_that_is_never_closed_hides_nothing() -> None:
    assert parse_sections("## Goal\n```\nA\n## Progress\nB", HANDOFF).sections == {"goal": "```\nA", "progress": "B"}


def test_a_shorter_fence_does_not_close_a_longer_one() -> None:
    parsed = parse_sections("## Goal\n````\n```\n## Progress\n```\n````\nA", HANDOFF)
    assert list(parsed.sections) == ["goal"]


def test_what_stands_before_and_after_the_sections_is_kept_apart() -> None:
    summary = f"Here it is.\n{CHAT.opening}\n\n[Core Task Status]\nA\n\n{CHAT.closing}\n\nDialogue review:\n- user: hi"
    parsed = parse_sections(summary, CHAT)
    assert parsed == SummaryText(
        {"core_task": "A"}, ("core_task",), lead="Here it is.", rest="Dialogue review:\n- user: hi"
    )


def test_a_closing_line_of_another_length_closes_too() -> None:
    assert parse_sections("[Core Task Status]\nA\n============\nB", CHAT).rest == "B"
    assert parse_sections("[Core Task Status]\nA\n====\nB", CHAT).sections == {"core_task": "A\n====\nB"}


def test_a_row_of_signs_before_any_section_is_text() -> None:
    assert parse_sections(f"{CHAT.closing}\n[Core Task Status]\nA", CHAT).lead == CHAT.closing


def test_a_split_turn_is_outside_all_sections() -> None:
    parsed = parse_sections(f"## Goal\nA{TURN_CONTEXT}## Original Request\nB", HANDOFF)
    assert parsed.sections == {"goal": "A"}
    assert parsed.turn_context == "## Original Request\nB"


def test_a_split_turn_may_follow_no_history_at_all() -> None:
    parsed = parse_sections(f"No prior history.{TURN_CONTEXT}B", HANDOFF)
    assert (parsed.lead, parsed.sections, parsed.turn_context) == ("No prior history.", {}, "B")


def test_a_mark_in_the_middle_of_the_sections_is_text() -> None:
    parsed = parse_sections(f"## Goal\nA{TURN_CONTEXT}x\n\n## Next Steps\nB{TURN_CONTEXT}C", HANDOFF)
    assert list(parsed.sections) == ["goal", "next_steps"]
    assert parsed.turn_context == "C"


def test_the_last_mark_counts_where_a_section_is_called_like_one_of_a_split_turn() -> None:
    template = resolve(HANDOFF, custom=[CustomSection("early", "Early Progress")])
    parsed = parse_sections(f"## Goal\nA{TURN_CONTEXT}## Early Progress\nB", template)
    assert (parsed.sections, parsed.turn_context) == ({"goal": "A"}, "## Early Progress\nB")


@pytest.mark.parametrize("text", ["", "  \n", "Only words."])
def test_a_text_without_sections_is_all_lead(text: str) -> None:
    assert parse_sections(text, HANDOFF) == SummaryText({}, lead=text.strip())


LINES = st.lists(
    st.sampled_from(["## Goal", "## Other", "words", "", "```", "### Done", "===========", "---"]), max_size=12
)


@given(LINES)
def test_no_line_of_a_summary_is_lost(lines: list[str]) -> None:
    parsed = parse_sections("\n".join(lines), HANDOFF)
    parts = "\n".join((parsed.lead, *parsed.sections.values(), parsed.rest, parsed.turn_context)).split("\n")
    left = [line for line in parts if line] + ["## Goal"] * len(parsed.found)
    assert sorted(left) == sorted(line for line in lines if line)
