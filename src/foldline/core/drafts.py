"""Getting one text written: ask, check, ask once more with the reason, else the built-in summariser.

A generator, like the pipeline it serves: it yields the requests of a round together, so that a driver may answer them
side by side.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from foldline.core.checks import Expected, fault
from foldline.core.profiles.prompting import Prompt
from foldline.core.requests import Kind, Reply, SummaryFailure, SummaryReply, SummaryRequest
from foldline.core.result import ACCEPTED, Attempt

Round: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], "tuple[Text, ...]"]
MAX_ATTEMPTS = 2
"""A text that fails its checks is asked for once more, with the reason."""
BUILTIN = "builtin"


class Draft(Struct, frozen=True):
    """A text that is wanted."""

    kind: Kind
    max_tokens: int
    prompt: Callable[[str], Prompt]
    """Makes the prompt; takes the reason of a refusal, empty the first time."""
    builtin: Callable[[], str]
    """Writes it without a model."""
    expected: Expected


class Text(Struct, frozen=True):
    """A text that was written, by whom, after which attempts; ``text`` is None where nobody could."""

    text: str | None
    by: str
    attempts: tuple[Attempt, ...] = ()


def write(
    drafts: Sequence[Draft], summariser: str, *, fallback: bool = True, clean: Callable[[str], str] = str
) -> Round:
    """Have all drafts written.

    Args:
        drafts: the texts wanted, independent of one another.
        summariser: name of who answers the requests; empty asks nobody and uses the built-in summariser.
        fallback: use the built-in summariser for what nobody else could write.
        clean: takes secrets out of what is sent, and of what comes back.
    """
    if not summariser:
        return tuple(Text(clean(draft.builtin()), BUILTIN) for draft in drafts)
    done: dict[int, tuple[str, str]] = {}
    attempts: dict[int, list[Attempt]] = {index: [] for index in range(len(drafts))}
    reasons = [""] * len(drafts)
    open_drafts = list(range(len(drafts)))
    for attempt in range(1, MAX_ATTEMPTS + 1):
        replies = yield tuple(_request(drafts[index], attempt, reasons[index], clean) for index in open_drafts)
        for index, reply in zip(open_drafts, replies, strict=True):
            outcome = clean(_outcome(reply, drafts[index]))
            attempts[index] += _attempts(reply, drafts[index].kind, summariser, outcome, clean)
            if not outcome and not isinstance(reply, SummaryFailure):
                done[index] = (clean(reply.text.strip()), reply.by or summariser)
            reasons[index] = outcome
        open_drafts = [
            index
            for index, reply in zip(open_drafts, replies, strict=True)
            if index not in done and not isinstance(reply, SummaryFailure)
        ]
        if not open_drafts:
            break
    return tuple(
        _text(drafts[index], done.get(index), attempts[index], clean if fallback else None)
        for index in range(len(drafts))
    )


def _request(draft: Draft, attempt: int, reason: str, clean: Callable[[str], str]) -> SummaryRequest:
    prompt = draft.prompt(reason)
    return SummaryRequest(draft.kind, clean(prompt.system), clean(prompt.user), draft.max_tokens, attempt, reason)


def _outcome(reply: Reply, draft: Draft) -> str:
    return reply.reason if isinstance(reply, SummaryFailure) else fault(reply, draft.expected)


def _attempts(
    reply: Reply, kind: Kind, summariser: str, outcome: str, clean: Callable[[str], str]
) -> Iterator[Attempt]:
    """What a reply tells of who was asked; a failure that lists its tries is the last of them."""
    for tried in reply.tried:
        yield Attempt(kind, tried.summariser, clean(tried.reason), tried.usage, tried.status)
    if isinstance(reply, SummaryReply):
        yield Attempt(kind, reply.by or summariser, outcome or ACCEPTED, reply.usage)
    elif not reply.tried:
        yield Attempt(kind, summariser, outcome, status=reply.status)


def _text(
    draft: Draft, done: tuple[str, str] | None, attempts: Sequence[Attempt], clean: Callable[[str], str] | None
) -> Text:
    """What a model wrote; else what the built-in summariser does, unless it may not (``clean`` is None)."""
    told = tuple(attempts)
    if done is not None:
        return Text(*done, told)
    return Text(None, "", told) if clean is None else Text(clean(draft.builtin()), BUILTIN, told)
