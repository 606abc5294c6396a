from foldline.core.note.earlier_note import Entry, is_momentary, read
from foldline.core.note.phrases import CHINESE, ENGLISH
from foldline.core.profiles.summary_text import TURN_CONTEXT
from foldline.core.profiles.templates import load

HANDOFF = load("handoff", "en")


def entry(text: str, *details: str) -> Entry:
    return Entry(text, list(details))


def test_nothing_gives_nothing():
    assert read("  \n", HANDOFF).sections == {}


def test_finished_and_begun_items_are_told_apart_by_their_boxes():
    found = read("## Progress\n### Done\n- [x] Moved it\n  - in two steps\n### In Progress\n- [ ] Rename it", HANDOFF)
    assert found.entries("done") == [entry("Moved it", "in two steps")]
    assert found.entries("doing") == [entry("Rename it")]


def test_what_blocked_then_is_left_behind():
    found = read("## Progress\n### Blocked\n- `make`: no rule", HANDOFF)
    assert found.entries("done") == found.entries("doing") == found.entries("progress") == []


def test_next_steps_are_what_was_left():
    assert read("## Next Steps\n1. Tag the release", HANDOFF).entries("left") == [entry("Tag the release")]


def test_a_list_of_remaining_work_is_carried_with_its_items():
    text = (
        f"## Next Steps\n1. {ENGLISH.wait}\n2. {ENGLISH.remaining}\n  - Tag it\n3. {ENGLISH.listed.format('Ship it')}"
    )
    assert read(text, HANDOFF).entries("left") == [entry("", "Tag it"), entry("Ship it")]


def test_items_no_longer_listed_are_counted():
    for frames, template in ((ENGLISH, HANDOFF), (CHINESE, load("handoff", "zh"))):
        title = next(section.title for section in template.sections if section.id == "progress")
        assert read(f"## {title}\n- [x] {frames.earlier.format(12)}", template).earlier_items == 12


def test_the_request_that_was_being_worked_on_is_known():
    found = read(f"## Goal\n{ENGLISH.began.format('a')}\n{ENGLISH.current.format('move it')}", HANDOFF)
    assert found.current == "move it"
    assert found.entries("goal") == [entry("The work began with: “a”")]


def test_an_open_request_is_the_one_being_worked_on():
    request = f"- {ENGLISH.open_request}\n\nplease move it\nto core"
    text = f"## Critical Context\n- port 8080\n{request}\n\n## Additional Notes\n- x"
    found = read(text, HANDOFF)
    assert found.current == "please move it to core"
    assert found.entries("critical_context") == [entry("port 8080")]
    assert found.entries("notes") == [entry("x")]


def test_an_open_question_of_the_agent_is_no_request():
    assert read(f"## Critical Context\n- {ENGLISH.open_question}\n\nwhich port?", HANDOFF).current == ""


def test_work_that_went_on_tells_the_request_it_was_for():
    line = ENGLISH.at_work + ENGLISH.asked.format("move it")
    found = read(f"## Progress\n- [ ] {line}\n  - {ENGLISH.last_step.format('x')}\n- [ ] Rename it", HANDOFF)
    assert found.current == "move it"
    assert found.entries("doing") == [entry("Rename it")]


def test_the_last_state_is_noted():
    text = (
        f"## Critical Context\n- {ENGLISH.repository.format('branch `x`, clean')}\n"
        f"- {ENGLISH.tests.format('pytest -q', 'passed, “3 passed”')}\n- {ENGLISH.commands.format('`make`')}\n  - gone"
    )
    found = read(text, HANDOFF)
    assert found.repository == "branch `x`, clean"
    assert found.runs == {"pytest -q": "passed, “3 passed”"}
    assert found.commands == "`make`"
    assert found.entries("critical_context") == []


