import pytest

from foldline.errors import MalformedAnswerError
from foldline.wire.calls import ALL_EFFORTS, clamped, event_object, thinking_room
from foldline.wire.sse import Event


@pytest.mark.parametrize(
    ("effort", "supported", "asked"),
    [
        ("inherit", ALL_EFFORTS, "high"),
        ("off", ALL_EFFORTS, ""),
        ("low", ALL_EFFORTS, "low"),
        ("minimal", ALL_EFFORTS, "low"),
        ("xhigh", ALL_EFFORTS, "high"),
        ("medium", ("low", "high"), "low"),
        ("max", (*ALL_EFFORTS, "max"), "max"),
        ("high", (), ""),
        ("inherit", (), ""),
    ],
)
def test_an_effort_is_what_the_model_knows(effort, supported, asked):
    assert clamped(effort, supported) == asked


@pytest.mark.parametrize(("cap", "room"), [(None, 16_384), (20_000, 6_893), (13_107, 0), (4_096, 0)])
def test_thinking_gets_the_room_that_is_left(cap, room):
    assert thinking_room("high", 13_107, cap) == room


@pytest.mark.parametrize("data", ["", "{", "[1]", "3", "null", "{" * 5_000])
def test_an_event_that_is_no_object_is_malformed(data):
    with pytest.raises(MalformedAnswerError, match="no JSON object"):
        event_object(Event(data))
