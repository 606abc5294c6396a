import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.session import Info, MessageEntry, MetaEntry, Problem
from foldline.errors import NotAConversationError, SeveralConversationsError
from foldline.formats import list_files
from foldline.wire.openai_chat import decode
from message_strategies import json_messages

ASK = {"role": "user", "content": "hello"}
SAY = {"role": "assistant", "content": "hi"}
MORE = {"role": "user", "content": "more"}
SUMMARY = {"role": "user", "content": "what was"}


def load(data, select=None):
    return list_files.load(data if isinstance(data, bytes) else data.encode(), "openai_chat", decode, select=select)


def lines(*values, end="\n"):
    return "".join(json.dumps(value) + end for value in values)


def packed(*values):
    return [json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() for value in values]


def texts(session):
    return [item.message.text for item in session.context().items]


def records(session):
    return [session.record(index) for index in range(len(session.records))]


SHAPES = {
    "bare": lambda *chat: json.dumps(list(chat)),
    "bare and indented": lambda *chat: json.dumps(list(chat), indent=2) + "\n",
    "with a BOM": lambda *chat: "\ufeff" + json.dumps(list(chat)),
    "a request": lambda *chat: json.dumps({"model": "m", "messages": chat, "stream": True}, indent="\t"),
    "on lines": lines,
    "on Windows lines": lambda *chat: lines(*chat, end="\r\n"),
    "on lines without an end": lambda *chat: lines(*chat).rstrip(),
    "with NaN": lambda *chat: json.dumps({"score": float("nan"), "messages": chat}),
    "with a lone surrogate": lambda *chat: json.dumps({"x": "\ud800", "messages": chat}),
}
shapes = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


@shapes
def test_messages_are_read_in_order(shape):
    session = load(shape(ASK, SAY, MORE))
    assert texts(session) == ["hello", "hi", "more"]
    assert [entry.parent_id for entry in session.entries] == [None, *(entry.id for entry in session.entries[:-1])]
    assert [json.loads(record) for record in records(session)] == [ASK, SAY, MORE]


@shapes
def test_an_untouched_file_is_the_same_bytes(shape):
    session = load(shape(ASK, SAY, MORE))
    assert list_files.dump(session, records(session)) == session.source
    assert list_files.dump(session, packed(ASK, SAY, MORE)) == session.source


@shapes
@pytest.mark.parametrize(
    "chat",
    [
        [SUMMARY, MORE],
        [ASK, SUMMARY],
        [SUMMARY],
        [ASK, SAY],
        [SAY, MORE],
        [ASK, MORE],
        [ASK, SAY, MORE, SUMMARY],
        [SUMMARY, ASK, SAY, MORE],
        [ASK, SUMMARY, SUMMARY, SAY, MORE],
    ],
)
def test_a_new_list_is_read_back_from_the_place_of_the_old(shape, chat):
    session = load(shape(ASK, SAY, MORE))
    again = load(list_files.dump(session, packed(*chat)))
    assert [json.loads(record) for record in records(again)] == chat
    assert again.info == session.info


@shapes
def test_a_list_of_one_message_can_grow(shape):
    again = load(list_files.dump(load(shape(ASK)), packed(ASK, SUMMARY)))
    assert texts(again) == ["hello", "what was"]


def test_only_the_exchanged_run_is_touched():
    head = '{"a": 1,\n "messages": [ '
    escaped = '{"role":"user", "content":"\\u0061"}'
    kept = '{"role": "user","content":"c"}], "z":  [ ] }\n'
    source = f'{head}{escaped} ,\n\n{{"role":"assistant","content":"b"}},{kept}'
    new = [*packed(SUMMARY), b'{"role":"user","content":"c"}']
    assert list_files.dump(load(source), new).decode() == f"{head}{packed(SUMMARY)[0].decode()} ,\n\n{kept}"


def test_every_message_can_be_taken_out():
    assert list_files.dump(load("[ 1, " + json.dumps(ASK) + " ]"), []) == b"[ 1 ]"


