"""Which reports of usage say how large a context is."""

import pytest

from builders import Words, agent, items, user
from foldline.core.counting.context_size import RunningTotal
from foldline.core.counting.tokens import Tally
from foldline.core.counting.usage import Anchor, context_tokens, has_context_usage, prompt_tokens
from foldline.core.messages import Message, Usage


@pytest.mark.parametrize(
    ("usage", "context", "prompt", "usable"),
    [
        (Usage(input=1000, output=500, cache_read=200, cache_write=100), 1800, 1300, True),
        (Usage(), 0, 0, False),
        (Usage(context_tokens=120_000), 120_000, 120_000, True),
        (Usage(context_tokens=0), 0, 0, False),
        (Usage(context_tokens=0, output=29), 0, 0, False),
        (Usage(context_tokens=-5), 0, 0, False),
        (Usage(output=29), 29, 29, False),
        (Usage(output=29, total=120_000), 120_000, 120_000, True),
        (Usage(total=120_000), 120_000, 120_000, True),
        (Usage(cache_read=70_000, output=10), 70_010, 70_000, True),
        (Usage(input=50_000, output=100, total=65_100, orchestration=15_000), 50_100, 50_000, True),
        (Usage(input=10, orchestration=500), 0, 10, True),
    ],
)
def test_what_a_report_says_of_the_context(usage, context, prompt, usable):
    assert context_tokens(usage) == context
    assert prompt_tokens(usage) == prompt
    assert has_context_usage(usage) is usable


def newest(said, since=0):
    """The report that the size of a context is built on."""
    totals = RunningTotal(Tally(Words()))
    totals.extend_to(items(*said))
    return next(totals.anchors(since), None)


@pytest.mark.parametrize("stop", ["aborted", "error"])
def test_the_last_report_is_not_taken_from_an_answer_that_broke_off(stop):
    said = [agent(usage=Usage(input=100)), agent(usage=Usage(input=300), stop_reason=stop)]
    assert newest(said) == Anchor(0, Usage(input=100))


@pytest.mark.parametrize(
    "said",
    [
        [],
        [user()],
        [agent(usage=Usage(output=29))],
        [agent(usage=Usage(input=5), stop_reason="error")],
        [Message("user", usage=Usage(input=9))],
    ],
    ids=["nothing", "no report", "answer only", "error", "not an answer"],
)
def test_there_may_be_no_report_to_build_on(said):
    assert newest(said) is None


def test_reports_older_than_the_newest_fold_describe_a_prompt_that_is_gone():
    said = [user(), agent(usage=Usage(input=190_000)), user()]
    assert newest(said, since=2) is None
    assert newest(said, since=1) == Anchor(1, Usage(input=190_000))
