"""What each setting may be, as data: the check, its message and the hint an editor shows all come from here."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from foldline.errors import SettingsError

Condition: TypeAlias = tuple[Literal["tokens", "fraction", "messages", "user_messages"], float]
"""("tokens", n), ("fraction", share of the window), ("messages", n), ("user_messages", n)."""
Clause: TypeAlias = Condition | tuple[Condition, ...]
"""One condition, or several that must all hold."""
MEASURES = ("tokens", "fraction", "messages", "user_messages")


class Range(NamedTuple):
    """The numbers a setting may have."""

    low: float
    high: float | None = None
    is_open: bool = False
    """The ends themselves are not allowed."""

    def __str__(self) -> str:
        if self.is_open:
            return f"above {self.low:,} and below {self.high:,}"
        return f"at least {self.low:,}" if self.high is None else f"from {self.low:,} to {self.high:,}"

    def holds(self, value: object) -> bool:
        """Whether a value is a number in the range."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        if self.is_open:
            return self.low < value and (self.high is None or value < self.high)
        return self.low <= value and (self.high is None or value <= self.high)


RANGES = {
    "context_window": Range(1),
    "max_context_window": Range(1),
    "threshold_tokens": Range(1),
    "threshold_percent": Range(1, 99),
    "reserve_tokens": Range(1),
    "ratio": Range(0, 1, is_open=True),
    "message_count": Range(1),
    "keep_recent_tokens": Range(0),
    "ledger_tokens": Range(0),
    "prose_tokens": Range(100),
    "image_tokens": Range(0),
}
CHOICES = {
    "language": ("", "en", "zh"),
    "group": ("auto", "on", "off"),
    "effort": ("inherit", "off", "minimal", "low", "medium", "high", "xhigh", "max"),
    "fallback": ("builtin", "none"),
    "remote": ("auto", "native", "off"),
    "native_readable": ("none", "builtin", "model"),
    "request_form": ("standalone", "suffix"),
}
CLAUSES = "a measure and a number, as in " + '["fraction", 0.3]' + ", or a list of such pairs"
FORMS: dict[str, tuple[Callable[[str], bool], str]] = {
    "remote_endpoint": (lambda text: not text or text.startswith(("http://", "https://")), "an http(s) address"),
    "models": (lambda text: text == "builtin" or all(text.partition(":")), "'provider:model', or 'builtin'"),
}


def allowed(name: str) -> str:
    """What a setting may be, in words; empty where its type says it all.

    >>> allowed("message_count"), allowed("group")
    ('at least 1', "'auto', 'on' or 'off'")
    """
    if name in RANGES:
        return str(RANGES[name])
    if name in CHOICES:
        *most, last = map(repr, CHOICES[name])
        return f"{', '.join(most)} or {last}"
    if name in {"trigger", "keep"}:
        return CLAUSES
    return FORMS[name][1] if name in FORMS else ""


def check(name: str, value: object) -> None:
    """Refuse a value that a setting can't have; None stands for a setting that is left open.

    Raises:
        SettingsError: names the setting, the value and what is allowed.

    >>> check("ratio", 0.7)
    """
    if name in RANGES:
        is_fine = value is None or RANGES[name].holds(value)
    elif name in CHOICES:
        is_fine = value in CHOICES[name]
    elif name in FORMS:
        texts = value if isinstance(value, tuple) else (value,)
        is_fine = all(isinstance(text, str) and FORMS[name][0](text) for text in texts)
    else:
        is_fine = True
    if not is_fine:
        msg = f"{name} is {value!r}; it must be {allowed(name)}"
        raise SettingsError(msg)
    if name == "trigger" and isinstance(value, tuple):
        for clause in value:
            _check_clause(name, clause)
    elif name in {"trigger", "keep"} and value is not None:
        _check_clause(name, value)


def conditions(clause: Clause) -> tuple[Condition, ...]:
    """The conditions of a clause, which may be a single one.

    >>> conditions(("tokens", 10))
    (('tokens', 10),)
    """
    if isinstance(clause, tuple) and len(clause) == 2 and isinstance(clause[0], str):  # noqa: PLR2004
        return (clause,)
    return clause


def _check_clause(name: str, clause: object) -> None:
    pairs = conditions(clause) if isinstance(clause, tuple) else ()
    if not pairs:
        msg = f"{name} is {clause!r}; it must be {allowed(name)}"
        raise SettingsError(msg)
    for pair in pairs:
        fault = _fault(pair)
        if fault:
            msg = f"{name} has {pair!r}: {fault}"
            raise SettingsError(msg)


def _fault(pair: object) -> str:
    if not isinstance(pair, tuple) or len(pair) != 2:  # noqa: PLR2004
        return f"it must be {CLAUSES}"
    kind, amount = pair
    if kind not in MEASURES:
        return f"unknown measure {kind!r}; use {', '.join(map(repr, MEASURES))}"
    most = 1 if kind == "fraction" else None
    if isinstance(amount, bool) or not isinstance(amount, int | float) or not amount > 0 or (most and amount > most):
        return f"{amount!r} must be above 0{' and at most 1' if most else ''}"
    return ""
