"""Who reads the folds that only their provider can."""

import pytest

from builders import Words, agent, session, user
from foldline import CompactionSettings, should_compact
from foldline.core.remote.payload import Payload, placeholder
from foldline.core.remote.readers import only_reader_of, reader_of
from foldline.core.session import CompactionEntry, Info, MessageEntry

PAYLOAD = Payload("openai", ("{}",))


def folded(model="", payload=PAYLOAD):
    built = session(user("one " * 900), agent("two " * 900))
    built.info = Info(model=model)
    built.append(CompactionEntry("fold", "m1", placeholder(PAYLOAD), readable=payload is None, payload=payload))
    built.append(MessageEntry("later", "fold", user("three")))
    return built


@pytest.mark.parametrize(("model", "reader"), [("", "openai"), ("gpt-5", "openai"), ("claude-opus-4-6", "")])
def test_a_session_is_read_by_the_provider_of_its_model(model, reader):
    assert reader_of(folded(model)) == reader


def test_only_the_newest_fold_counts():
    built = folded()
    built.append(CompactionEntry("text", "later", "so far"))
    assert reader_of(built) == ""
    assert reader_of(folded(payload=None)) == ""
    built.move_to("m1")
    assert reader_of(built) == ""


def test_whether_to_fold_is_decided_by_what_the_model_is_sent():
    settings = CompactionSettings(threshold_tokens=500, context_window=100_000)
    assert not should_compact(folded("gpt-5"), settings, counter=Words())
    assert should_compact(folded("claude-opus-4-6"), settings, counter=Words())


def test_a_session_that_begins_with_a_sealed_fold_can_be_sent_to_its_provider_alone():
    built = session()
    built.append(CompactionEntry("fold", None, placeholder(PAYLOAD), readable=False, payload=PAYLOAD))
    built.append(MessageEntry("later", "fold", user("three")))
    assert only_reader_of(built) == "openai"
    assert only_reader_of(folded()) == ""
    assert only_reader_of(session(user())) == ""
