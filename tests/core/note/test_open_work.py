from core.sample_sessions import CODING, CODING_LEDGER, agent, call, result, user
from foldline.core.facts import Failure, Ledger
from foldline.core.note.brief import brief
from foldline.core.note.earlier_note import EarlierNote, Entry
from foldline.core.note.open_work import doing_lines, last_sentence, next_lines, problem_lines
from foldline.core.note.phrases import ENGLISH

NOTHING = Ledger()

STEP = (agent("s", "Working.", call("1", "bash", command="ls")), result("r", "1", "a"))


def known(items, upcoming=(), ledger=NOTHING, sections=None, **earlier):
    return brief(items, upcoming, ledger, ENGLISH, EarlierNote(sections or {}, **earlier))


def texts(lines):
    return [line.text for line in lines]


def test_begun_work_is_told_with_how_far_it_is():
    (work,) = doing_lines(known(CODING))
    assert work.text.startswith("The latest request is begun, not finished. (asked: “no, don't stream.")
    assert [detail.text for detail in work.details] == [
        "Last step: “Now the flag has to reach the reader”",
        "Edited so far: `src/billing/cli.py`",
    ]


def test_the_task_in_hand_is_named():
    todos = call("1", "TodoWrite", todos=[{"content": "Translate the manual", "status": "in_progress"}])
    assert texts(doing_lines(known((user("u", "finish it all"), agent("a", "", todos)))))[1:] == [
        "Translate the manual"
    ]


def test_work_on_the_open_request_names_it_as_open():
    open_work = known(CODING, ledger=CODING_LEDGER)
    open_work.open_request = "no, don't stream."
    assert doing_lines(open_work)[0].text == "The open request is begun, not finished."


def test_work_that_goes_on_in_the_kept_messages_says_so():
    lines = doing_lines(known((user("u", "fix the parser"), *STEP), STEP))
    assert lines[0].text == "The latest request goes on in the messages that follow. (asked: “fix the parser”)"


def test_finished_work_is_not_being_done():
    assert doing_lines(known((user("u", "fix it"), agent("a", "Fixed the parser.")))) == []


def test_the_plan_of_begun_work_is_listed():
    plan = agent("p", "", call("9", "ExitPlanMode", plan="# Plan\n1. Read the parser\n2. Write a test for it"))
    (line,) = doing_lines(known((user("u", "fix it all"), plan)))
    assert [detail.text for detail in line.details][:2] == [
        "Plan: Read the parser",
        "Plan: Write a test for it",
    ]


def test_steps_of_an_earlier_note_stay_until_done():
    sections = {"doing": [Entry("Document the strict flag", []), Entry("Translate the manual", [])]}
    done = agent("a", "I documented the strict flag in the README.")
    assert texts(doing_lines(known((done,), sections=sections))) == ["Translate the manual"]


def test_a_newer_task_list_replaces_the_earlier_steps():
    sections = {"doing": [Entry("Translate the manual", [])]}
    assert "Translate the manual" not in texts(doing_lines(known(CODING, sections=sections)))


def failure(text="boom", tool="bash", target="make", entry_id="r9", *, resolved=False):
    return Failure(text, tool, target, entry_id, resolved)


def test_unresolved_errors_of_the_newest_part_are_named():
    ledger = Ledger(errors=(failure(), failure("old", entry_id="r2"), failure("fixed", resolved=True)))
    assert texts(problem_lines(known(CODING, ledger=ledger))) == ["`make`: boom"]


def test_looking_at_what_is_not_there_blocks_nothing():
    ledger = Ledger(errors=(failure(target="ls nowhere"), failure(tool="Read", target="a.py"), failure("x", target="")))
    assert texts(problem_lines(known(CODING, ledger=ledger))) == ["x"]


def test_three_problems_are_enough():
    ledger = Ledger(errors=tuple(failure(f"error number {n} of all", target=f"make part{n}") for n in range(9)))
    lines = texts(problem_lines(known(CODING, ledger=ledger)))
    assert len(lines) == 3
    assert lines[-1] == "`make part8`: error number 8 of all"


