"""How a conversation is folded, as one frozen value. Validated when made; nothing here reads a file."""

from typing import Literal, TypeAlias

from msgspec import Struct

from foldline.core.counting.model_facts import ModelFacts
from foldline.core.hook_commands import HookCommands
from foldline.core.profiles.binding import Binding
from foldline.core.profiles.profile import Profile, named
from foldline.core.profiles.templates import PROFILES
from foldline.core.setting_ranges import Clause, Condition, check, conditions
from foldline.errors import SettingsError

__all__ = ["Clause", "CompactionSettings", "Condition", "Effort", "conditions"]

Effort: TypeAlias = Literal["inherit", "off", "minimal", "low", "medium", "high", "xhigh", "max"]

DEFAULT_RESERVE_TOKENS = 16_384
"""Room for the next prompt and its reply when ``reserve_tokens`` is unset (pi's and oh-my-pi's number)."""
MAX_SUMMARY_TOKENS = 16_384
"""Ceiling of a generated summary, whatever the reserve (oh-my-pi's number)."""
DEFAULT_RATIO = 0.70
"""Share of the window at which a chat is folded (Operit's number)."""
DEFAULT_MESSAGE_COUNT = 16
"""User messages after which a chat is folded (Operit's number)."""


class CompactionSettings(Struct, frozen=True, kw_only=True):
    """What to keep, when to fold, and how the fold is written.

    Raises:
        SettingsError: a value is out of range; the message names the field, the value and the range.
    """

    enabled: bool = True
    """Automatic folding; a fold asked for by hand works either way."""
    context_window: int | None = None
    """The model's window in tokens; None takes what the session or the model's name tells."""
    max_context_window: int | None = None
    """The larger window that ``max_context_mode`` switches to."""
    max_context_mode: bool = False
    """Use ``max_context_window`` in place of ``context_window``."""
    threshold_tokens: int | None = None
    """Fold above this many tokens; wins over ``threshold_percent``."""
    threshold_percent: float | None = None
    """Fold above this share of the window, 1 to 99."""
    reserve_tokens: int | None = None
    """Room kept free for the next prompt and reply. Unset is information: tiny windows then use 15 %."""
    by_ratio: bool | None = None
    """Fold at ``ratio`` too. None: in profiles made from `conversation`, and wherever ``ratio`` was changed."""
    ratio: float = DEFAULT_RATIO
    """Fold at or above this share of the window."""
    by_message_count: bool | None = None
    """Fold at ``message_count`` too. None: in profiles made from `conversation`, and wherever it was changed."""
    message_count: int = DEFAULT_MESSAGE_COUNT
    """Fold at or above this many messages of the user since the last fold."""
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
    rules: str = ""
    """How every summary is to be written; wins over the prompts. Those of the profile follow."""
    profile: str = "handoff"
    """Name of a built-in profile or of one in ``profiles``, where no binding names another."""
    profiles: tuple[Profile, ...] = ()
    """The user's profiles; one with the name of a built-in one changes that."""
    bindings: tuple[Binding, ...] = ()
    """Which sessions, characters, projects and models have a profile of their own."""
    fixed: frozenset[str] = frozenset()
    """Fields that neither a binding nor a profile changes: set by the environment or a flag."""
    language: str = ""
    """Language of the template, `en` or `zh`; empty follows the user's turns."""
    locale: str = ""
    """Where the turns do not tell the language: `zh*` is Chinese, anything else English."""
    group: Literal["auto", "on", "off"] = "auto"
    """Whether a chat is told as a group's, line by line with its speakers: `auto` from two characters on."""
    dialogue_review: bool = True
    """Put the newest lines of the folded chat below its summary (profiles made from `conversation`)."""
    dialogue_review_title: str = ""
    """Heading of that; empty for the built-in one."""
    previous_summary_review: bool = False
    """Ask for one more section that condenses the summary before (profiles made from `conversation`)."""
    alternate: bool = False
    """Merge the summary into a tail that starts with a user message, for servers that demand alternating roles."""
    short_summary: bool = True
    """Write two or three sentences on what changed, too."""
    short_states_request: bool = False
    """Let the short summary itself name the request and the open question."""
    ledger_tokens: int = 4_000
    """Cap of the ledger in the summary message."""
    prose_tokens: int = 2_000
    """Cap of the built-in summariser's prose."""
    image_tokens: int = 1_200
    """Tokens of an image whose size is unknown (oh-my-pi's flat number)."""
    models: tuple[str, ...] = ()
    """Who writes summaries, as `provider:model`, the next where one fails; none for the built-in summariser."""
    catalog: dict[str, ModelFacts] = {}
    """What is true of models, by name, where it differs from what is published: windows, limits, prices."""
    effort: Effort = "inherit"
    """How much a model may think about a summary."""
    remote: Literal["auto", "native", "off"] = "auto"
    """`auto` asks ``remote_endpoint`` first, where one is set; `native` has the model's provider fold by itself, where
    it can and the session can hold what only that provider reads; `off` does neither."""
    remote_endpoint: str = ""
    """Address of a service that writes summaries; it is asked before ``models``."""
    native_readable: Literal["none", "builtin", "model"] = "none"
    """Who writes the text beside a fold that only its provider reads; `none` leaves a sentence and the ledger."""
    request_form: Literal["standalone", "suffix"] = "standalone"
    """`suffix` appends the instruction to the live request, so that what the provider has cached of it is reused."""
    redaction: bool = True
    """Take secrets out of what leaves the machine."""
    secret_scanner: bool = False
    """Have the scanner of the extra `scanner` look at it, too, and at what comes back."""
    telemetry_content: bool = False
    """Let the spans of a program that records them hold the texts that are sent and answered."""
    hooks: HookCommands = HookCommands()
    """Programs that are run before and after a fold; from the table `[hooks]` of the user's own file alone."""
    fallback: Literal["builtin", "none"] = "builtin"
    """Who writes the summary when the provider cannot: the built-in summariser, or nobody."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            check(name, getattr(self, name))
        known = (*PROFILES, *(profile.name for profile in self.profiles))
        if self.profile not in known:
            msg = f"profile is {self.profile!r}; it must be one of {', '.join(map(repr, dict.fromkeys(known)))}"
            raise SettingsError(msg)

    @property
    def chosen(self) -> Profile:
        """The profile in force, with the user's changes.

        >>> CompactionSettings(profile="conversation").chosen.base
        'conversation'
        """
        return named(self.profiles, self.profile)

    @property
    def is_chat(self) -> bool:
        """Whether the profile in force is made from `conversation`."""
        return self.chosen.base == "conversation"

    @property
    def window(self) -> tuple[int | None, str]:
        """The window these settings state, and the field that states it."""
        if self.max_context_mode and self.max_context_window is not None:
            return self.max_context_window, "max_context_window"
        return self.context_window, "context_window"

    @property
    def triggers(self) -> tuple[Clause, ...]:
        """Every clause that is a reason to fold, those of ratio and message count first.

        >>> CompactionSettings(profile="conversation").triggers
        (('fraction', 0.7), ('user_messages', 16))
        """
        by_ratio, by_count = self.by_ratio, self.by_message_count
        if by_ratio is None:
            by_ratio = self.is_chat or self.ratio != DEFAULT_RATIO
        if by_count is None:
            by_count = self.is_chat or self.message_count != DEFAULT_MESSAGE_COUNT
        clauses: list[Clause] = [("fraction", self.ratio)] if by_ratio else []
        if by_count:
            clauses.append(("user_messages", self.message_count))
        return (*clauses, *self.trigger)
