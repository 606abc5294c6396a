"""Every answer stands on the path with all its results; what was abandoned stands beside it."""

import pytest

from foldline.core.session import MetaEntry
from formats.claude_code_file import (
    HELLO,
    HI,
    answer,
    attached,
    call,
    line,
    load,
    message,
    path,
    progress,
    result,
    text,
    told,
    typed,
)


class TestTree:
    def test_all_results_of_parallel_calls_are_on_the_path_in_file_order(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1")),
            answer("a2", "a1", "m1", call("c2")),
            answer("a3", "a2", "m1", call("c3")),
            result("r3", "a3", "c3"),
            progress("p1", "a1"),
            result("r1", "a1", "c1"),
            result("r2", "a2", "c2"),
            answer("a4", "r1", "m2", text("done")),
        )
        assert [each for each in path(session) if each != "p1"] == ["u1", "a1", "r3", "r1", "r2", "a4"]

    def test_a_result_that_came_after_the_next_message_still_stands_with_its_call(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1")),
            answer("a2", "a1", "m1", call("c2")),
            result("r1", "a1", "c1"),
            typed("u2", "r1", "and then?"),
            result("r2", "a2", "c2"),
            answer("a3", "u2", "m2", text("then this")),
        )
        assert path(session) == ["u1", "a1", "r1", "r2", "u2", "a3"]

    def test_a_second_answer_to_the_same_call_is_beside_the_first(self):
        lines = [HELLO, answer("a1", "u1", "m1", call("c1")), result("r1", "a1", "c1", "old")]
        session = load(*lines, result("r2", "a1", "c1", "new"))
        assert path(session) == ["u1", "a1", "r2"]

    def test_what_a_skill_injects_between_two_results_stays(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1", "Skill")),
            answer("a2", "a1", "m1", call("c2")),
            result("r1", "a1", "c1"),
            typed("k1", "r1", "Base directory for this skill: /s", isMeta=True, sourceToolUseID="c1"),
            result("r2", "a2", "c2"),
            answer("a3", "r2", "m2", text("done")),
        )
        assert path(session) == ["u1", "a1", "r1", "k1", "r2", "a3"]
        assert message(session, "k1").source == "client"

    def test_an_edited_prompt_leaves_its_first_version_beside_the_path(self):
        session = load(
            HELLO, HI, typed("u2", "a1", "do it"), answer("a2", "u2", "m2", text("ok")), typed("u3", "a1", "don't")
        )
        assert path(session) == ["u1", "a1", "u3"]
        assert message(session, "u2").text == "do it"

    def test_pointers_lead_through_events_and_attachments(self):
        session = load(
            HELLO,
            progress("p1", "u1"),
            line("system", "y1", "p1", subtype="turn_duration"),
            attached("t1", "y1", "skill_listing", content="- a skill"),
            answer("a1", "t1", "m1", text("hi")),
        )
        assert told(session) == ["u1", "a1"]

    def test_the_leaf_is_the_newest_message_and_the_events_put_behind_it(self):
        session = load(
            HELLO, HI, line("system", "y1", "a1", subtype="turn_duration"), attached("t1", "y1", "skill_listing")
        )
        assert session.leaf_id == "t1"

    def test_a_late_report_of_an_older_step_does_not_move_the_leaf(self):
        session = load(HELLO, HI, progress("p1", "u1"), progress("p2", "a1"))
        assert session.leaf_id == "a1"

    def test_a_pointer_to_a_lost_line_goes_on_from_the_line_before(self):
        session = load(HELLO, HI, typed("u2", "lost", "more"))
        assert path(session) == ["u1", "a1", "u2"]
        assert [(each.line, "'lost'" in each.what) for each in session.problems] == [(3, True)]

    def test_a_pointer_into_another_session_starts_the_conversation(self):
        session = load(HELLO, HI, typed("u2", "elsewhere", "more", sessionId="s2"))
        assert path(session) == ["u2"]
        assert session.info.id == "s2"

    def test_a_first_line_with_its_parent_in_another_file_is_no_problem(self):
        assert load(typed("u1", "elsewhere", "hello"), HI).problems == []

    def test_a_cleared_context_starts_anew(self):
        session = load(HELLO, HI, progress("p1", None), typed("u2", "p1", "something else"))
        assert told(session) == ["u2"]

    def test_sidechains_of_old_versions_are_beside_the_path(self):
        side = {"isSidechain": True}
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1", "Task")),
            typed("x1", None, "search", **side),
            answer("y1", "x1", "m9", text("found"), **side),
            result("r1", "a1", "c1"),
            answer("y2", "y1", "m10", text("and more"), **side),
        )
        assert path(session) == ["u1", "a1", "r1"]
        assert message(session, "y1").text == "found"

    def test_a_file_of_a_sub_agent_is_a_conversation_of_its_own(self):
        side = {"isSidechain": True, "agentId": "g1"}
        session = load(typed("x1", None, "search", **side), answer("y1", "x1", "m1", text("found"), **side))
        assert path(session) == ["x1", "y1"]

    def test_a_repeated_line_counts_once(self):
        session = load(HELLO, HI, HELLO, typed("u2", "a1", "more"))
        assert path(session) == ["u1", "a1", "u2"]
        assert isinstance(session.entry("line-3"), MetaEntry)

    @pytest.mark.parametrize("parent", [{"parentUuid": None}, {"parentUuid": "elsewhere"}, {}])
    def test_lines_that_never_point_at_each_other_stand_one_after_the_other(self, parent):
        bare = [
            {"type": each["type"], "uuid": each["uuid"], "message": each["message"], **parent} for each in (HELLO, HI)
        ]
        assert path(load(*bare)) == ["u1", "a1"]

    def test_messages_without_an_id_are_read_too(self):
        bare = [{"type": each["type"], "sessionId": "s1", "message": each["message"]} for each in (HELLO, HI)]
        assert path(load(*bare)) == ["line-1", "line-2"]