def test_what_is_no_message_stays_in_the_file_and_out_of_the_context():
    source = lines({"type": "start"}, ASK) + "oops\n" + lines(SAY, MORE) + "\n" + lines({"type": "end"})
    session = load(source)
    assert texts(session) == ["hello", "hi", "more"]
    assert [type(entry) for entry in session.entries] == [
        MetaEntry,
        MessageEntry,
        MetaEntry,
        MessageEntry,
        MessageEntry,
        MetaEntry,
    ]
    assert session.problems == [Problem(line, "is no message; kept as it is") for line in (1, 3, 7)]
    assert list_files.dump(session, records(session)[1:2] + records(session)[3:5]) == source.encode()
    folded = list_files.dump(session, packed(SUMMARY, MORE)).decode()
    assert folded == lines({"type": "start"}) + "oops\n" + packed(SUMMARY)[0].decode() + "\n" + lines(
        MORE
    ) + "\n" + lines({"type": "end"})


def test_the_place_in_a_list_is_told_of_what_is_no_message():
    assert load(json.dumps([ASK, None, {"content": "x"}])).problems == [
        Problem(2, "is no message; kept as it is"),
        Problem(3, "is no message; kept as it is"),
    ]


def test_a_message_has_the_same_id_wherever_it_stands():
    first = load(json.dumps([ASK, SAY, ASK, ASK]))
    second = load(json.dumps({"messages": [SAY, ASK]}))
    ids = [entry.id for entry in first.entries]
    assert ids == [ids[0], ids[1], f"{ids[0]}-2", f"{ids[0]}-3"]
    assert [entry.id for entry in second.entries] == [ids[1], ids[0]]


def test_the_request_around_the_list_is_described():
    tools = [{"type": "function", "function": {"name": "ls"}}]
    request = {
        "id": "r1",
        "title": "Trip",
        "model": "m",
        "system": [{"type": "text", "text": "Be brief."}, {"type": "text", "text": "Be kind."}],
        "tools": tools,
        "messages": [ASK],
    }
    assert load(json.dumps(request, indent=2)).info == Info(
        id="r1",
        title="Trip",
        model="m",
        system="Be brief.\nBe kind.",
        tools_json=json.dumps(tools, separators=(",", ":")),
    )


def test_a_logged_call_tells_its_model_and_window():
    call = {"messages": [ASK], "tools": "[]", "context_window": 200_000, "response": {"model": "m"}}
    assert load(json.dumps(call)).info == Info(model="m", tools_json="[]", context_window=200_000)


def test_of_several_conversations_one_is_chosen():
    data = lines({"id": "a", "messages": [ASK]}, {"id": "b", "messages": [ASK, MORE]})
    with pytest.raises(
        SeveralConversationsError, match="holds 2 conversations: choose one with select=1 to 2"
    ) as error:
        load(data)
    assert error.value.titles == ("a: hello (1 messages)", "b: hello (2 messages)")
    chosen = load(data, select=2)
    assert (texts(chosen), chosen.info.id) == (["hello", "more"], "b")


def test_only_the_chosen_conversation_is_exchanged():
    data = json.dumps([[ASK, SAY], [ASK, MORE]])
    folded = list_files.dump(load(data, select=2), packed(SUMMARY))
    assert json.loads(folded) == [[ASK, SAY], [SUMMARY]]


@pytest.mark.parametrize("select", [0, -1, 3])
def test_a_number_nobody_has_is_refused(select):
    with pytest.raises(SeveralConversationsError, match=f"no number {select} among them"):
        load(json.dumps([[ASK], [SAY]]), select=select)


def test_the_only_conversation_is_number_one():
    assert texts(load(json.dumps([ASK]), select=1)) == ["hello"]
    with pytest.raises(SeveralConversationsError, match="1 conversation: there is no number 2"):
        load(json.dumps([ASK]), select=2)


@pytest.mark.parametrize("data", ["{}", "[]", "[1]", '{"messages": []}', "", "oops", '{"a": 1}\n{"a": 2}'])
def test_without_messages_it_is_no_conversation(data):
    with pytest.raises(NotAConversationError, match="no messages in it"):
        load(data)


@given(json_messages, st.booleans(), st.sampled_from([None, 1]))
def test_any_list_is_read_and_written_back_the_same(messages, in_request, indent):
    messages = [ASK, *messages]
    session = load(json.dumps({"messages": messages} if in_request else messages, indent=indent))
    assert len(session.entries) == len(messages)
    mine = [session.record(entry.records[0]) for entry in session.entries if isinstance(entry, MessageEntry)]
    assert list_files.dump(session, mine) == session.source
    assert json.loads(list_files.dump(session, mine[1:]).decode()) is not None
