import pytest

from core.sample_sessions import CODING, agent, call, result, user
from foldline.core.messages import Message, TextPart, ToolCallPart
from foldline.core.note.commands import Commit
from foldline.core.note.events import Task, story, task_list
from foldline.core.session import Item


def test_an_empty_conversation_has_no_events():
    told = story(())
    assert told.turns == []
    assert told.commits == []
    assert told.runs == []


def test_a_turn_starts_with_what_a_human_typed():
    told = story(CODING)
    assert [turn.ask[:11] for turn in told.turns] == ["The invoice", "no, don't s"]


def test_what_an_agent_did_before_anybody_asked_is_a_turn_without_a_request():
    assert story((agent("a", "Hello."),)).turns[0].ask == ""


def test_the_last_word_without_a_call_after_it_is_the_report():
    first, second = story(CODING).turns
    assert first.report.startswith("Fixed.")
    assert first.is_finished
    assert not second.is_finished
    assert second.remarks[-1] == "Now the flag has to reach the reader:"


def test_a_report_that_work_follows_was_a_remark():
    told = story((user("u", "fix it"), agent("a", "Found it."), agent("b", "", call("1", "bash", command="ls"))))
    assert told.turns[0].remarks == ["Found it."]
    assert not told.turns[0].is_finished


def test_a_reply_cut_short_is_no_report():
    cut = Message("assistant", (TextPart("I have"),), source="agent", stop_reason="aborted")
    assert not story((user("u", "fix it"), Item("a", cut))).turns[0].is_finished


def test_edits_are_counted_where_the_call_succeeded():
    told = story(CODING)
    assert told.turns[0].edits == {"src/billing/importer.py": 2}
    assert told.edited_since_commit == {"src/billing/cli.py": 1}


def test_a_failed_edit_changed_nothing():
    told = story((agent("a", "", call("1", "edit", path="a.py")), result("r", "1", "no such text", exit_code=1)))
    assert told.turns[0].edits == {}


def test_a_moved_file_is_edited_under_its_new_name():
    told = story((agent("a", "", call("1", "bash", command="mv a.py b.py")), result("r", "1", "", exit_code=0)))
    assert set(told.turns[0].edits) == {"b.py"}


def test_commands_are_told_with_their_purpose_and_outcome():
    runs = story(CODING).runs
    assert [(run.command, run.kind, run.is_ok) for run in runs] == [
        ("pytest -q tests/billing", "test", False),
        ("pytest -q tests/billing", "test", True),
        ("git commit -m 'Read CRLF files in the importer'", "commit", True),
        ("pytest -q tests/billing", "test", False),
    ]


def test_a_command_nobody_answered_has_no_outcome():
    told = story((agent("a", "", call("1", "bash", command="make test")),))
    assert told.runs[0].is_ok is None


def test_commits_branch_and_pushes_are_the_state_of_the_repository():
    told = story(CODING)
    assert told.commits == [Commit("Read CRLF files in the importer", "4be91d7", "fix-import")]
    assert told.branch == "fix-import"
    assert not told.pushed
    pushed = (agent("a", "", call("1", "bash", command="git push")), result("r", "1", "done", exit_code=0))
    assert story((*CODING, *pushed)).pushed


def test_a_branch_summary_is_kept_apart():
    left = Item("s", Message("user", (TextPart("Summary of a branch"),), source="summary"))
    assert story((left,)).branches_left == ["Summary of a branch"]


@pytest.mark.parametrize(
    ("arguments", "tasks"),
    [
        ({"todos": [{"content": "A  b", "status": "completed"}]}, (Task("A b", "done"),)),
        ({"plan": [{"step": "A", "status": "in_progress"}, {"step": "B", "status": "pending"}]},
         (Task("A", "doing"), Task("B", "open"))),
        ({"tasks": [{"title": "A", "state": "unheard of"}]}, (Task("A", "open"),)),
        ({"todos": [{"content": "A"}]}, ()),
        ({"todos": ["A"]}, ()),
        ({"todos": []}, ()),
        ({"todos": "A"}, ()),
        ("text", ()),
    ],
)  # fmt: skip
def test_a_task_list_is_known_by_its_shape(arguments, tasks):
    assert task_list(ToolCallPart("1", "anything", arguments)) == tasks


def test_the_newest_task_list_of_a_turn_counts():
    assert story(CODING).turns[1].tasks[0] == Task("Add --strict to the command", "doing")


def test_a_plan_put_forward_in_a_call_is_kept():
    told = story((agent("a", "", call("1", "ExitPlanMode", plan="1. Read\n2. Write")),))
    assert told.turns[0].plan == "1. Read\n2. Write"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"to": "Ann", "count": 2, "body": "x" * 200}, 'send_invoice(to="Ann", count=2)'),
        ("raw", "send_invoice"),
    ],
)
def test_a_tool_that_acts_outside_the_files_is_told_with_its_short_arguments(arguments, line):
    items = (Item("a", Message("assistant", (ToolCallPart("1", "send_invoice", arguments),), source="agent")),)
    assert story((*items, result("r", "1", "sent"))).turns[0].actions == [line]
    assert story(items).turns[0].actions == []


def test_a_turn_without_events_has_none():
    assert not story((agent("a"),)).turns[0].has_events
    assert story((user("u", "fix it"),)).turns[0].has_events


def test_a_chain_of_test_and_commit_is_both():
    line = "sed -i s/a/b/ a.py && pytest -q && git commit -q -m 'Rename it' && git log --oneline | head -1"
    items = (
        user("u", "go"),
        agent("a", "", call("1", "bash", command=line)),
        result("r", "1", "25 passed\n1ce0877 Rename it", exit_code=0),
    )
    told = story(items)
    assert [(run.command, run.kind) for run in told.runs] == [
        ("pytest -q", "test"),
        ("git commit -q -m 'Rename it'", "commit"),
    ]
    assert told.commits == [Commit("Rename it", "1ce0877")]
