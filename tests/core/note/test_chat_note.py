from core.sample_sessions import CODING, ROLE_PLAY, agent, call, result, user
from foldline.core.facts import Ledger
from foldline.core.note.brief import brief
from foldline.core.note.chat_note import fill
from foldline.core.note.earlier_note import EarlierNote, Entry
from foldline.core.note.phrases import CHINESE, ENGLISH


def known(items=ROLE_PLAY, upcoming=(), frames=CHINESE, sections=None):
    return brief(items, upcoming, Ledger(), frames, EarlierNote(sections or {}))


def texts(section_id, made):
    return [line.text for line in fill(section_id, made)[0].lines]


def test_a_section_of_no_profile_is_not_filled():
    assert fill("goal", known()) is None


def test_the_core_task_is_the_newest_request_its_status_and_the_last_reply():
    assert texts("core_task", known()) == [
        "最新要求：“好，我答应你，雾夜之前我不会告诉任何人。”",
        "状态：已答复，等待用户。",
        "最后说的是：沈默：“那就约定了，星期五晚上十点，一个人来。”",
    ]


def test_a_question_of_the_assistant_is_waited_for():
    items = (user("u", "Book me a table for Friday."), agent("a", "For how many people?"))
    assert texts("core_task", known(items, frames=ENGLISH))[1:] == [
        "Status: waiting for the user's answer to “For how many people?”"
    ]


def test_an_open_request_and_one_in_the_kept_messages_are_pointed_to():
    made = known(ROLE_PLAY[:7])
    made.open_request = "…"
    assert texts("core_task", made)[:2] == [CHINESE.open_request_below, CHINESE.status_working]
    assert texts("core_task", known(ROLE_PLAY[:6], ROLE_PLAY[6:]))[:2] == [
        CHINESE.request_follows,
        CHINESE.status_working,
    ]


def test_an_empty_talk_has_no_core_task():
    assert texts("core_task", known(())) == []


def test_unfinished_work_is_part_of_the_core_task():
    lines = texts("core_task", known(CODING, frames=ENGLISH))
    assert lines[1] == "Status: in progress."
    assert lines[2] == "The latest request is begun, not finished."


def test_the_interaction_tells_who_takes_part_and_what_was_set_up():
    lines = texts("interaction", known(sections={"interaction": [Entry("旧的情节在码头。", [])]}))
    assert lines[:3] == ["参与者：沈默", "设定：“请扮演雾港城的灯塔看守人沈默，说话简短。”", "旧的情节在码头。"]
    assert any(line.startswith("沈默：") for line in lines)


def test_a_talk_without_names_names_the_roles():
    items = (user("u", "My dog Bruno was born in Lisbon."), agent("a", "Bruno will love the sea on Friday."))
    assert texts("interaction", known(items, frames=ENGLISH)) == [
        "User: “My dog Bruno was born in Lisbon.”",
        "Assistant: “Bruno will love the sea on Friday.”",
    ]


def test_progress_follows_the_talk_and_carries_the_earlier_note():
    made = known(sections={"progress": [Entry("林夏到了港口。", [])]})
    lines = texts("progress", made)
    assert lines[0] == "林夏到了港口。"
    assert any("铜钥匙" in line for line in lines)


def test_progress_of_work_is_the_work():
    edit = (agent("a", "", call("1", "edit", path="a.py")), result("r", "1", "ok"))
    items = (user("u", "fix the parser"), *edit, agent("b", "The parser reads CRLF now."))
    assert texts("progress", known(items, frames=ENGLISH)) == ["The parser reads CRLF now. (asked: “fix the parser”)"]


def test_key_information_is_what_was_told_of_people_places_and_promises():
    lines = texts("key_info", known(sections={"key_info": [Entry("林夏是记者。", [])]}))
    assert lines[0] == "林夏是记者。"
    assert "用户：“我妹妹三年前在这座灯塔附近失踪了，她叫林秋。”" in lines
    assert fill("key_info", known())[0].mark == "- "


def test_the_last_reply_is_not_repeated():
    items = (user("u", "The server listens on port 8080, please note."), agent("a", "The server listens on port 8080."))
    assert len(texts("core_task", known(items, frames=ENGLISH))) == 2


def test_a_sentence_said_twice_is_quoted_once():
    items = tuple(agent(str(at), "Bruno the dog was born in Lisbon.") for at in range(3))
    assert len(texts("interaction", known(items, frames=ENGLISH))) == 1


def test_a_stage_direction_is_not_the_last_that_was_said():
    items = (user("u", "你看到什么？"), agent("a", "信是他写的。（她把信推过来，看了很久很久。）", speaker="沈默"))
    assert "最后说的是：沈默：“信是他写的。”" in texts("core_task", known(items))


def test_of_a_last_line_that_was_told_before_nothing_is_said_again():
    items = (user("u", "（他转身。）"), agent("a", "（她点头，没有说话。）", speaker="沈默"))
    assert len(texts("core_task", known(items))) == 2


def test_key_information_is_there_though_no_cue_stands_in_it():
    items = (
        user("u", "The blue lamp hangs above the kitchen table."),
        agent("a", "Its glass broke, so mind the shards."),
    )
    assert any("blue lamp" in line for line in texts("key_info", known(items, frames=ENGLISH)))
