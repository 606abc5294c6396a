from core.sample_sessions import CODING, agent, call, result, user
from foldline.core.facts import Ledger
from foldline.core.note.brief import brief
from foldline.core.note.done_work import done_lines, step_lines
from foldline.core.note.earlier_note import EarlierNote, Entry
from foldline.core.note.phrases import ENGLISH


def known(items, upcoming=(), sections=None, **earlier):
    return brief(items, upcoming, Ledger(), ENGLISH, EarlierNote(sections or {}, **earlier))


def told(*args, **more):
    return [(line.text, [detail.text for detail in line.details]) for line in done_lines(known(*args, **more))]


def edit(number: str, path: str = "a.py"):
    return agent(f"a{number}", "", call(number, "edit", path=path)), result(f"r{number}", number, "ok")


def commit(number: str, subject: str):
    command = call(number, "bash", command="git commit")
    return agent(f"a{number}", "", command), result(f"r{number}", number, f"[main abc{number}] {subject}", exit_code=0)


def test_nothing_done_is_nothing_told():
    assert told(()) == []
    assert told((user("u", "hello"),)) == []


def test_a_change_is_told_by_its_outcome_and_what_it_was_asked_for():
    assert told((user("u", "fix the parser"), *edit("1"), agent("z", "The parser reads CRLF now."))) == [
        ("The parser reads CRLF now. (asked: “fix the parser”)", [])
    ]


def test_an_answer_is_told_as_one():
    assert told((user("u", "which port is it?"), agent("z", "The server listens on port 8080."))) == [
        ("Answered “which port is it?”: The server listens on port 8080.", [])
    ]


def test_points_and_commits_stand_under_the_outcome():
    report = "I rewrote the parser.\n\n- Added `--strict`\n- Removed the old reader"
    assert told(
        (user("u", "go on with it please"), *edit("1"), *commit("2", "Rewrite the parser module"), agent("z", report))
    ) == [
        (
            "I rewrote the parser. (asked: “go on with it please”)",
            ["Added `--strict`", "Removed the old reader", "commit abc2 “Rewrite the parser module”"],
        )
    ]


def test_without_an_outcome_the_first_point_leads():
    assert told((user("u", "do both"), *edit("1"), agent("z", "Done:\n- Added a flag\n- Removed a row")))[0] == (
        "Added a flag (asked: “do both”)",
        ["Removed a row"],
    )


def test_work_that_only_committed_is_told_by_its_commit():
    assert told((*commit("1", "Fix the reader"), agent("z", "Done.")))[0][0] == "commit abc1 “Fix the reader”"


def test_small_talk_is_not_work():
    assert told((user("u", "thanks!"), agent("z", "You're welcome!"))) == []


def test_finished_tasks_speak_where_the_report_lists_little():
    todos = [{"content": "Write the parser", "status": "completed"}, {"content": "Ship", "status": "pending"}]
    items = (
        user("u", "go"),
        agent("a", "", call("1", "TodoWrite", todos=todos)),
        *edit("2"),
        agent("z", "All wired up now."),
    )
    assert told(items)[0] == ("All wired up now.", ["Write the parser"])


def test_actions_outside_the_files_are_done_work():
    items = (
        user("u", "book it"),
        agent("a", "", call("1", "book_flight", seat="12A")),
        result("r", "1", "ok"),
        agent("z", "Booked."),
    )
    assert told(items)[0][1] == ['book_flight(seat="12A")'] or "book_flight" in told(items)[0][0]


def test_an_unfinished_piece_of_work_is_not_done():
    assert all("--strict" not in text for text, _ in told(CODING))


def test_of_unfinished_work_the_finished_steps_are_done():
    todos = call("9", "TodoWrite", todos=[{"content": "Read the importer", "status": "completed"}])
    items = (
        user("u", "rewrite the importer"),
        agent("b", "I replaced the splitter in `importer.py`.", todos),
        *commit("1", "Begin the rewrite"),
        agent(
            "c", "Now fix the reader. The root cause is the cache. Let me see. # Look", call("2", "bash", command="ls")
        ),
    )
    assert told(items) == [
        ("Read the importer", []),
        ("commit abc1 “Begin the rewrite”", []),
        ("I replaced the splitter in `importer.py`.", []),
        ("The root cause is the cache.", []),
    ]


