"""The hand-off document, as a generator: it yields requests, is sent replies, and returns the result.

A successor who sees nothing else can go on from it: a model's or the built-in summariser's text, and below it the
ledger, which no model rewrites. Nothing is folded, nothing is changed.
"""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from foldline.core import extractive
from foldline.core.checks import Expected
from foldline.core.counting.tokens import Tally
from foldline.core.dialogue import review
from foldline.core.drafts import BUILTIN, Draft, Round, Text, Wanted, write
from foldline.core.extractive import Material
from foldline.core.facts import FileOps, Ledger
from foldline.core.formed_text import formed
from foldline.core.keeping import summary_caps
from foldline.core.ledger import ledger_text
from foldline.core.ledger.collection import Sources, collect
from foldline.core.portions import Portion, Story, in_portions
from foldline.core.profiles.behind import behind
from foldline.core.profiles.prompting import Prompt, build
from foldline.core.profiles.templates import Template, for_kind
from foldline.core.redacted_ledger import redacted
from foldline.core.redaction import redact
from foldline.core.remote.live import Live
from foldline.core.remote.redacted_live import without_secrets
from foldline.core.remote.suffix import changed
from foldline.core.requests import Limits, Reply, SummaryRequest
from foldline.core.result import Attempt, CounterInfo, Status
from foldline.core.session import BranchSummaryEntry, Context, Item
from foldline.core.settings import CompactionSettings
from foldline.core.summariser_room import input_tokens, most_output, output_tokens
from foldline.core.transcript import transcript
from foldline.core.useless_results import without_useless

_NOTHING = Portion("", "", ())
LEAST_MESSAGES = 2
"""Fewer are nothing to hand over (oh-my-pi's number)."""


class Handoff(Struct, frozen=True, kw_only=True):
    """The outcome of a hand-off. On any status but `compacted` there is no document."""

    status: Status
    reason: str
    """One sentence for the user."""
    method: str = ""
    """`builtin` or `model`."""
    summarised_by: str = ""
    document: str = ""
    """The prose, then the ledger."""
    prose: str = ""
    messages: int = 0
    """Of the conversation that is handed over, those that earlier folds cover included."""
    tokens_before: int = 0
    """Of what a model would be sent now."""
    tokens_after: int = 0
    """Of the document."""
    counter: CounterInfo | None = None
    request: str = ""
    open_request: str = ""
    ledger: Ledger = Ledger()
    attempts: tuple[Attempt, ...] = ()
    warnings: tuple[str, ...] = ()


class HandoffJob(NamedTuple):
    """Everything a hand-off needs to know."""

    context: Context
    everything: Sequence[Item]
    """All messages of the path, those that earlier folds cover included: the ledger is made from them."""
    settings: CompactionSettings
    template: Template
    """The full one, with the user's changes."""
    tally: Tally
    previous: Ledger | None = None
    """A ledger that is believed: read back from our own summary."""
    branches: tuple[BranchSummaryEntry, ...] = ()
    """Summaries of branches on the path: what was said there stands nowhere else."""
    summariser: str = ""
    """Name of who answers the requests; empty for the built-in summariser."""
    limits: Limits = Limits()
    window: int | None = None
    language_line: str = ""
    cwd: str = ""
    counter: CounterInfo | None = None
    cached: Live | None = None
    """The live request, where the wish for a document is to stand behind it."""


Steps: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], Handoff]


def hand_over(job: HandoffJob) -> Steps:
    """Have the document written: yields the texts it wants, and returns the result."""
    if len(job.everything) < LEAST_MESSAGES:
        reason = f"Nothing to hand over: the conversation has {len(job.everything)} of the {LEAST_MESSAGES} messages"
        return not_made(job, Status.NOTHING_TO_FOLD, f"{reason} that a hand-off needs.")
    ledger = _ledger(job)
    asking = write(
        [_document(job, ledger)],
        job.summariser,
        fallback=job.settings.fallback == "builtin",
        clean=_clean(job),
    )
    (text,) = yield from _behind_live(job, asking)
    if text.text is None:
        reason = f"No document was written ({text.attempts[-1].outcome})."
        return replace(not_made(job, Status.SUMMARY_FAILED, reason), attempts=text.attempts)
    return _finished(job, ledger, text)


def not_made(job: HandoffJob, status: Status, reason: str) -> Handoff:
    """Why there is no document."""
    return Handoff(
        status=status,
        reason=reason,
        messages=len(job.everything),
        tokens_before=_size(job),
        counter=job.counter,
    )


def _size(job: HandoffJob) -> int:
    before = job.context.previous
    summary = job.tally.text(before.summary) if before is not None else 0
    return summary + job.tally.total(item.message for item in job.context.items)


def _clean(job: HandoffJob) -> Callable[[str], str]:
    return redact if job.settings.redaction else str


