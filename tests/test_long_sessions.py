"""Sessions larger than the summariser's window, whatever that window is said to be."""

import re
import tracemalloc

import pytest

from builders import agent, session, user
from foldline import CompactionSettings, ScriptedProvider, Status, compact
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.portions import MOST_PORTIONS
from foldline.core.requests import Limits, SummaryReply
from foldline.errors import ProviderError, SummarizationError
from told_model import ToldModel

COUNTER = EstimateCounter()
WORDS = "the parser keeps every token of the second line and drops what no rule of the grammar asks for "


def turns(count, tokens):
    """So many turns of about so many tokens, each message with a mark of its own; then one that is kept."""
    answer = WORDS * (tokens // COUNTER.count(WORDS))
    said = []
    for number in range(count):
        said += [user(f"ask{number} go on"), agent(f"did{number} {answer}")]
    return session(*said, user("and now?"), agent("Soon."))


def folded(source, provider, **settings):
    settings.setdefault("keep_recent_tokens", 100)
    return compact(source, CompactionSettings(**settings), counter=COUNTER, provider=provider)


def marks(texts):
    return set(re.findall(r"\b(?:ask|did)\d+\b", " ".join(texts)))


def everything(count):
    return {f"{who}{number}" for number in range(count) for who in ("ask", "did")}


def test_an_oversized_history_is_told_in_windows_each_carrying_on_the_one_before():
    model = ToldModel(40_000)
    made = folded(turns(12, 4_000), model)
    told = [request for request in model.requests if request.kind != "short"]
    assert len(told) > 1
    assert model.kinds()[:2] == ["full", "update"]
    assert model.previous()[1] == "## Goal\nsummary 1"
    assert made.prose.startswith(f"## Goal\nsummary {len(told)}")
    assert "ask0 " in model.told()[0]
    assert "ask11 " in model.told()[len(told) - 1]
    assert marks(model.told()) == everything(12)


def test_a_repeated_fold_is_an_update_from_its_first_window_on():
    from foldline import entry
    from foldline.core.session import MessageEntry

    source = turns(12, 4_000)
    first = folded(source, ToldModel())
    source.append(entry(first, source))
    for number in range(12):
        source.append(MessageEntry(f"n{number}", source.leaf_id, agent(f"more{number} {WORDS * 200}")))
    model = ToldModel(40_000)
    folded(source, model)
    assert set(model.kinds()) == {"update", "turn_prefix", "short"}
    assert model.kinds()[0] == "update"
    assert "summary 1" in model.previous()[0]


def test_a_service_that_takes_less_than_its_catalogue_says_is_sent_less():
    model = ToldModel(400_000, takes=160_000)
    made = folded(turns(60, 4_000), model)
    assert made.method == "model"
    assert 1 <= model.turned_away <= 3
    assert marks(model.told()) == everything(60)


def test_a_small_window_is_never_overrun():
    model = ToldModel(8_192, takes=26_000)
    made = folded(turns(12, 4_000), model)
    assert (made.method, model.turned_away) == ("model", 0)
    assert max(len(request.prompt) for request in model.requests) <= 26_000
    assert {mark for mark in marks(model.told()) if mark.startswith("ask")} == {f"ask{number}" for number in range(12)}


@pytest.mark.parametrize("window", [None, 40_000])
def test_another_failure_than_length_ends_the_text_after_one_call(window):
    class Failing(ScriptedProvider):
        limits = Limits(window)

    provider = Failing([ProviderError("down")] * 5)
    made = folded(turns(12, 4_000), provider)
    assert [request.kind for request in provider.requests].count("full") == 1
    assert (made.status, made.method) == (Status.COMPACTED, "builtin")
    assert "(down)" in made.reason


def test_where_a_model_gives_up_half_way_what_it_wrote_is_carried_on():
    class GivesUp(ToldModel):
        def summarize(self, request):
            if len(self.requests) >= 3:
                raise ProviderError("the quota is spent")
            return super().summarize(request)

    source = turns(20, 4_000)
    made = folded(source, GivesUp(40_000))
    assert (made.method, made.summarised_by) == ("model", "told, builtin")
    assert "summary 3" in made.prose
    assert "the quota is spent" in {attempt.outcome for attempt in made.attempts}
    with pytest.raises(SummarizationError, match="the quota is spent"):
        folded(source, GivesUp(40_000), fallback="none")


def test_a_service_that_takes_nothing_is_not_asked_for_ever():
    model = ToldModel(200_000, takes=10)
    made = folded(turns(20, 4_000), model)
    assert made.method == "builtin"
    assert model.turned_away < 20
    assert "the prompt is too long" in made.reason


def test_one_huge_message_is_cut_head_and_tail_and_never_looped_on():
    source = session(user("start " + WORDS * 20_000 + "finish"), agent("ok"), user("go on"), agent("soon"))
    model = ToldModel(32_768, takes=100_000)
    made = folded(source, model)
    assert model.kinds() == ["turn_prefix", "short"]
    assert made.method == "model"
    assert "start the parser" in model.told()[0]
    assert "finish" in model.told()[0]
    assert "more characters were cut here" in model.told()[0]


def test_a_split_turn_larger_than_the_window_reaches_the_model_whole():
    answers = [agent(f"did{number} {WORDS * 150}") for number in range(30)]
    source = session(user("ask0 for it all"), *answers)
    model = ToldModel(32_768)
    made = folded(source, model)
    assert made.is_split_turn
    assert model.kinds().count("turn_prefix") == 1
    assert model.kinds()[:2] == ["full", "turn_prefix"]
    assert marks(model.told("full") + model.told("update") + model.told("turn_prefix")) == {
        "ask0",
        *(f"did{number}" for number in range(29)),
    }
    assert "ask0 for it all" in model.told("turn_prefix")[0]


def test_the_short_summary_is_bounded_by_the_window_too():
    source = session(*[message for number in range(8) for message in (user(f"ask{number}"), agent(WORDS * 300))])
    model = ToldModel(16_384)
    folded(source, model, keep_recent_tokens=30_000)
    (short,) = model.told("short")
    assert COUNTER.count(short) < 16_384
    assert marks([short]) == {"ask3", "ask6", "ask7"}


def test_the_ledger_is_the_same_however_the_history_is_told():
    source = turns(12, 4_000)
    whole, windowed = folded(source, ToldModel()), folded(source, ToldModel(40_000))
    assert whole.ledger == windowed.ledger


class Weighed:
    """Remembers which messages came up, and how much memory was in use at each call; no text."""

    name = "weighed"
    limits = Limits(32_768, 8_192)
    side_by_side = False

    def __init__(self):
        self.came_up = set()
        self.longest = 0
        self.memory = []

    def summarize(self, request):
        self.came_up |= marks([request.prompt])
        self.longest = max(self.longest, len(request.prompt))
        self.memory.append(tracemalloc.get_traced_memory()[0])
        return SummaryReply("I did it." if request.kind == "short" else f"## Goal\n{WORDS * 60}")


def test_three_million_tokens_fold_through_a_window_of_32k():
    source = session(
        *[
            message
            for turn in range(64)
            for message in (user(f"ask{turn} go on"), *(agent(f"did{turn * 40 + at} {WORDS * 70}") for at in range(40)))
        ]
    )
    model = Weighed()
    tracemalloc.start()
    try:
        made = folded(source, model, keep_recent_tokens=20_000, redaction=False)
    finally:
        tracemalloc.stop()
    assert made.tokens_before > 3_000_000
    assert made.method == "model"
    assert marks(item.message.text[:12] for item in source.history()) <= model.came_up
    assert len(made.attempts) <= MOST_PORTIONS
    assert model.longest < 32_768 * 5
    assert max(model.memory[1:]) - min(model.memory[1:]) < 2_000_000
