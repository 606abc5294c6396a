"""The calls a whole fold makes: how many, with which room, with which effort."""

import pytest

from builders import Words, agent, session, user
from foldline import CompactionSettings, SummarizationError, compact
from foldline.providers.registry import provider
from providers.wire_answers import answer, failure
from providers.wire_server import serving

MANY = " ".join(f"word{number}" for number in range(900))
PLAIN = (user("please " + MANY), agent(MANY), user("and now?"), agent("Soon."))
SPLIT = (user("first " + MANY), agent(MANY), user("big task"), agent(MANY), agent("end " * 200))
THINKS, THINKS_NOT = "claude-opus-4-6", "claude-3-5-haiku-latest"


def bodies(messages, model=THINKS_NOT, effort="inherit", **settings):
    """What a fold sends."""
    chosen = CompactionSettings(keep_recent_tokens=300, effort=effort, **settings)
    with serving(answer("anthropic", "## Goal\nShip.")) as server:
        made = provider(f"anthropic:{model}", base_url=server.url, key="sk-test-0123456789", effort=effort)
        compact(session(*messages), chosen, counter=Words(), provider=made)
        return [asked.body for asked in server.asked]


@pytest.mark.parametrize(("messages", "count"), [(PLAIN, 2), (SPLIT, 3)])
def test_a_plain_fold_makes_two_calls_and_one_of_a_split_turn_three(messages, count):
    assert len(bodies(messages)) == count


@pytest.mark.parametrize(
    ("model", "effort", "told"),
    [
        (THINKS, "inherit", "high"),
        (THINKS, "low", "low"),
        (THINKS, "minimal", "low"),
        (THINKS, "xhigh", "high"),
        (THINKS, "off", None),
        (THINKS_NOT, "high", None),
    ],
)
def test_all_calls_of_a_fold_have_the_same_effort(model, effort, told):
    efforts = [body.get("output_config", {}).get("effort") for body in bodies(SPLIT, model, effort)]
    assert efforts == [told] * 3


@pytest.mark.parametrize(
    ("model", "reserve", "caps"),
    [
        ("claude-sonnet-4-5", 16_384, [13_107, 8_192, 512]),
        ("claude-sonnet-4-5", 150_000, [16_384, 16_384, 512]),
        ("claude-sonnet-4-5", 10_000, [8_000, 5_000, 512]),
        (THINKS_NOT, 16_384, [8_192, 8_192, 512]),
        ("claude-3-haiku", 16_384, [4_096, 4_096, 512]),
    ],
)
def test_each_call_has_its_room_and_never_more_than_the_model_writes(model, reserve, caps):
    sent = [body["max_tokens"] for body in bodies(SPLIT, model, "off", reserve_tokens=reserve)]
    assert sorted(sent, reverse=True) == caps


@pytest.mark.parametrize("status", [401, 403, None])
def test_the_error_of_a_fold_has_the_status_that_there_was(status):
    settings = CompactionSettings(keep_recent_tokens=300, fallback="none")
    refusal = failure("anthropic", status) if status else answer("anthropic", "")
    with serving(refusal) as server:
        made = provider(f"anthropic:{THINKS_NOT}", base_url=server.url, key="sk-test-0123456789")
        with pytest.raises(SummarizationError, match="Summarization failed: ") as caught:
            compact(session(*PLAIN), settings, counter=Words(), provider=made)
    assert (caught.value.status, caught.value.stage) == (status, "Summarization")