def test_work_finished_in_the_kept_messages_is_done_there():
    lines = told((user("u", "fix the parser"), *commit("1", "Repair everything")), (agent("z", "Fixed it all."),))
    assert lines == [
        ("commit abc1 “Repair everything”", []),
        ("The latest request was finished in the messages that follow. (asked: “fix the parser”)", []),
    ]


def test_work_of_which_nobody_knows_the_request_is_not_named():
    assert told((agent("a", "Working.", call("1", "bash", command="ls")),), (agent("z", "Fixed it all."),)) == []


def test_finished_items_of_an_earlier_note_come_first_and_stay():
    done = {"done": [Entry("Moved the parser", ["in two steps"]), Entry("Renamed the writer", [])]}
    lines = told((user("u", "take the importer along"), *edit("1"), agent("z", "I moved the reader.")), sections=done)
    assert [text for text, _ in lines] == [
        "Moved the parser",
        "Renamed the writer",
        "I moved the reader. (asked: “take the importer along”)",
    ]
    assert lines[0][1] == ["in two steps"]


def test_a_step_that_was_open_and_is_done_now_moves_to_done():
    sections = {"doing": [Entry("Document the strict flag", []), Entry("Translate it", [])]}
    lines = told((*edit("1"), agent("z", "I documented the strict flag in the README.")), sections=sections)
    assert lines[0] == ("Document the strict flag", [])
    assert "Translate it" not in [text for text, _ in lines]


def test_work_that_was_begun_before_is_told_with_its_request():
    items = (*edit("1"), agent("z", "The parser reads CRLF now."))
    assert told(items, current="fix the parser") == [("The parser reads CRLF now. (asked: “fix the parser”)", [])]


def test_only_the_newest_commits_of_many_are_listed():
    items = tuple(one for number in range(10, 30) for one in commit(str(number), f"Finish the part {number}"))
    brief_of = known((user("u", "go on"), *items))
    lines = step_lines(brief_of, brief_of.works[0])
    assert len(lines) == 8
    assert lines[-1].text == "commit abc29 “Finish the part 29”"


def test_the_newer_the_work_the_heavier_its_line():
    items = [
        one
        for number in ("1", "2")
        for one in (
            user(f"u{number}", f"do part {number}"),
            *edit(number),
            agent(f"z{number}", f"I did part {number}."),
        )
    ]
    first, second = done_lines(known(items))
    assert first.weight < second.weight


def test_commits_of_a_turn_that_was_interrupted_stay_with_the_work():
    items = (
        user("u", "name the hours in UTC please"),
        *commit("1", "Name hours in UTC"),
        user("v", "STOP. that is the production box"),
        *commit("2", "Add a script that names hours anew"),
        agent("z", "The hours are named in UTC now.\n\n- `rehour.py` names hours anew, a script for the old ones."),
    )
    ((_, details),) = told(items)
    assert "commit abc1 “Name hours in UTC”" in details
    assert "commit abc2 “Add a script that names hours anew”" in details


def test_a_field_of_a_record_is_no_headline():
    report = "I found these flights for you:\n\n- Departure: 04:00 AM from DEN\n- Arrival: 06:00 AM at LAS\n\n"
    report += "This option takes 5 hours."
    ((text, details),) = told((user("u", "which is the fastest?"), agent("z", report)))
    assert text == "Answered “which is the fastest?”: This option takes 5 hours."
    assert details == ["Departure: 04:00 AM from DEN", "Arrival: 06:00 AM at LAS"]


def test_a_report_of_bare_titles_is_nothing_to_tell():
    assert told((user("u", "how?"), agent("z", "Two ways:\n\n- Local strategy\n- Remote strategy"))) == []


def test_two_sentences_are_told_apart_though_one_has_lost_its_colon():
    report = "The list is now read from two stores at once:\n\n- `a.db`\n- `b.db`\n\nI added the second one to `c.py`."
    assert told((user("u", "go"), *edit("1"), agent("z", report)))[0][0].startswith(
        "The list is now read from two stores at once. I added the second one to `c.py`."
    )


def test_a_record_alone_is_told_by_its_fields():
    report = "The fastest one is:\n\n- Flight: HAT084\n- Departure: 04:00 AM from DEN"
    assert told((user("u", "which is the fastest?"), agent("z", report))) == [
        ("Answered “which is the fastest?”: Flight: HAT084; Departure: 04:00 AM from DEN", [])
    ]
