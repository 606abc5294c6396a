"""The fold itself, as a generator: it yields requests, is sent replies, and returns the result.

Texts (each checked as it arrives), ledger, short summary, whole-result checks: every policy stands here once, for the
sync and async drivers, the preview and the tests alike. It does no I/O and changes nothing.
"""

from collections.abc import Callable, Generator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from foldline.core import extractive
from foldline.core.checks import Expected
from foldline.core.dialogue import review
from foldline.core.dialogue.turns import dialogue
from foldline.core.drafts import Draft, Round, Text, write
from foldline.core.extractive import Material
from foldline.core.facts import FileOps, Ledger, Quote
from foldline.core.keeping import Caps, summary_caps
from foldline.core.ledger import ledger_text
from foldline.core.ledger.collection import Sources, collect
from foldline.core.outcome import Job, Written, finish, refused
from foldline.core.plan import CompactionPlan
from foldline.core.profiles.prompting import Prompt, build
from foldline.core.profiles.summary_text import TURN_CONTEXT
from foldline.core.redacted_ledger import redacted
from foldline.core.redaction import redact
from foldline.core.requests import Kind, Reply, SummaryRequest
from foldline.core.result import CompactionResult, Status
from foldline.core.session import Item
from foldline.core.settings import DEFAULT_RESERVE_TOKENS, MAX_SUMMARY_TOKENS, CompactionSettings
from foldline.core.transcript import transcript
from foldline.core.triggers import rests
from foldline.core.wrapping import wrap_summary

Steps: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], CompactionResult]
NO_HISTORY = "No prior history."
SHORT_TOKENS = 512
"""Ceiling of the short summary (oh-my-pi's number)."""
MOST_REVIEW = 0.25
"""Share of the folded tokens that a dialogue review may take; a larger one is left out."""


def fold(job: Job) -> Steps:
    """Carry out a plan: yields the texts it wants, a tuple a round, and returns the result."""
    if job.plan.status is not Status.COMPACTED:
        return refused(job, job.plan.status, job.plan.reason)
    if job.trigger == "auto" and (reason := _rests(job)):
        return refused(job, Status.NOT_WORTH_IT, reason)
    ledger = _ledger(job)
    caps = _caps(job)
    texts = yield from _texts(job, ledger, caps)
    attempts = tuple(attempt for text in texts for attempt in text.attempts)
    if missing := next((text for text in texts if text.text is None), None):
        reason = f"No summary was written ({missing.attempts[-1].outcome}); the history is as it was."
        return refused(job, Status.SUMMARY_FAILED, reason, attempts=attempts)
    prose = _clean(job)(_reviewed(job, _merge(job, [text.text or "" for text in texts])))
    rendered = _render(job, ledger, prose, caps)
    summary = f"{ledger_text.neutralise(prose)}\n\n{rendered.text}".strip()
    (short,) = yield from _short(job, ledger, summary)
    return finish(job, Written(ledger, prose, summary, texts, short, caps.ledger, rendered.over_cap))


def _rests(job: Job) -> str:
    """Why an automatic fold is not made; one asked for by hand always is."""
    if not job.settings.enabled:
        return "Automatic folding is switched off (enabled = false)."
    return rests(job.state, (*job.plan.folded, *job.plan.kept))


def _ledger(job: Job) -> Ledger:
    before = job.plan.previous
    files = FileOps() if before is None else FileOps(before.modified_files, before.read_files)
    kept = frozenset(item.id for item in job.plan.kept)
    ledger = collect(Sources(job.everything, kept, job.previous, files, job.cwd), job.settings, job.tally.text)
    return redacted(ledger) if job.settings.redaction else ledger


def _clean(job: Job) -> Callable[[str], str]:
    """Takes secrets out of a text, unless the settings let them stay."""
    return redact if job.settings.redaction else str


def _render(job: Job, ledger: Ledger, prose: str, caps: Caps) -> ledger_text.Rendered:
    """The ledger as text. A request that the kept part or the prose shows word for word is not repeated."""
    shown = replace(
        ledger,
        request=None if _stands_in_tail(job, ledger.request) else ledger.request,
        open_request=None if _stands_in_tail(job, ledger.open_request) else ledger.open_request,
    )
    return ledger_text.render(
        shown,
        cap=caps.ledger,
        count=job.tally.text,
        language=job.template.language,
        open_request_shown_elsewhere=shown.open_request is not None and shown.open_request.text in prose,
    )


def _stands_in_tail(job: Job, quote: Quote | None) -> bool:
    return quote is not None and _in_tail(job.plan, quote.entry_id)


def _caps(job: Job) -> Caps:
    before = job.plan.previous
    replaced = job.plan.folded_tokens + (job.tally.text(before.summary) if before else 0)
    caps = summary_caps(job.settings, job.window, replaced)
    return caps._replace(prose=max(1, caps.prose - job.tally.text(wrap_summary(""))))


def _previous_prose(job: Job) -> str:
    """The old summary without what a program made of it: that part is made anew."""
    before = job.plan.previous
    return review.strip(ledger_text.strip(before.summary)) if before is not None and before.readable else ""


