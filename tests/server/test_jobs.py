import asyncio
from threading import Event

import pytest

from foldline.errors import CompactionCancelledError, UnreadableError
from foldline.server import jobs as module
from foldline.server.faults import NotThereError
from foldline.server.jobs import BusyError, Job, Jobs, Step

SECONDS = 10


def until_over(job):
    async def wait():
        while not job.is_over:
            await job.changed(job.version, SECONDS)

    asyncio.run(wait())
    return job


def test_a_job_ends_with_what_its_work_came_to():
    job = until_over(Jobs().start("sum", lambda job: 3 + 4))
    assert (job.state, job.value, job.error) == ("done", 7, None)


def test_progress_is_told_in_versions():
    def work(job):
        job.report(stage="reading")
        job.report(stage="planning", steps=(Step("goal", "Goal"),))

    job = until_over(Jobs().start("read", work))
    assert (job.progress.stage, job.progress.steps[0].title, job.version) == ("planning", "Goal", 3)


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (UnreadableError("not text"), "failed"),
        (CompactionCancelledError("stopped"), "cancelled"),
        (ZeroDivisionError("a mistake of ours"), "failed"),
    ],
)
def test_what_goes_wrong_is_told(error, state, caplog):
    def work(job):
        raise error

    job = until_over(Jobs().start("read", work))
    assert (job.state, job.error) == (state, error)


def test_a_cancel_holds_whatever_the_work_comes_to_later():
    begun, go_on, ended = Event(), Event(), Event()

    def work(job):
        begun.set()
        go_on.wait(SECONDS)
        ended.set()
        return "late"

    jobs = Jobs()
    job = jobs.start("fold", work)
    begun.wait(SECONDS)
    assert jobs.cancel(job)
    go_on.set()
    ended.wait(SECONDS)
    assert not jobs.cancel(job)
    assert (job.state, job.value) == ("cancelled", None)


def test_work_that_tells_how_far_it_is_learns_that_nobody_wants_it():
    job = Job("fold", 0.0)
    job.end("cancelled")
    with pytest.raises(CompactionCancelledError):
        job.report(stage="writing")


def test_who_asked_to_be_stopped_is_stopped_once_at_once_or_later():
    calls = []
    job = Job("fold", 0.0)
    job.when_cancelled(lambda: calls.append("before"))
    job.end("cancelled")
    job.when_cancelled(lambda: calls.append("after"))
    job.end("cancelled")
    assert calls == ["before", "after"]


def test_who_asked_to_be_stopped_is_left_alone_when_all_went_well():
    calls = []
    job = Job("fold", 0.0)
    job.when_cancelled(lambda: calls.append("stopped"))
    job.end("done")
    job.when_cancelled(lambda: calls.append("stopped"))
    assert calls == []


def test_no_more_jobs_run_than_are_allowed():
    go_on = Event()
    jobs = Jobs()
    running = [jobs.start("fold", lambda job: go_on.wait(SECONDS)) for _ in range(module.MOST_RUNNING)]
    with pytest.raises(BusyError, match="wait for one of them"):
        jobs.start("fold", lambda job: None)
    go_on.set()
    until_over(running[0])
    assert until_over(jobs.start("fold", lambda job: "room again")).value == "room again"


def test_finished_jobs_are_forgotten_by_number():
    jobs = Jobs()
    first, second = (until_over(jobs.start("fold", lambda job: None)) for _ in range(2))
    for _ in range(module.MOST_KEPT - 1):
        until_over(jobs.start("fold", lambda job: None))
    with pytest.raises(NotThereError):
        jobs.get(first.id)
    assert jobs.get(second.id) is second


def test_finished_jobs_are_forgotten_by_age():
    now = [0.0]
    jobs = Jobs(clock=lambda: now[0])
    old = until_over(jobs.start("fold", lambda job: None))
    now[0] = module.LONGEST_KEPT + 1
    jobs.start("fold", lambda job: None)
    with pytest.raises(NotThereError):
        jobs.get(old.id)


def test_closing_cancels_what_runs():
    go_on = Event()
    jobs = Jobs()
    job = jobs.start("fold", lambda job: go_on.wait(SECONDS))
    jobs.close()
    assert job.state == "cancelled"
    go_on.set()


def test_waiting_ends_when_the_time_is_over():
    job = Job("fold", 0.0)
    asyncio.run(job.changed(0, 0.0))
    assert job.version == 0
