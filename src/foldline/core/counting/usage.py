"""What providers report of a request's size, and which reports can be trusted."""

from msgspec import Struct

from foldline.core.messages import Message, Usage


def context_tokens(usage: Usage) -> int:
    """Tokens in the context after the request that reported ``usage``.

    >>> context_tokens(Usage(input=1000, output=500, cache_read=200, cache_write=100))
    1800
    """
    if usage.context_tokens is not None:
        return max(0, usage.context_tokens)
    parts = usage.input + usage.output + usage.cache_read + usage.cache_write
    return max(0, (usage.total or parts) - usage.orchestration)


def prompt_tokens(usage: Usage) -> int:
    """Tokens the request itself had, without the answer where that can be told."""
    if usage.context_tokens is not None:
        return max(0, usage.context_tokens)
    prompt = usage.input + usage.cache_read + usage.cache_write
    return prompt if prompt > 0 else context_tokens(usage)


def has_context_usage(usage: Usage) -> bool:
    """True where ``usage`` says how large the context was, and not only how long the answer.

    >>> has_context_usage(Usage(output=29)), has_context_usage(Usage(output=29, total=120_000))
    (False, True)
    """
    return (
        (usage.context_tokens or 0) > 0
        or usage.input + usage.cache_read + usage.cache_write > 0
        or context_tokens(usage) > usage.output
    )


class Anchor(Struct, frozen=True):
    """The newest usage report that can be trusted, and the index of its message."""

    index: int
    usage: Usage


def is_report(message: Message) -> bool:
    """Whether the usage of a message can be trusted: a finished answer that says how large the context was."""
    usage = message.usage
    if usage is None or message.role != "assistant" or message.stop_reason in {"aborted", "error"}:
        return False
    return has_context_usage(usage)