def _texts(job: Job, ledger: Ledger, caps: Caps) -> Round:
    """The summary of the history, and that of a split turn's beginning beside it."""
    plan, previous = job.plan, _previous_prose(job)
    drafts = []
    share = 1.0 if not plan.turn_prefix else 0.6
    if plan.to_summarize:
        drafts.append(_draft(job, "update" if previous else "full", plan.to_summarize, ledger, int(caps.prose * share)))
    if plan.turn_prefix:
        drafts.append(_draft(job, "turn_prefix", plan.turn_prefix, ledger, int(caps.prose * (1 - share))))
    return (yield from write(drafts, job.summariser, fallback=job.settings.fallback == "builtin", clean=_clean(job)))


def _draft(job: Job, kind: Kind, items: tuple[Item, ...], ledger: Ledger, prose_tokens: int) -> Draft:
    previous = _previous_prose(job) if kind == "update" else ""
    material = Material(
        items=items,
        template=job.template,
        previous=previous,
        upcoming=(*job.plan.turn_prefix, *job.plan.kept) if kind != "turn_prefix" else job.plan.kept,
        ledger=ledger,
        critical_open_request=ledger.open_request is not None and not _stands_in_tail(job, ledger.open_request),
    )
    writer = extractive.summarise_prefix if kind == "turn_prefix" else extractive.summarise

    def conversation() -> str:
        return _told(job, items)

    def prompt(retry_reason: str) -> Prompt:
        return build(
            kind,
            job.template,
            conversation=conversation(),
            previous=previous,
            context_lines=job.settings.extra_context,
            focus=job.settings.focus,
            rules=(job.settings.rules, job.settings.chosen.rules),
            language_line=job.language_line,
            retry_reason=retry_reason,
        )

    replaced = job.tally.total(item.message for item in items) + job.tally.text(previous)
    source = _Source(conversation, (previous, *ledger.files.modified, *ledger.files.read))
    return Draft(
        kind,
        _output_cap(job.settings, 0.5 if kind == "turn_prefix" else 0.8),
        prompt,
        lambda: writer(material, max_tokens=prose_tokens, count=job.tally.text),
        Expected(kind, job.template, replaced, source, job.tally.text),
    )


class _Source:
    """The text a summary was made from, put together when somebody asks for it."""

    def __init__(self, conversation: Callable[[], str], more: Sequence[str]) -> None:
        self._conversation = conversation
        self._more = more

    def __call__(self) -> str:
        return "\n".join((self._conversation(), *self._more))


def _output_cap(settings: CompactionSettings, share: float) -> int:
    reserve = settings.reserve_tokens or DEFAULT_RESERVE_TOKENS
    return min(int(share * reserve), MAX_SUMMARY_TOKENS)


def _in_tail(plan: CompactionPlan, entry_id: str) -> bool:
    return any(item.id == entry_id for item in plan.kept)


def _told(job: Job, items: Sequence[Item]) -> str:
    """Messages as a summariser reads them: a chat by its turns, everything else by its blocks."""
    messages = [item.message for item in items]
    if not job.settings.is_chat:
        return transcript(messages)
    return dialogue(messages, language=job.template.language, group=job.settings.group)


def _reviewed(job: Job, prose: str) -> str:
    """The summary of a chat with its newest lines below it, where that costs little beside what is folded."""
    prose = review.neutralise(prose)
    if not job.settings.is_chat or not job.settings.dialogue_review:
        return prose
    messages = [item.message for item in job.plan.folded]
    lines = review.dialogue_review(messages, language=job.template.language, title=job.settings.dialogue_review_title)
    is_short = job.tally.text(lines) <= MOST_REVIEW * job.plan.folded_tokens
    return f"{prose}\n\n{lines}" if lines and is_short else prose


def _merge(job: Job, texts: list[str]) -> str:
    if not job.plan.turn_prefix:
        return texts[0]
    history = texts[0] if job.plan.to_summarize else _previous_prose(job) or NO_HISTORY
    return f"{history}{TURN_CONTEXT}{texts[-1]}"


def _short(job: Job, ledger: Ledger, summary: str) -> Round:
    """The short summary; it sees the checked, merged summary, and its failure never costs that one."""
    if not job.settings.short_summary:
        return (Text("", ""),)

    def prompt(retry_reason: str) -> Prompt:
        return build(
            "short",
            job.template,
            conversation=_told(job, job.plan.kept),
            previous=summary,
            context_lines=job.settings.extra_context,
            language_line=job.language_line,
            retry_reason=retry_reason,
            states_request=job.settings.short_states_request,
        )

    folded = [item for item in job.everything if not _in_tail(job.plan, item.id)]
    draft = Draft(
        "short",
        min(SHORT_TOKENS, _output_cap(job.settings, 0.2)),
        prompt,
        lambda: extractive.short_summary(folded, ledger, language=job.template.language),
        Expected("short", job.template, 0, lambda: summary, job.tally.text),
    )
    return (yield from write([draft], job.summariser, clean=_clean(job)))
