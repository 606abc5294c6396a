"""The fold itself, as a generator: it yields requests, is sent replies, and returns the result.

Texts (each checked as it arrives), ledger, short summary, whole-result checks: every policy stands here once, for the
sync and async drivers, the preview and the tests alike. It does no I/O and changes nothing.
"""

from collections.abc import Callable, Generator
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from foldline.core import texts
from foldline.core.dialogue import review
from foldline.core.drafts import Round, Text, write
from foldline.core.facts import FileOps, Ledger
from foldline.core.formed_text import formed
from foldline.core.keeping import Caps, summary_caps
from foldline.core.ledger import ledger_text
from foldline.core.ledger.collection import Sources, collect
from foldline.core.outcome import Job, Written, finish, refused
from foldline.core.profiles.summary_text import TURN_CONTEXT
from foldline.core.redacted_ledger import redacted
from foldline.core.redaction import redact
from foldline.core.remote import native_fold
from foldline.core.remote.payload import SHORT, is_placeholder
from foldline.core.remote.suffix import behind_live
from foldline.core.requests import Reply, SummaryRequest
from foldline.core.result import CompactionResult, Status
from foldline.core.triggers import rests
from foldline.core.wrapping import wrap_summary

Steps: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], CompactionResult]
NO_HISTORY = "No prior history."
MOST_REVIEW = 0.25
"""Share of the folded tokens that a dialogue review may take; a larger one is left out."""


class _Texts(NamedTuple):
    texts: tuple[Text, ...]
    has_history: bool
    """The first of them is about the history."""


def fold(job: Job) -> Steps:
    """Carry out a plan: yields the texts it wants, a tuple a round, and returns the result."""
    if (refusal := not_made(job)) is not None:
        return refusal
    if job.live is not None:
        return (yield from fold((yield from native_fold.asked(job))))
    ledger = ledger_of(job)
    caps = _caps(job)
    written = yield from behind_live(job, _texts(job, ledger, caps))
    attempts = tuple(attempt for text in written.texts for attempt in text.attempts)
    if missing := next((text for text in written.texts if text.text is None), None):
        reason = f"No summary was written ({missing.attempts[-1].outcome}); the history is as it was."
        return refused(job, Status.SUMMARY_FAILED, reason, attempts=attempts)
    prose = _clean(job)(_reviewed(job, _merge(job, written))) if written.texts else _own_text(job)
    rendered = _render(job, ledger, prose, caps)
    summary = f"{ledger_text.neutralise(prose)}\n\n{rendered.text}".strip()
    (short,) = yield from _short(job, ledger, summary)
    return finish(job, Written(ledger, prose, summary, written.texts, short, caps.ledger, rendered.over_cap))


def not_made(job: Job) -> CompactionResult | None:
    """The result where no fold is to be made at all; None where one is."""
    if job.plan.status is not Status.COMPACTED:
        return refused(job, job.plan.status, job.plan.reason)
    if job.trigger == "auto" and (reason := _rests(job)):
        return refused(job, Status.NOT_WORTH_IT, reason)
    return None


def _rests(job: Job) -> str:
    """Why an automatic fold is not made; one asked for by hand always is."""
    if not job.settings.enabled:
        return "Automatic folding is switched off (enabled = false)."
    return rests(job.state, (*job.plan.folded, *job.plan.kept))


def ledger_of(job: Job) -> Ledger:
    """What the fold carries word for word."""
    before = job.plan.previous
    files = FileOps() if before is None else FileOps(before.modified_files, before.read_files)
    kept = frozenset(item.id for item in job.plan.kept)
    sources = Sources(job.everything, kept, job.previous, files, job.cwd, job.branches)
    ledger = collect(sources, job.settings, job.tally.text)
    return redacted(ledger) if job.settings.redaction else ledger


def _clean(job: Job) -> Callable[[str], str]:
    """Takes secrets out of a text, unless the settings let them stay."""
    return redact if job.settings.redaction else str


