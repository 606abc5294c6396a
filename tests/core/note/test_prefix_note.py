from core.sample_sessions import CODING, CODING_LEDGER, agent, call, result, user
from foldline.core.facts import Ledger
from foldline.core.note.brief import brief
from foldline.core.note.earlier_note import EarlierNote
from foldline.core.note.phrases import ENGLISH
from foldline.core.note.prefix_note import prefix_note
from foldline.core.profiles.templates import load

NOTHING = Ledger()

TEMPLATE = load("handoff", "en", "turn_prefix")


def count(text: str) -> int:
    return len(text) // 4


def note(*items, ledger=NOTHING, max_tokens=800):
    known = brief(items, (), ledger, ENGLISH, EarlierNote({}))
    return prefix_note(known, TEMPLATE, max_tokens=max_tokens, count=count)


def test_a_begun_turn_has_its_request_its_steps_and_what_its_end_builds_on():
    assert note(*CODING[11:], ledger=CODING_LEDGER) == (
        "## Original Request\n"
        "“no, don't stream. add a --strict flag to the command instead that stops at the first bad row”\n\n"
        "## Early Progress\n"
        "- Edited so far: `src/billing/cli.py`\n\n"
        "## Context for Suffix\n"
        "- Last run of `pytest -q tests/billing`: failed, “1 failed, 2 passed in 0.40s”\n"
        "- `pytest -q tests/billing`: TypeError: main() missing 1 required positional argument\n"
        "- Last step: “Now the flag has to reach the reader”\n"
        "- On the task list: Document --strict"
    )


def test_steps_are_commits_finished_tasks_and_what_was_said_to_be_changed():
    todos = [{"content": "Read the importer", "status": "completed"}]
    items = (
        user("u", "rewrite the importer"),
        agent("a", "I replaced the splitter in `importer.py`.", call("1", "TodoWrite", todos=todos)),
        agent("b", "", call("2", "bash", command="git commit -m x")),
        result("r", "2", "[main 1a2b3c4] Replace the splitter", exit_code=0),
        agent("c", "Let me look on.", call("3", "bash", command="ls")),
    )
    steps = note(*items).partition("## Early Progress\n")[2].partition("\n\n")[0].splitlines()
    assert steps == [
        "- Read the importer",
        "- commit 1a2b3c4 “Replace the splitter”",
        "- I replaced the splitter in `importer.py`.",
    ]


def test_a_turn_without_anything_is_said_to_have_nothing():
    assert note() == "## Original Request\n(none)"


def test_the_budget_holds():
    assert count(note(*CODING, ledger=CODING_LEDGER, max_tokens=60)) <= 60
    assert note(max_tokens=0) == ""
