"""Foldline folds long LLM conversations into a summary you control, and never loses the original.

Importing it loads nothing else; a name brings its module with it when it is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldline.branches import asummarize_branch, branch_entry, summarize_branch
    from foldline.compactor import acompact, compact, entry, load, plan, preview, should_compact
    from foldline.core.branch_summary import BranchSummary
    from foldline.core.counting.model_facts import ModelFacts
    from foldline.core.counting.tokens import TokenCounter
    from foldline.core.handoffs import Handoff
    from foldline.core.hooks import HookAnswer, Hooks
    from foldline.core.messages import CompactionSummaryMessage, Message, Usage
    from foldline.core.requests import AsyncProvider, Provider, SummaryReply, SummaryRequest
    from foldline.core.result import CompactionResult, CompactionState, Status
    from foldline.core.session import CompactionEntry, MessageEntry, Session
    from foldline.core.settings import CompactionSettings
    from foldline.errors import FoldlineError, ProviderError, SummarizationError
    from foldline.handoffs import ahandoff, ahandoff_messages, handoff, handoff_messages
    from foldline.message_lists import CompactedMessages, acompact_messages, compact_messages
    from foldline.providers.callables import CallableProvider
    from foldline.providers.chain import Chain
    from foldline.providers.registry import provider
    from foldline.providers.scripted import ScriptedProvider

__version__ = "0.1.0"
_HOMES = {
    "branches": ("asummarize_branch", "branch_entry", "summarize_branch"),
    "core.branch_summary": ("BranchSummary",),
    "compactor": ("acompact", "compact", "entry", "load", "plan", "preview", "should_compact"),
    "core.handoffs": ("Handoff",),
    "core.hooks": ("HookAnswer", "Hooks"),
    "core.messages": ("CompactionSummaryMessage", "Message", "Usage"),
    "core.requests": ("AsyncProvider", "Provider", "SummaryReply", "SummaryRequest"),
    "core.result": ("CompactionResult", "CompactionState", "Status"),
    "core.session": ("CompactionEntry", "MessageEntry", "Session"),
    "core.settings": ("CompactionSettings",),
    "core.counting.model_facts": ("ModelFacts",),
    "core.counting.tokens": ("TokenCounter",),
    "errors": ("FoldlineError", "ProviderError", "SummarizationError"),
    "handoffs": ("ahandoff", "ahandoff_messages", "handoff", "handoff_messages"),
    "message_lists": ("CompactedMessages", "acompact_messages", "compact_messages"),
    "providers.callables": ("CallableProvider",),
    "providers.chain": ("Chain",),
    "providers.registry": ("provider",),
    "providers.scripted": ("ScriptedProvider",),
}
__all__ = [
    "AsyncProvider",
    "BranchSummary",
    "CallableProvider",
    "Chain",
    "CompactedMessages",
    "CompactionEntry",
    "CompactionResult",
    "CompactionSettings",
    "CompactionState",
    "CompactionSummaryMessage",
    "FoldlineError",
    "Handoff",
    "HookAnswer",
    "Hooks",
    "Message",
    "MessageEntry",
    "ModelFacts",
    "Provider",
    "ProviderError",
    "ScriptedProvider",
    "Session",
    "Status",
    "SummarizationError",
    "SummaryReply",
    "SummaryRequest",
    "TokenCounter",
    "Usage",
    "acompact",
    "acompact_messages",
    "ahandoff",
    "ahandoff_messages",
    "asummarize_branch",
    "branch_entry",
    "compact",
    "compact_messages",
    "entry",
    "handoff",
    "handoff_messages",
    "load",
    "plan",
    "preview",
    "provider",
    "should_compact",
    "summarize_branch",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(f"foldline.{home}"), name)
            globals()[name] = value
            return value
    msg = f"module 'foldline' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return __all__
