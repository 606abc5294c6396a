import pytest

from foldline.core.counting.estimate import EstimateCounter
from foldline.errors import CompactionCancelledError
from foldline.server.jobs import Job
from foldline.server.watched_counter import WatchedCounter, working_for

COUNTER = WatchedCounter(EstimateCounter())


def test_it_counts_as_the_counter_behind_it():
    plain = EstimateCounter()
    assert (COUNTER.name, COUNTER.count("some words"), COUNTER.exact_for("gpt-4o")) == (
        plain.name,
        plain.count("some words"),
        plain.exact_for("gpt-4o"),
    )


def test_counting_ends_once_the_job_it_is_for_was_cancelled():
    job = Job("fold", 0.0)
    with working_for(job):
        assert COUNTER.count("x")
        job.end("cancelled")
        with pytest.raises(CompactionCancelledError):
            COUNTER.count("x")
    assert COUNTER.count("x")
