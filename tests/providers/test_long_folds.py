"""A history that a service turns away for its length, on every wire: told again in halves until all of it was taken."""

import json
import re

import pytest

from builders import agent, session, user
from foldline import CompactionSettings, compact
from foldline.core.counting.estimate import EstimateCounter
from foldline.providers.http import HttpProvider, Options
from foldline.providers.registry import provider
from providers.wire_answers import MODELS, WIRES, answer, faults
from providers.wire_server import serving

TAKES = 60_000
"""Characters of a body that the service takes, whatever its window is said to be."""
WORDS = "the parser keeps every token of the second line and drops what no rule of the grammar asks for "


def talk():
    turns = [message for n in range(40) for message in (user(f"ask{n} go on"), agent(f"did{n} {WORDS * 60}"))]
    return session(*turns, user("and now?"), agent("Soon."))


@pytest.mark.parametrize("wire", WIRES)
def test_a_service_that_takes_less_than_it_says_is_told_everything_all_the_same(wire):
    taken = []

    def service(asked):
        text = json.dumps(asked.body)
        if len(text) > TAKES:
            return faults(wire)["overflow"]
        taken.append(text)
        return answer(wire, f"## Goal\nsummary {len(taken)}")

    with serving(service) as server:
        made = provider(f"{wire}:{MODELS[wire]}", base_url=server.url, key="sk-test-0123456789")
        model = HttpProvider(made.service, made.model, Options(effort="off", window=1_000_000))
        settings = CompactionSettings(keep_recent_tokens=50, effort="off")
        result = compact(talk(), settings, counter=EstimateCounter(), provider=model)
        turned_away = len(server.asked) - len(taken)
    assert result.method == "model"
    assert 1 <= turned_away <= 4
    assert {f"{who}{n}" for n in range(40) for who in ("ask", "did")} <= set(re.findall(r"\w+", " ".join(taken)))
    assert {attempt.status for attempt in result.attempts if attempt.outcome != "accepted"} == {400}