def test_a_begun_turn_gives_its_request_and_its_steps():
    prefix = "## Original Request\n“move it”\n\n## Early Progress\n- commit 1a2b “Move”\n\n## Context for Suffix\n- x"
    found = read("## Goal\nG" + TURN_CONTEXT + prefix, HANDOFF)
    assert found.current == "move it"
    assert found.entries("done") == [entry("commit 1a2b “Move”")]


def test_a_summary_of_another_hand_is_sorted_by_its_headings():
    text = (
        "# Checkpoint\n## Completed Work\n- Built `a`\n## Key Decisions Made\n1. Keep `b`\n"
        "## Remaining\n- Ship\n**Files**\n- c"
    )
    found = read(text, HANDOFF)
    assert found.entries("done") == [entry("Built `a`")]
    assert found.entries("decisions") == [entry("Keep `b`")]
    assert found.entries("left") == [entry("Ship")]
    assert found.entries("notes") == [entry("c")]


def test_code_tables_and_rules_are_left_behind():
    assert read("## Additional Notes\n```\ncode\n```\n| a |\n---\nkept", HANDOFF).entries("notes") == [entry("kept")]


def test_a_detail_without_its_entry_is_left_behind():
    assert read(f"## Goal\n- {ENGLISH.wait}\n  - orphan", HANDOFF).entries("goal") == []


def test_conversation_notes_are_read_too():
    template = load("conversation", "zh")
    found = read("==========对话摘要==========\n\n【关键信息与上下文】\n- 用户: “她叫林秋。”\n\n" + "=" * 28, template)
    assert found.entries("key_info") == [entry("用户: “她叫林秋。”")]


def test_a_sentence_of_the_session_is_not_of_the_moment():
    assert not is_momentary("The parser reads CRLF.")


def test_a_heading_the_template_does_not_know_ends_a_section_it_knows():
    found = read("## Goal\nShip it.\n\n## Completed Work\n- Built `a`\n\n## Odds and Ends\n- b", HANDOFF)
    assert found.entries("goal") == [entry("Ship it.")]
    assert found.entries("done") == [entry("Built `a`")]
    assert found.entries("notes") == [entry("b")]


def test_a_numbered_summary_is_sorted_by_its_numbered_headings():
    text = (
        "This session is being continued from a previous conversation that ran out of context.\n"
        "Analysis:\nLet me think.\n\nSummary:\n1. Primary Request and Intent:\n   Add a flag\n\n"
        "2. Key Technical Concepts:\n   - Hooks\n   - States\n     - two of them\n\n"
        "3. All user messages:\n   - add a flag\n\n4. Pending Tasks:\n   - Commit\n\n"
        "5. **Current Work:**\n   The flag is half done.\n   Files changed:\n\n"
        "Please continue the conversation from where we left it off."
    )
    found = read(text, HANDOFF)
    assert found.entries("goal") == [entry("Add a flag")]
    assert found.entries("notes") == [entry("Hooks"), entry("States", "two of them")]
    assert found.entries("left") == [entry("Commit")]
    assert found.entries("doing") == [entry("The flag is half done.")]


def test_a_section_not_of_its_profile_has_no_numbered_headings():
    assert read("## Goal\n1. Ship these:\n  - a", HANDOFF).entries("goal") == [entry("Ship these:", "a")]


def test_a_sub_heading_inside_a_section_is_left_out():
    assert read("## Key Decisions\n### On tabs\n- use them", HANDOFF).entries("decisions") == [entry("use them")]


def test_a_long_request_in_its_frame_is_still_the_one_that_was_current():
    asked = "the list loads all teams when one of them is opened, " * 8 + "can you find out why?"
    found = read(f"## Goal\nBeing worked on: “{asked}”", load("handoff", "en"))
    assert found.current == asked
    assert found.entries("goal") == []


def test_a_status_of_somebody_elses_summary_belongs_to_its_moment():
    found = read("## Notes\n- **Status**: Currently fixing\n- The port is 8080", load("handoff", "en"))
    assert [entry.text for entry in found.entries("notes")] == ["The port is 8080"]
