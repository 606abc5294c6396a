"""Getting one text written: ask, check, ask once more with the reason; then the next model, at last the built-in one.

Generators, like the pipeline they serve. `ask` yields one request at a time; `side_by_side` runs several such
generators and yields their requests together, so that a driver may answer them at the same time.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.checks import Expected, fault, text_of, was_cut
from foldline.core.profiles.prompting import Prompt
from foldline.core.requests import Kind, Reply, SummaryFailure, SummaryReply, SummaryRequest
from foldline.core.result import ACCEPTED, Attempt

Asking: TypeAlias = Generator[SummaryRequest, Reply, "Text"]
Round: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], "tuple[Text, ...]"]
MAX_ATTEMPTS = 2
"""A text that fails its checks is asked for once more, with the reason; then somebody else is, where there is one."""
MOST_CALLS = 20
"""For one text, however many models there are."""
MORE_ROOM = 1.5
"""A text that was cut gets so many times the room, where the model can write so much."""
BUILTIN = "builtin"


class Draft(Struct, frozen=True):
    """A text that is wanted, from a prompt that fits one request."""

    kind: Kind
    max_tokens: int
    prompt: Callable[[str], Prompt]
    """Makes the prompt; takes the reason of a refusal, empty the first time."""
    builtin: Callable[[], str]
    """Writes it without a model."""
    expected: Expected
    most_tokens: int = 0
    """The room a text may get that was cut; 0 for no more than it had."""


class Text(Struct, frozen=True):
    """A text that was written, by whom, after which attempts; ``text`` is None where nobody could."""

    text: str | None
    by: str
    attempts: tuple[Attempt, ...] = ()
    overflow: bool = False
    """Nobody could because the prompt was too long."""
    carried: str = ""
    """Where nobody could write the end of it: the text about what was told before."""
    told: int = 0
    """How many messages that is about."""


class Asker(NamedTuple):
    """Who answers, and what takes secrets out of all that is sent and of all that comes back."""

    name: str
    clean: Callable[[str], str] = str


class Wanted(NamedTuple):
    """A text with two ways to get it: by asking, and without a model."""

    ask: Callable[[Asker], Asking]
    builtin: Callable[[], str]
    finish: Callable[[str, int], str] | None = None
    """Without a model, too: from a text about so many messages the one about all."""


def write(
    wanted: Sequence[Draft | Wanted], summariser: str, *, fallback: bool = True, clean: Callable[[str], str] = str
) -> Round:
    """Have texts written that do not wait for one another.

    Args:
        wanted: the texts.
        summariser: name of who answers the requests; empty asks nobody and uses the built-in summariser.
        fallback: use the built-in summariser for what nobody else could write.
        clean: takes secrets out of what is sent, and of what comes back.
    """
    if not summariser:
        return tuple(Text(clean(one.builtin()), BUILTIN) for one in wanted)
    asker = Asker(summariser, clean)
    texts = yield from side_by_side([ask(one, asker) if isinstance(one, Draft) else one.ask(asker) for one in wanted])
    if not fallback:
        return texts
    return tuple(
        _by_builtin(one, text, clean) if text.text is None else text for one, text in zip(wanted, texts, strict=True)
    )


def _by_builtin(wanted: Draft | Wanted, text: Text, clean: Callable[[str], str]) -> Text:
    """What nobody else could write; what others wrote of it is carried on."""
    if text.told and isinstance(wanted, Wanted) and wanted.finish is not None:
        return Text(clean(wanted.finish(text.carried, text.told)), f"{text.by}, {BUILTIN}", text.attempts)
    return Text(clean(wanted.builtin()), BUILTIN, text.attempts)


def side_by_side(askings: Sequence[Asking]) -> Round:
    """Run generators that ask for one text after another; the requests they wait for at a time are one round."""
    done: dict[int, Text] = {}
    waiting: dict[int, SummaryRequest] = {}

    def go_on(index: int, reply: Reply | None) -> None:
        waiting.pop(index, None)
        try:
            waiting[index] = next(askings[index]) if reply is None else askings[index].send(reply)
        except StopIteration as stop:
            done[index] = stop.value

    for index in range(len(askings)):
        go_on(index, None)
    while waiting:
        asked = sorted(waiting)
        replies = yield tuple(waiting[index] for index in asked)
        for index, reply in zip(asked, replies, strict=True):
            go_on(index, reply)
    return tuple(done[index] for index in range(len(askings)))


def ask(draft: Draft, asker: Asker) -> Asking:
    """Ask for one text until it passes its checks or may not be asked for again; of several models, each in turn."""
    attempts: list[Attempt] = []
    refused: Counter[str] = Counter()
    skip: tuple[str, ...] = ()
    reason, is_cut, max_tokens = "", False, draft.max_tokens
    for number in range(1, MOST_CALLS + 1):
        if is_cut:
            max_tokens = max(max_tokens, min(int(MORE_ROOM * max_tokens), draft.most_tokens))
        prompt = draft.prompt(reason)
        system, user = asker.clean(prompt.system), asker.clean(prompt.user)
        reply = yield SummaryRequest(draft.kind, system, user, max_tokens, number, reason, is_cut, skip=skip)
        if isinstance(reply, SummaryFailure):
            attempts += _attempts(reply, draft.kind, asker, asker.clean(reply.reason))
            return Text(None, "", tuple(attempts), reply.overflow)
        by = reply.by or asker.name
        reply = replace(reply, text=asker.clean(reply.text))  # before any part of it can be named as a fault
        reason, is_cut = asker.clean(fault(reply, draft.expected)), was_cut(reply)
        attempts += _attempts(reply, draft.kind, asker, reason)
        if not reason:
            return Text(text_of(reply, draft.expected), by, tuple(attempts))
        refused[by] += 1
        if refused[by] >= MAX_ATTEMPTS:
            if not reply.others or by in skip:
                break
            skip, reason, is_cut, max_tokens = (*skip, by), "", False, draft.max_tokens
    return Text(None, "", tuple(attempts))


def _attempts(reply: Reply, kind: Kind, asker: Asker, outcome: str) -> Iterator[Attempt]:
    """What a reply tells of who was asked; a failure that lists its tries is the last of them."""
    for tried in reply.tried:
        yield Attempt(kind, tried.summariser, asker.clean(tried.reason), tried.usage, tried.status)
    if isinstance(reply, SummaryReply):
        yield Attempt(kind, reply.by or asker.name, outcome or ACCEPTED, reply.usage)
    elif not reply.tried:
        yield Attempt(kind, asker.name, outcome, status=reply.status)
