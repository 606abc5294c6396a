"""The long tool outputs of the bundled session, made by rule so that each number in them agrees with the talk."""

import struct
import zlib
from base64 import b64encode
from datetime import datetime, timedelta
from math import sin

_at = datetime.fromisoformat
START = _at("2024-05-06T09:00")
"""Without an offset: that is written by hand, it is what the talk is about."""
LOST = frozenset({3, 4, 9, 15, 16, 21})
"""Batches of the gateway log whose acknowledgement got lost."""


class _Dice:
    """Numbers that look thrown and are the same everywhere and always."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def uniform(self, low: float, high: float) -> float:
        self.state = (self.state * 1_103_515_245 + 12_345) % 2**31
        return low + (high - low) * (self.state >> 8) / 2**23

    def randrange(self, low: int, high: int) -> int:
        return int(self.uniform(low, high))


def level(step: int, *, base: float = 311.0, swing: float = 6.0) -> float:
    """Centimetres of a gauge, some time after the start."""
    return base + swing * sin(step / 17) + (step * 7919 % 11) / 10


def gateway(lines: int) -> str:
    """The gateway's log of one station: live batches, some acknowledged in vain, and what is sent again."""
    dice, made, number = _Dice(7), [], 0
    while len(made) < lines:
        at = START + timedelta(minutes=5 * number)
        lost = number % 24 in LOST
        made.append(_logged(at, dice, "live", 1, 202 if not lost else 504))
        if lost:
            made.append(_logged(at + timedelta(seconds=28), dice, "flash", 2, 202))
        if number % 8 == 7:
            made.append(f"{at:%Y-%m-%dT%H:%M}:31 gw=harbour-2 KL-07 event !clock drift={dice.uniform(-1.4, 1.4):+.2f}s")
        number += 1
    return "\n".join(made[:lines])


def _logged(at: datetime, dice: _Dice, origin: str, attempt: int, status: int) -> str:
    second = 2 + dice.randrange(0, 3)
    took = f"{dice.uniform(0.2, 0.9):.3f}s" if status == 202 else "upstream answered after 8.0s, client gone"
    return (
        f"{at + timedelta(seconds=second):%Y-%m-%dT%H:%M:%S} gw=harbour-2 KL-07 POST /v1/readings "
        f"{dice.randrange(96, 131)}B src={origin} try={attempt} rssi={dice.randrange(-97, -81)} -> {status} {took}"
    )


