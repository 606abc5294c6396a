import asyncio

import pytest

from foldline.errors import CompactionCancelledError
from foldline.providers.running import Stop, run


async def seven():
    return 7


def test_work_is_waited_for_with_and_without_a_loop():
    async def inside():
        return run(seven())

    assert run(seven()) == 7
    assert asyncio.run(inside()) == 7


def test_what_is_stopped_before_it_begins_never_begins():
    stop = Stop()
    assert run(stop.watch(seven())) == 7
    stop.stop()
    with pytest.raises(CompactionCancelledError, match="the history is as it was"):
        run(stop.watch(seven()))


def test_an_error_of_the_work_passes():
    async def broken():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run(Stop().watch(broken()))