def test_the_request_in_the_kept_messages_leads():
    assert texts(next_lines(known(CODING, (user("u", "now this"),))))[0] == ENGLISH.follow_newest


def test_an_open_request_is_to_be_answered_an_open_question_is_not():
    open_work = known(CODING)
    open_work.open_request = "why?"
    assert texts(next_lines(open_work))[0] == ENGLISH.do_open_request
    open_work.open_is_the_agents = True
    assert texts(next_lines(open_work))[0] == ENGLISH.wait_for_answer


def test_an_open_request_that_is_not_kept_is_the_newest():
    open_work = known(CODING, (user("x", "the same, cut in two"),))
    open_work.open_request = "why?"
    assert texts(next_lines(open_work))[0] == ENGLISH.do_open_request


def test_begun_work_goes_on():
    assert texts(next_lines(known(CODING)))[0] == ENGLISH.go_on


def test_an_offer_waits_for_its_answer():
    lines = texts(next_lines(known(CODING[:11])))
    assert lines[0] == "The agent asked “Should I stream large files next?” and has no answer yet: wait for it."


def test_nothing_pending_is_said():
    assert texts(next_lines(known(()))) == [ENGLISH.wait]
    assert texts(next_lines(known((user("u", "fix it"), agent("a", "Fixed the parser."))))) == [ENGLISH.wait]


def test_open_tasks_come_in_their_order():
    assert "On the task list: Document --strict" in texts(next_lines(known(CODING)))


def test_what_an_agent_named_as_left_is_no_order():
    line = next_lines(known(CODING))[-1]
    assert line.text == "Named as left, to be done only when the user asks for it:"
    assert [detail.text for detail in line.details] == ["Stream files above 50 MB", "Report the number of skipped rows"]


def test_the_newest_list_of_what_is_left_wins():
    line = next_lines(known((*CODING, agent("y", "Stopped here."), user("u", "why is it red?"))))[-1]
    assert [detail.text for detail in line.details] == ["Add --strict to the command", "Document --strict"]


def test_what_was_left_and_is_done_is_not_left():
    asked = user("v", "do the first then")
    line = next_lines(known((*CODING[:11], asked, agent("z", "I made it stream files above 50 MB."))))[-1]
    assert [detail.text for detail in line.details] == ["Report the number of skipped rows"]


def test_what_an_earlier_note_left_is_carried():
    sections = {"left": [Entry("", ["Tag the release"]), Entry("Ship the parser", [])]}
    line = next_lines(known((agent("a", "I shipped the parser."),), sections=sections))[-1]
    assert [detail.text for detail in line.details] == ["Tag the release"]


def test_the_last_sentence_loses_the_colon_that_announces_a_call():
    assert last_sentence("Found it. Now the tests:") == "Now the tests"
    assert last_sentence("") == ""


def test_begun_work_of_which_nothing_is_known_is_not_named():
    assert (
        doing_lines(
            known((agent("a", "", call("1", "read", path="a.py")), agent("b", "", call("2", "bash", command="ls"))))
        )
        == []
    )


def test_a_plan_says_each_step_once():
    plan = agent("p", "", call("9", "ExitPlanMode", plan="- Read the parser\n- Read the parser"))
    (line,) = doing_lines(known((user("u", "fix it all"), plan)))
    assert [detail.text for detail in line.details] == ["Plan: Read the parser"]


def test_a_problem_is_named_once():
    ledger = Ledger(errors=(failure(), failure()))
    assert texts(problem_lines(known(CODING, ledger=ledger))) == ["`make`: boom"]


def test_kept_messages_without_a_request_lead_on():
    assert texts(next_lines(known((user("u", "fix it"),), STEP)))[0] == ENGLISH.go_on_there


def test_what_the_newest_work_could_not_do_stands_in_the_way():
    items = (user("u", "add an alert"), agent("a", "The alert is sent now. I could not try the webhook."))
    assert [line.text for line in problem_lines(known(items))] == ["I could not try the webhook."]