def _ledger(job: HandoffJob) -> Ledger:
    before = job.context.previous
    files = FileOps() if before is None else FileOps(before.modified_files, before.read_files)
    ledger = collect(
        Sources(job.everything, previous=job.previous, files_before=files, cwd=job.cwd, branches=job.branches),
        job.settings,
        job.tally.text,
    )
    return redacted(ledger) if job.settings.redaction else ledger


def _previous_prose(job: HandoffJob) -> str:
    before = job.context.previous
    return review.strip(ledger_text.strip(before.summary)) if before is not None and before.readable else ""


def _document(job: HandoffJob, ledger: Ledger) -> Wanted:
    max_tokens = output_tokens("handoff", job.settings, job.limits)
    empty = _prompt(job, _NOTHING, "")
    frame = job.tally.text(f"{empty.system}\n{empty.user}") if job.summariser else 0

    def draft(portion: Portion) -> Draft:
        known = (portion.conversation, portion.previous, job.settings.focus, *job.settings.extra_context)
        files = (*ledger.files.modified, *ledger.files.read)
        # A document replaces nothing, so it need not be shorter than anything.
        expected = Expected("handoff", job.template, 0, lambda: "\n".join((*known, *files)), job.tally.text)
        return Draft(
            "handoff", max_tokens, lambda reason: _prompt(job, portion, reason), str, expected, most_output(job.limits)
        )

    story = Story(
        items=job.context.items,
        size=job.tally.total(item.message for item in job.context.items),
        tell=lambda some: transcript(
            (item.message for item in without_useless(some)), thinking=job.limits.takes_reasoning
        ),
        draft=draft,
        room=input_tokens(job.limits, max_tokens, job.tally.counter, frame),
        frame=frame,
        count=job.tally.text,
        previous=_previous_prose(job),
    )
    return in_portions(story, lambda: _quoted(job, ledger))


def _prompt(job: HandoffJob, portion: Portion, retry_reason: str) -> Prompt:
    return build(
        "handoff",
        job.template,
        conversation=portion.conversation,
        previous=portion.previous,
        context_lines=job.settings.extra_context,
        focus=job.settings.focus,
        rules=(job.settings.rules, job.settings.chosen.rules),
        language_line=job.language_line,
        retry_reason=retry_reason,
    )


def _behind_live(job: HandoffJob, asking: Round) -> Round:
    """The same asking, with the live request put to it where all of it fits: the wish is then its last message."""
    if job.cached is None:
        return (yield from asking)
    live = without_secrets(job.cached) if job.settings.redaction else job.cached
    return (yield from changed(asking, lambda request: _with_live(job, live, request)))


def _with_live(job: HandoffJob, live: Live, request: SummaryRequest) -> SummaryRequest:
    text = _clean(job)(behind(_prompt(job, _NOTHING, request.retry_reason), job.template.language))
    room = input_tokens(job.limits, request.max_tokens, job.tally.counter, job.tally.text(text))
    return request if _size(job) > room else replace(request, live=live, instruction=text)


def _quoted(job: HandoffJob, ledger: Ledger) -> str:
    """The document by the built-in summariser, from the originals; an earlier summary counts where they are gone."""
    covers_more = len(job.everything) > len(job.context.items)
    material = Material(
        tuple(job.everything),
        replace(for_kind("handoff", job.template), profile="handoff"),
        previous="" if covers_more else _previous_prose(job),
        ledger=ledger,
    )
    most = summary_caps(job.settings, job.window).prose
    return extractive.summarise(material, max_tokens=most, count=job.tally.text)


def _finished(job: HandoffJob, ledger: Ledger, text: Text) -> Handoff:
    prose = formed(text, "handoff", job.template, job.settings)
    open_request = ledger.open_request.text if ledger.open_request else ""
    rendered = ledger_text.render(
        ledger,
        cap=summary_caps(job.settings, job.window).ledger,
        count=job.tally.text,
        language=job.template.language,
        open_request_shown_elsewhere=bool(open_request) and open_request in prose,
    )
    document = f"{ledger_text.neutralise(prose)}\n\n{rendered.text}".strip()
    by = "the built-in summariser" if text.by == BUILTIN else text.by
    made = not_made(
        job, Status.COMPACTED, f"Wrote a hand-off of {len(job.everything):,} messages; the document is by {by}."
    )
    over = "What must never be dropped is larger than the ledger's cap; it was kept whole."
    return replace(
        made,
        method=BUILTIN if text.by == BUILTIN else "model",
        summarised_by=text.by,
        document=document,
        prose=prose,
        tokens_after=job.tally.text(document),
        request=ledger.request.text if ledger.request else "",
        open_request=open_request,
        ledger=ledger,
        attempts=text.attempts,
        warnings=(over,) if rendered.over_cap else (),
    )