def table(names: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """Rows as sqlite3 -header -column prints them."""
    columns = [[name, *(str(row[at]) for row in rows)] for at, name in enumerate(names)]
    widths = [max(map(len, column)) for column in columns]
    ruled = [names, tuple("-" * width for width in widths), *rows]
    return "\n".join(
        "  ".join(f"{cell!s:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in ruled
    )


def resent(rows: int) -> str:
    """Readings of a morning with those that are there twice."""
    made: list[tuple[object, ...]] = []
    for number in range(rows):
        at = START + timedelta(minutes=5 * number)
        value = level(number)
        got = f"{at - timedelta(hours=2, seconds=-3):%Y-%m-%dT%H:%M:%S}+00:00"
        made.append(("KL-07", f"{at:%Y-%m-%dT%H:%M}:00+02:00", got, f"{value:.1f}"))
        if number % 24 in LOST:
            again = f"{at - timedelta(hours=2, seconds=-31):%Y-%m-%dT%H:%M:%S}+00:00"
            made.append(("KL-07", f"{at - timedelta(hours=2):%Y-%m-%dT%H:%M}:00Z", again, f"{value + 0.2:.1f}"))
    return table(("gauge", "taken_at", "received_at", "level_cm"), made[:rows])


def capture(lines: int) -> str:
    """Bodies of batches as the gateway saw them, three stations in turn."""
    made: list[str] = []
    number = 0
    while len(made) < lines:
        for gauge, base, count in (("KL-07", 311.0, 3), ("KL-12", 262.0, 3), ("NB-02", 88.0, 1)):
            firmware, offset = ("2.4.1", "Z") if gauge == "NB-02" else ("2.5.0", "+02:00")
            made.append(f"#gauge={gauge};fw={firmware};n={count}")
            for part in range(count):
                at = START + timedelta(minutes=15 * number + 5 * part)
                step = 3 * number + part
                measured = f"{level(step, base=base):.1f};{12 - step / 90:.1f};{3612 - step // 4}"
                made.append(f"{at:%Y-%m-%dT%H:%M}:00{offset};{measured}")
            made.append(".")
        number += 1
    return "\n".join(made[:lines])


def spikes() -> str:
    """A day of the brook's gauge: gaps when the battery is low, and a level that is too high after each."""
    rows: list[tuple[object, ...]] = []
    for number in range(96):
        at = _at("2024-05-09T22:00") + timedelta(minutes=15 * number)
        if number % 19 in {11, 12, 13, 14}:
            continue
        value = level(number, base=84.0, swing=3.0) + (56 if number % 19 == 15 else 0)
        battery = 3149 - number % 7 if number % 19 == 10 else 3204 + (number * 37 % 60)
        got = f"{at + timedelta(seconds=5 + number % 4):%Y-%m-%dT%H:%M:%S}+00:00"
        rows.append((f"{at:%Y-%m-%dT%H:%M}:00+00:00", got, f"{value:.1f}", f"{9.5 + number % 13 / 10:.1f}", battery))
    return table(("taken_at", "received_at", "level_cm", "temp_c", "battery_mv"), rows)


def brook(lines: int) -> str:
    """What the gateway saw of that station on the same day."""
    dice, made = _Dice(23), []
    for number in range(lines):
        at = _at("2024-05-10T00:00:04") + timedelta(minutes=15 * number)
        if number % 19 in {3, 4, 5, 6}:
            made.append(f"{at:%Y-%m-%dT%H:%M:%S} gw=harbour-2 NB-02 silent, last seen {15 * (number % 19 - 2)} min ago")
        else:
            made.append(
                f"{at:%Y-%m-%dT%H:%M:%S} gw=harbour-2 NB-02 POST /v1/readings {dice.randrange(61, 66)}B src=live try=1 "
                f"rssi={dice.randrange(-104, -93)} -> 202 {dice.uniform(0.2, 0.9):.3f}s"
            )
    return "\n".join(made)


def brook_days(days: int) -> str:
    """The same gauge day by day; it begins to fail on 6 May."""
    rows = []
    for number in range(days):
        at = _at("2024-04-12") + timedelta(days=number)
        failing = at >= _at("2024-05-06")
        high = (1, 2, 1, 0, 5)[(at - _at("2024-05-06")).days % 5] if failing else 0
        rows.append((f"{at:%Y-%m-%d}", 96 - 4 * high, high, 3520 - 12 * number - (30 if failing else 0)))
    return table(("day", "readings", "too_high", "lowest_mv"), rows[:29])


def hours() -> str:
    """The hours around the change of the clock; the one that does not exist is missing."""
    rows = []
    for gauge, base, samples in (("KL-07", 311.0, 12), ("KL-12", 262.0, 12), ("NB-02", 88.0, 4)):
        for number in range(12):
            at = _at("2024-03-30T20:00") + timedelta(hours=number)
            if at.strftime("%d %H") == "31 02":
                continue
            mean = level(number, base=base)
            rows.append(
                (gauge, f"{at:%Y-%m-%dT%H:00}", samples, f"{mean:.1f}", f"{mean - 1.2:.1f}", f"{mean + 0.9:.1f}")
            )
    return table(("gauge", "hour", "samples", "mean", "min", "max"), rows)


def verbose() -> str:
    """What pytest -v prints, test by test, after the user's own commit was pulled."""
    tests = {
        "alerts": ("one_alert_when_a_level_rises_and_one_when_it_has_fallen", "gauges_without_a_threshold_are_silent"),
        "app": (
            "a_batch_is_accepted",
            "a_broken_batch_is_told_why",
            "a_day_begins_at_midnight_of_the_dashboard",
            "health_lists_the_gauges",
        ),
        "parse": (
            "a_batch_is_read_line_by_line",
            "a_level_no_river_has_is_rejected_alone",
            "temperature_and_battery_may_be_missing",
            "a_broken_batch_is_refused_whole[]",
            "a_broken_batch_is_refused_whole[KL-07;1;2]",
            "a_broken_batch_is_refused_whole[#fw=2.4.1;n=0]",
            "a_broken_batch_is_refused_whole[#gauge=KL-07;n=2\\n]",
            "a_broken_batch_is_refused_whole[#gauge=KL-07\\n\\xff]",
        ),
        "rollup": (
            "an_hour_is_the_mean_of_its_readings",
            "the_hour_that_comes_twice_in_october_is_two_hours",
            "a_late_reading_is_taken_into_its_hour",
        ),
        "store": (
            "readings_come_back_in_order_of_time",
            "a_gauge_that_sent_has_been_seen",
            "a_reading_that_is_sent_again_replaces_the_first",
            "an_hour_can_be_written_twice",
        ),
        "watchdog": (
            "a_gauge_that_sends_is_left_alone",
            "a_silent_gauge_is_told_once",
            "a_gauge_that_stays_silent_is_told_every_hour",
            "a_gauge_that_never_sent_is_no_news",
        ),
    }
    names = [f"tests/test_{file}.py::test_{name}" for file, found in tests.items() for name in found]
    lines = [f"{name} PASSED [{100 * at // len(names):3}%]" for at, name in enumerate(names, 1)]
    warning = (
        "tests/test_replay.py:10\n  /home/jonte/code/sluice/tests/test_replay.py:10: PytestUnknownMarkWarning: "
        "Unknown pytest.mark.slow - is this a typo?\n    @pytest.mark.slow"
    )
    head = f"{_PULLED}\n{_PLATFORM}\ncollected {len(names) + 1} items / 1 deselected"
    tail = f"== {len(names)} passed, 1 deselected, 1 warning in 2.91s =="
    return "\n".join([head, "", *lines, "", "== warnings summary ==", warning, "", tail])


_PULLED = (
    "18bdafa Leave the replay test out by default\n"
    "e0f6f28 Report a gauge after 35 minutes; the module is called watchdog"
)
_PLATFORM = "== test session starts ==\nplatform linux -- Python 3.11.9, pytest-8.2.0, pluggy-1.5.0 -- .venv/bin/python"


def journal(lines: int) -> str:
    """The journal of the box in a night in which the database was locked."""
    dice, made = _Dice(11), []
    at = _at("2024-05-13T04:40:01")
    while len(made) < lines - len(_TRACEBACK):
        gauge = ("KL-07", "KL-12", "NB-02", "KL-19", "KL-23")[dice.randrange(0, 5)]
        made.append(
            f"{at:%b %d %H:%M:%S} lock3 sluice[812]: INFO sluice 10.8.0.{dice.randrange(4, 30)} {_hit(gauge, dice)}"
        )
        at += timedelta(seconds=dice.randrange(1, 9))
        if len(made) == lines * 2 // 3:
            made += [f"{at:%b %d %H:%M:%S} lock3 sluice[812]: {text}" for text in _TRACEBACK]
    return "\n".join(made)


def _hit(gauge: str, dice: _Dice) -> str:
    if dice.uniform(0, 1) < 0.3:
        return f'"GET /v1/gauges/{gauge}/hourly?day=2024-05-13 HTTP/1.1" 200 -'
    return '"POST /v1/readings HTTP/1.1" 202 -'


_TRACEBACK = (
    "ERROR sluice roll-up failed",
    "Traceback (most recent call last):",
    '  File "/opt/sluice/sluice/app.py", line 118, in keep_rolling',
    "    hours = roll_up_all(service.store, datetime.now(UTC))",
    '  File "/opt/sluice/sluice/store.py", line 66, in write_hour',
    "    db.execute(",
    "sqlite3.OperationalError: database is locked",
    "Exception occurred during processing of request from ('10.8.0.17', 51044)",
    "sqlite3.OperationalError: database is locked",
)


def backup(lines: int) -> str:
    """The end of a backup's log: the database is copied whole, in parts, however little of it changed."""
    dice, made = _Dice(5), []
    at = _at("2024-05-12T02:00:04")
    for part in range(1, lines - 1):
        rate = dice.uniform(1.71, 1.99)
        at += timedelta(seconds=108 / rate)
        made.append(
            f"{at:%Y-%m-%dT%H:%M:%S} filer-1 backup[4410]: /srv/sluice/prod.db part {part:02}/{lines - 2} 108 MB "
            f"{rate:.2f} MB/s changed={dice.uniform(0.1, 1.4):.1f}%"
        )
    made.append(f"{at + timedelta(seconds=2):%Y-%m-%dT%H:%M:%S} filer-1 backup[4410]: /srv/sluice/prod.db done, 5.6 GB")
    made.append(f"{at + timedelta(seconds=3):%Y-%m-%dT%H:%M:%S} filer-1 backup[4410]: next file /srv/tides/tides.db")
    return "\n".join(made)


def late(rows: int) -> str:
    """Readings that came long after they were taken, in batches of 48, newest first."""
    made: list[tuple[object, ...]] = []
    for number in range(rows):
        at = _at("2024-04-18T06:00") + timedelta(minutes=65 * number)
        came = _at("2024-04-21T09:02:11") + timedelta(seconds=20 * (rows - number) // 4)
        hours_late = (came - at).total_seconds() / 3600
        times = (f"{at:%Y-%m-%dT%H:%M}:00+00:00", f"{came:%Y-%m-%dT%H:%M:%S}+00:00")
        made.append((*times, f"{hours_late:.1f}", 3149 - number * 3 % 41))
    return table(("taken_at", "received_at", "hours_late", "battery_mv"), made)


def missed(rows: int) -> str:
    """Hours whose readings came too late to be counted."""
    made = []
    for number in range(rows):
        at = _at("2024-04-18T06:00") + timedelta(hours=number)
        made.append((f"{at:%Y-%m-%dT%H}:00Z", 12, "" if number % 7 else 2))
    return table(("hour", "readings", "in_hourly"), made)


WIDTH, HEIGHT = 480, 160


def dashboard() -> str:
    """A picture of the chart with its hole, as base64 of a PNG: one bit a pixel, not compressed."""
    rows = [bytearray(b"\xff" * (WIDTH // 8)) for _ in range(HEIGHT)]
    for slot in range(24):
        if slot == 2:
            continue
        top = int(HEIGHT - 20 - 10 * (level(slot) - 304))
        for y in range(max(top, 4), HEIGHT - 12):
            for x in range(slot * 20 + 3, slot * 20 + 17):
                rows[y][x // 8] &= ~(0x80 >> x % 8)
    rows[HEIGHT - 12] = bytearray(WIDTH // 8)
    pixels = b"".join(b"\0" + bytes(row) for row in rows)
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(pixels, 0)), (b"IEND", b""))
    return b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)).decode()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
