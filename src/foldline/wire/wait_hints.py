"""How long a service asks to wait, wherever it says so: its headers, its error object, its words.

Pure: dates are reckoned from the service's own clock, the `date` of the same answer; without it they tell nothing.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Final

from foldline.core.messages import Json
from foldline.wire.blocks import as_object, as_text

_PREFIXES: Final = ("anthropic-ratelimit-", "x-ratelimit-", "ratelimit-")
_UNITS: Final = {"ms": 0.001, "s": 1, "m": 60, "h": 3_600, "d": 86_400}
_EPOCH: Final = 1_000_000_000
"""A number from here on is a date in seconds; a thousand times that, one in milliseconds."""


def wait_hint(headers: Mapping[str, str], reported: Mapping[str, Json], *, is_limit: bool = False) -> float | None:
    """Seconds that a service asks to wait; None when it does not say.

    Args:
        headers: of the answer, in lower case.
        reported: the object that describes the error.
        is_limit: it turned the request away for a limit; only then do the resets of limits matter, which services tell
            with every answer.

    >>> wait_hint({"retry-after": "7"}, {}), wait_hint({"retry-after-ms": "1500"}, {}), wait_hint({}, {})
    (7.0, 1.5, None)
    >>> wait_hint({"x-ratelimit-reset-requests": "1m6s"}, {}, is_limit=True)
    66.0
    """
    now = _date(headers.get("date", ""))
    asked = [
        _milliseconds(headers.get("retry-after-ms", "")),
        _wait(headers.get("retry-after", ""), now),
        _told_by_google(reported.get("details")),
        _told_in_words(as_text(reported.get("message"))),
    ]
    found = next((seconds for seconds in asked if seconds is not None), None)
    return _reset(headers, now) if found is None and is_limit else found


def _reset(headers: Mapping[str, str], now: datetime | None) -> float | None:
    """When a limit is free again: the last of those that are spent, else the first of all."""
    spent: list[float] = []
    others: list[float] = []
    for limit, text in _resets(headers):
        seconds = _wait(text, now)
        if seconds is not None:
            is_spent = headers.get(limit.replace("reset", "remaining", 1), "").strip() == "0"
            (spent if is_spent else others).append(seconds)
    return max(spent) if spent else min(others, default=None)


def _resets(headers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, text in headers.items():
        prefix = next((prefix for prefix in _PREFIXES if name.startswith(prefix)), "")
        if prefix and "reset" in name.removeprefix(prefix).split("-"):
            yield name, text


def _wait(text: str, now: datetime | None) -> float | None:
    """Seconds from any form of a wait: a number, "6m0s", a date as HTTP, RFC 3339 or a count of seconds writes it."""
    text = text.strip()
    if (number := _number(text)) is not None:
        if number < _EPOCH:
            return number
        seconds = number / 1000 if number >= _EPOCH * 1000 else number
        return None if now is None else max(0.0, seconds - now.timestamp())
    if text and (parts := _duration().fullmatch(text)):
        return sum(float(amount) * _UNITS[unit] for amount, unit in _amount().findall(parts[0]))
    then = _date(text)
    return None if now is None or then is None else max(0.0, (then - now).total_seconds())


def _date(text: str) -> datetime | None:
    """A date with its zone, as HTTP or RFC 3339 writes it."""
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            date = read(text)
        except (ValueError, TypeError):
            continue
        return date if date.tzinfo else None
    return None


def _told_by_google(details: Json) -> float | None:
    for detail in details if isinstance(details, list) else []:
        delay = as_text(as_object(detail).get("retryDelay"))
        if delay and (seconds := _wait(delay, None)) is not None:
            return seconds
    return None


def _told_in_words(message: str) -> float | None:
    """Some say it in the message alone."""
    said = _words().search(message)
    if said is None:
        return None
    return _milliseconds(said["ms"]) if said["ms"] else _wait(said["wait"], None)


def _milliseconds(text: str) -> float | None:
    number = _number(text)
    return None if number is None else number / 1000


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


@cache
def _duration() -> re.Pattern[str]:
    return re.compile(r"(?:\d+(?:\.\d+)?(?:ms|[smhd]))+")


@cache
def _amount() -> re.Pattern[str]:
    return re.compile(r"(\d+(?:\.\d+)?)(ms|[smhd])")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(
        r"retry-after-ms[=:]\s?(?P<ms>\d{1,9})"
        r"|(?:try again|retry) in (?P<wait>(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[smhd])){1,4})",
        re.IGNORECASE,
    )
