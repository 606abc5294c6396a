"""How a conversation is folded, as one frozen value. Validated when made; nothing here reads a file."""

from typing import Literal, TypeAlias

from msgspec import Struct

from foldline.errors import SettingsError

Condition: TypeAlias = tuple[Literal["tokens", "fraction", "messages", "user_messages"], float]
"""("tokens", n), ("fraction", share of the window), ("messages", n), ("user_messages", n)."""
Clause: TypeAlias = Condition | tuple[Condition, ...]
"""One condition, or several that must all hold."""

DEFAULT_RESERVE_TOKENS = 16_384
"""Room for the next prompt and its reply when ``reserve_tokens`` is unset (pi's and oh-my-pi's number)."""
MAX_SUMMARY_TOKENS = 16_384
"""Ceiling of a generated summary, whatever the reserve (oh-my-pi's number)."""


class CompactionSettings(Struct, frozen=True, kw_only=True):
    """What to keep, when to fold, and how the fold is written.

    Raises:
        SettingsError: a value is out of range; the message names the field, the value and the range.
    """

    enabled: bool = True
    """Automatic folding; a fold asked for by hand works either way."""
    context_window: int | None = None
    """The model's window in tokens; None takes what the session or the model's name tells."""
    threshold_tokens: int | None = None
    """Fold above this many tokens; wins over ``threshold_percent``."""
    threshold_percent: float | None = None
    """Fold above this share of the window, 1 to 99."""
    reserve_tokens: int | None = None
    """Room kept free for the next prompt and reply. Unset is information: tiny windows then use 15 %."""
    trigger: tuple[Clause, ...] = ()
    """Further reasons to fold, any of which is enough; a clause with several conditions needs them all."""
    keep_recent_tokens: int = 20_000
    """Budget of the newest part that stays word for word."""
    keep: Clause | None = None
    """The same budget in other measures: ("tokens", n), ("fraction", f), ("messages", n), or several (all hold)."""
    adaptive_keep: bool = True
    """Shrink the budget by the ratio of reported to counted tokens, where the provider reported more."""
    pending_calls: frozenset[str] = frozenset()
    """Ids of tool calls that still wait for an answer although the conversation went on."""
    pins: tuple[str, ...] = ()
    """Rules set by hand; carried word for word through every fold."""
    unpin: frozenset[str] = frozenset()
    """Ids of rules that no longer bind."""
    focus: str = ""
    """What the summary should look at most."""
    extra_context: tuple[str, ...] = ()
    """Lines handed to the summariser as additional context."""
    profile: str = "handoff"
    language: str = ""
    """Language of the template, `en` or `zh`; empty follows the user's turns."""
    alternate: bool = False
    """Merge the summary into a tail that starts with a user message, for servers that demand alternating roles."""
    short_summary: bool = True
    short_states_request: bool = False
    ledger_tokens: int = 4_000
    """Cap of the ledger in the summary message."""
    prose_tokens: int = 2_000
    """Cap of the built-in summariser's prose."""
    image_tokens: int = 1_200
    """Tokens of an image whose size is unknown (oh-my-pi's flat number)."""
    fallback: Literal["builtin", "none"] = "builtin"
    """Who writes the summary when the provider cannot: the built-in summariser, or nobody."""

    def __post_init__(self) -> None:
        _in_range("context_window", self.context_window, 1)
        _in_range("threshold_tokens", self.threshold_tokens, 1)
        _in_range("threshold_percent", self.threshold_percent, 1, 99)
        _in_range("reserve_tokens", self.reserve_tokens, 1)
        _in_range("keep_recent_tokens", self.keep_recent_tokens, 0)
        _in_range("ledger_tokens", self.ledger_tokens, 0)
        _in_range("prose_tokens", self.prose_tokens, 100)
        _in_range("image_tokens", self.image_tokens, 0)
        for clause in self.trigger if self.keep is None else (*self.trigger, self.keep):
            for condition in conditions(clause):
                _check_condition(condition)


def conditions(clause: Clause) -> tuple[Condition, ...]:
    """The conditions of a clause, which may be a single one.

    >>> conditions(("tokens", 10))
    (('tokens', 10),)
    """
    if isinstance(clause, tuple) and len(clause) == 2 and isinstance(clause[0], str):  # noqa: PLR2004
        return (clause,)
    return clause


def _in_range(field: str, value: float | None, low: float, high: float | None = None) -> None:
    if value is None or (low <= value and (high is None or value <= high)):
        return
    wanted = f"at least {low:,}" if high is None else f"from {low:,} to {high:,}"
    msg = f"{field} is {value!r}; it must be {wanted}"
    raise SettingsError(msg)


def _check_condition(condition: Condition) -> None:
    kind, amount = condition
    if kind not in {"tokens", "fraction", "messages", "user_messages"}:
        msg = f"unknown measure {kind!r}; use 'tokens', 'fraction', 'messages' or 'user_messages'"
        raise SettingsError(msg)
    if amount <= 0 or (kind == "fraction" and amount > 1):
        wanted = "above 0 and at most 1" if kind == "fraction" else "above 0"
        msg = f"({kind!r}, {amount!r}) must be {wanted}"
        raise SettingsError(msg)
