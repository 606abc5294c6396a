"""What a fold ends in: a status with a sentence, numbers by one counter, and the new context."""

from enum import StrEnum
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from foldline.core.facts import Ledger
from foldline.core.messages import CompactionSummaryMessage, Message, Usage
from foldline.core.remote.payload import Payload
from foldline.core.requests import CallKind
from foldline.core.session import Item


class Status(StrEnum):
    """How a fold ended. Only `compacted` changes anything."""

    COMPACTED = "compacted"
    """The old part is a summary now."""
    NOTHING_TO_FOLD = "nothing_to_fold"
    """What is kept word for word is all there is, or no legal cut leaves anything to fold."""
    ALREADY_COMPACTED = "already_compacted"
    """Nothing was said since the last fold."""
    NOT_WORTH_IT = "not_worth_it"
    """The fold would not be smaller than what it replaces."""
    FIXED_PART_TOO_LARGE = "fixed_part_too_large"
    """System prompt, tools and head alone exceed the budget; folding messages cannot help."""
    SUMMARY_FAILED = "summary_failed"
    """Nobody wrote an acceptable summary, or the new context would not be valid."""
    CANCELLED = "cancelled"
    """Stopped by the user or the program."""
    UNREADABLE = "unreadable"
    """Not text, not JSON, or in no format that is known."""
    NOT_A_CONVERSATION = "not_a_conversation"
    """Read, but there are no messages in it."""
    SEVERAL_CONVERSATIONS = "several_conversations"
    """The file holds several; choose one with `select`."""
    WRITE_REFUSED = "write_refused"
    """The fold itself is fine, but the file was left as it is."""

    @property
    def is_failure(self) -> bool:
        """True where a caller should look: the command then exits with 1 (130 when cancelled)."""
        return self not in _FINE


_FINE = frozenset({Status.COMPACTED, Status.NOTHING_TO_FOLD, Status.ALREADY_COMPACTED, Status.NOT_WORTH_IT})

Trigger: TypeAlias = Literal["manual", "auto"]


class CounterInfo(Struct, frozen=True):
    """Which counter made the numbers, and how far to trust them for this session's model."""

    name: str
    exact: bool = False
    """The counter is the model's own tokenizer."""
    model: str = ""
    factor: float = 1.0
    """True tokens of ``model`` per counted token, as far as known: by family, corrected by reported usage."""
    sampled: bool = False
    """A very long context: the oldest messages are measured by a sample, within about a hundredth."""
    factor_source: str = ""
    """Where the factor comes from: ``family``, ``usage`` or empty."""


class Clamped(Struct, frozen=True):
    """A kept message that alone is larger than the budget."""

    entry_id: str
    tokens: int
    """As it stands in the session."""
    kept_tokens: int
    """As it stands in ``result.messages``; the same number where it may not be shortened."""
    over: int = 0
    """How far the kept part stays over the budget because of it."""


HOOK: Final = "hook"
"""The method of a summary that a hook wrote."""
ACCEPTED: Final = "accepted"
"""The outcome of an attempt that was used."""


class Attempt(Struct, frozen=True):
    """One call to a summariser and what came of it."""

    kind: CallKind
    summariser: str
    outcome: str
    """`accepted`, or why not."""
    usage: Usage | None = None
    status: int | None = None
    """The HTTP status of a refusal, where there was one."""


class CompactionState(Struct, frozen=True):
    """What one automatic fold tells the next: hand ``result.state`` to the following call."""

    strikes: int = 0
    """Passes in a row that freed too little; two stop automatic folding."""
    folds_this_turn: int = 0
    usage_at_last_fold: int = 0
    """Tokens of the context right after the newest fold."""
    turn: str = ""
    """Id of the turn in which the newest fold was made."""


class CompactionResult(Struct, frozen=True, kw_only=True):
    """The outcome of a fold. On any status but `compacted` nothing was changed."""

    status: Status
    reason: str
    """One sentence for the user."""
    method: str = ""
    """`builtin`, `model`, `remote` or `hook`."""
    summarised_by: str = ""
    tokens_before: int = 0
    tokens_after: int = 0
    counter: CounterInfo | None = None
    summary: str = ""
    """What is stored: the prose, then the ledger."""
    prose: str = ""
    """The summary without the ledger."""
    short_summary: str = ""
    request: str = ""
    open_request: str = ""
    first_kept_entry_id: str = ""
    is_split_turn: bool = False
    clamped: tuple[Clamped, ...] = ()
    ledger: Ledger = Ledger()
    head: tuple[Item, ...] = ()
    """The fixed part before the summary: system prompt and what the client put first."""
    summary_message: CompactionSummaryMessage | None = None
    kept: tuple[Item, ...] = ()
    """The newest part, word for word save what ``clamped`` names."""
    messages: tuple[Message, ...] = ()
    """The whole new context in order: head, summary message, kept part."""
    folded_ids: tuple[str, ...] = ()
    kept_tokens: int = 0
    trigger: Trigger = "manual"
    attempts: tuple[Attempt, ...] = ()
    warnings: tuple[str, ...] = ()
    why_here: str = ""
    """Why the cut is where it is, in one sentence."""
    payload: Payload | None = None
    """What only its provider can read: it stands behind the head, and the summary message behind it."""
    timings: dict[str, float] = {}
    """Seconds by stage."""
    state: CompactionState = CompactionState()

    @property
    def cached_tokens(self) -> int:
        """Tokens of the calls that the providers read from their caches."""
        return sum(attempt.usage.cache_read for attempt in self.attempts if attempt.usage is not None)