def _render(job: Job, ledger: Ledger, prose: str, caps: Caps) -> ledger_text.Rendered:
    """The ledger as text. A request that the kept part or the prose shows word for word is not repeated."""
    shown = replace(
        ledger,
        request=None if texts.stands_in_tail(job, ledger.request) else ledger.request,
        open_request=None if texts.stands_in_tail(job, ledger.open_request) else ledger.open_request,
    )
    return ledger_text.render(
        shown,
        cap=caps.ledger,
        count=job.tally.text,
        language=job.template.language,
        open_request_shown_elsewhere=shown.open_request is not None and shown.open_request.text in prose,
    )


def _caps(job: Job) -> Caps:
    before = job.plan.previous
    replaced = job.plan.folded_tokens + (job.tally.text(before.summary) if before else 0)
    caps = summary_caps(job.settings, job.window, replaced)
    return caps._replace(prose=max(1, caps.prose - job.tally.text(wrap_summary(""))))


def _previous_prose(job: Job) -> str:
    """The old summary without what a program made of it: that part is made anew."""
    before = job.plan.previous
    if before is None or not before.readable or is_placeholder(before.summary):
        return ""
    return review.strip(ledger_text.strip(before.summary))


def _texts(job: Job, ledger: Ledger, caps: Caps) -> Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], _Texts]:
    """The summary of the history, and that of a split turn's beginning beside it; none where the provider's stands."""
    readable = job.settings.native_readable
    if job.own is not None and (job.own.is_readable or readable == "none"):
        return _Texts((), has_history=False)
    plan, previous = job.plan, _previous_prose(job)
    share = 1.0 if not plan.turn_prefix else 0.6
    moved = texts.too_long_to_split(job, ledger)
    history = (*plan.to_summarize, *plan.turn_prefix[:moved])
    wanted = []
    if history:
        wanted.append(texts.history(job, history, previous, ledger, int(caps.prose * share)))
    if plan.turn_prefix:
        beginning = (*plan.turn_prefix[: min(1, moved)], *plan.turn_prefix[moved:])
        wanted.append(texts.turn_prefix(job, beginning, ledger, int(caps.prose * (1 - share))))
    fallback = job.settings.fallback == "builtin"
    summariser = "" if job.own is not None and readable == "builtin" else job.summariser
    written = yield from write(wanted, summariser, fallback=fallback, clean=_clean(job))
    return _Texts(written, has_history=bool(history))


def _own_text(job: Job) -> str:
    return review.neutralise(job.own.text) if job.own is not None else ""


def _reviewed(job: Job, prose: str) -> str:
    """The summary of a chat with its newest lines below it, where that costs little beside what is folded."""
    prose = review.neutralise(prose)
    if not job.settings.is_chat or not job.settings.dialogue_review:
        return prose
    messages = [item.message for item in job.plan.folded]
    lines = review.dialogue_review(messages, language=job.template.language, title=job.settings.dialogue_review_title)
    is_short = job.tally.text(lines) <= MOST_REVIEW * job.plan.folded_tokens
    return f"{prose}\n\n{lines}" if lines and is_short else prose


def _merge(job: Job, written: _Texts) -> str:
    if not job.plan.turn_prefix:
        return formed(written.texts[0], "full", job.template, job.settings)
    begun = formed(written.texts[-1], "turn_prefix", job.template, job.settings)
    history = _previous_prose(job) or NO_HISTORY
    if written.has_history:
        history = formed(written.texts[0], "full", job.template, job.settings)
    return f"{history}{TURN_CONTEXT}{begun}"


def _short(job: Job, ledger: Ledger, summary: str) -> Round:
    """The short summary; it sees the checked, merged summary, and its failure never costs that one."""
    if job.own is not None:
        return (Text(SHORT, job.own.by),)
    if not job.settings.short_summary:
        return (Text("", ""),)
    (short,) = yield from write([texts.short(job, ledger, summary)], job.summariser, clean=_clean(job))
    return (replace(short, text=ledger_text.neutralise(formed(short, "short", job.template, job.settings))),)
