"""A fold as the page shows it, section by section. Only values; nothing is rendered."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from foldline.core.dialogue import review
from foldline.core.facts import Ledger
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Template
from foldline.core.result import Attempt, CompactionResult, CounterInfo
from foldline.core.settings import CompactionSettings


class SectionText(Struct, frozen=True):
    """A section of a summary as it was written."""

    id: str
    """Of the section; of what is none, a name of the page's own behind a dot, as `.turn`."""
    title: str
    """Empty for what has no title of its own."""
    text: str
    custom: bool = False


class TrialView(Struct, frozen=True):
    """What a fold was made with."""

    profile: str
    language: str
    keep_recent_tokens: int
    focus: str
    models: tuple[str, ...]
    as_shipped: bool


class FoldView(Struct, frozen=True):
    """A fold and all that is known of it."""

    id: str
    trial: TrialView
    status: str
    is_failure: bool
    reason: str
    method: str
    summarised_by: str
    tokens_before: int
    tokens_after: int
    counter: CounterInfo | None
    folded_messages: int
    kept_messages: int
    kept_tokens: int
    clamped: int
    """Kept messages that are too large for the budget: a model is sent them shortened."""
    is_split_turn: bool
    why_here: str
    short_summary: str
    request: str
    open_request: str
    sections: tuple[SectionText, ...]
    summary: str
    """The whole summary, as it is stored and as a model reads it."""
    ledger: Ledger
    attempts: tuple[Attempt, ...]
    cost: float | None
    """US dollars at list price; null where nobody was paid or a price is not known."""
    warnings: tuple[str, ...]
    seconds: float


class Made(NamedTuple):
    """A fold with what made it."""

    id: str
    result: CompactionResult
    settings: CompactionSettings
    template: Template
    as_shipped: bool
    cost: float | None


def fold_view(made: Made) -> FoldView:
    """Everything the page shows of a fold."""
    result, settings = made.result, made.settings
    return FoldView(
        id=made.id,
        trial=TrialView(
            settings.profile,
            made.template.language,
            settings.keep_recent_tokens,
            settings.focus,
            settings.models,
            made.as_shipped,
        ),
        status=result.status.value,
        is_failure=result.status.is_failure,
        reason=result.reason,
        method=result.method,
        summarised_by=result.summarised_by,
        tokens_before=result.tokens_before,
        tokens_after=result.tokens_after,
        counter=result.counter,
        folded_messages=len(result.folded_ids),
        kept_messages=len(result.kept),
        kept_tokens=result.kept_tokens,
        clamped=len(result.clamped),
        is_split_turn=result.is_split_turn,
        why_here=result.why_here,
        short_summary=result.short_summary,
        request=result.request,
        open_request=result.open_request,
        sections=tuple(sections_of(result.prose, made.template)),
        summary=result.summary,
        ledger=result.ledger,
        attempts=result.attempts,
        cost=made.cost,
        warnings=result.warnings,
        seconds=result.timings.get("total", 0.0),
    )


def sections_of(prose: str, template: Template) -> Iterator[SectionText]:
    r"""A summary's prose section by section, in the order it was written; what is in none stands apart.

    >>> from foldline.core.profiles.templates import load
    >>> [one.id for one in sections_of("## Goal\nShip.\n\n## Next Steps\n1. Tag", load("handoff", "en"))]
    ['goal', 'next_steps']
    """
    body = review.strip(prose)
    parsed = parse_sections(body, template)
    known = {section.id: section for section in template.sections}
    yield from _apart("lead", parsed.lead)
    for section_id, text in parsed.sections.items():
        section = known[section_id]
        yield SectionText(section_id, section.title, text, section.custom)
    yield from _apart("rest", parsed.rest)
    yield from _apart("turn", parsed.turn_context)
    yield from _apart("review", _review_of(prose, body))


def _review_of(prose: str, body: str) -> str:
    """What was taken off a prose with its review, without the two tags around it."""
    lines = prose[len(body) :].strip().splitlines() if prose.startswith(body) else []
    return "\n".join(lines[1:-1]) if len(lines) > 1 else ""


def _apart(name: str, text: str) -> Iterator[SectionText]:
    if text:
        yield SectionText(f".{name}", "", text)
