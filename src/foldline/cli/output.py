"""What the user sees: a few lines on a terminal, the summary alone, or one JSON object on every outcome."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import click
import msgspec

from foldline.cli.messages import to_json
from foldline.cli.models import cost, price_month
from foldline.core.counting.model_facts import Catalog
from foldline.core.facts import Ledger
from foldline.core.remote.payload import Payload
from foldline.core.result import Attempt, CompactionResult, CounterInfo, Status
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import wrap_summary
from foldline.errors import SeveralConversationsError, SummarizationError
from foldline.folded_copy import as_list

if TYPE_CHECKING:
    from foldline.cli.compact import Request

LONG_WORK = 3_000_000
"""Bytes of input above which a progress line is shown."""


MOST_TITLES = 10
"""Conversations of a file that are listed to choose from."""


class Shown(NamedTuple):
    """An outcome to be shown."""

    request: "Request"
    session: Session
    result: CompactionResult
    settings: CompactionSettings
    written: str


@contextmanager
def progress(what: str, size: int) -> Iterator[None]:
    """Say on stderr that long work is going on, where somebody is looking."""
    if size < LONG_WORK or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{what} ({size / 1e6:,.0f} MB) ..."):
        yield


def show(shown: Shown) -> None:
    """Print the outcome in the form that was asked for."""
    if shown.request.as_json:
        _print_bytes(to_json(as_json(shown)))
    elif shown.request.text:
        _show_text(shown.result)
    else:
        from foldline.cli import terminal

        terminal.show(shown)


def _show_text(result: CompactionResult) -> None:
    if result.status is not Status.COMPACTED:
        click.echo(result.reason, err=True)
    elif result.summary_message is not None:
        _print_bytes(wrap_summary(result.summary_message.summary).encode("utf-8", "replace"))


def _print_bytes(data: bytes) -> None:
    click.echo(data)


def show_failure(status: Status, reason: str, error: Exception, *, as_json: bool) -> None:
    """Print why nothing could be done: one JSON object, or one sentence on stderr."""
    if as_json:
        tried = error.attempts if isinstance(error, SummarizationError) else ()
        attempts = tuple(attempt for attempt in tried if isinstance(attempt, Attempt))
        known = CompactionResult(status=status, reason=reason, attempts=attempts)
        titles = list(error.titles) if isinstance(error, SeveralConversationsError) else None
        _print_bytes(
            to_json(
                {**_fields(known), "messages": [], "payload": None, **({"conversations": titles} if titles else {})}
            )
        )
        return
    click.echo(f"foldline: {reason}", err=True)
    if isinstance(error, SeveralConversationsError):
        for number, title in enumerate(error.titles[:MOST_TITLES], 1):
            click.echo(f"{number:>4}  {title}", err=True)
        if len(error.titles) > MOST_TITLES:
            click.echo(f"      ... and {len(error.titles) - MOST_TITLES} more", err=True)


def as_json(shown: Shown) -> dict[str, object]:
    """The whole outcome as one object; every key is there on every outcome."""
    return {
        **_fields(shown.result, shown.settings.catalog),
        "messages": as_list(shown.session, shown.result, shown.request.wire),
        "payload": _payload(shown.result.payload),
        "format": shown.session.format,
        "written": shown.written,
        "problems": [{"line": problem.line, "what": problem.what} for problem in shown.session.problems],
    }


def _fields(result: CompactionResult, catalog: Catalog | None = None) -> dict[str, object]:
    return {
        "status": result.status.value,
        "reason": result.reason,
        "method": result.method,
        "summarised_by": result.summarised_by,
        "tokens_before": result.tokens_before,
        "tokens_after": result.tokens_after,
        "counter": _counter(result.counter),
        "summary": result.summary,
        "short_summary": result.short_summary,
        "request": result.request,
        "open_request": result.open_request,
        "first_kept_entry_id": result.first_kept_entry_id,
        "is_split_turn": result.is_split_turn,
        "clamped": [
            {"entry_id": c.entry_id, "tokens": c.tokens, "kept_tokens": c.kept_tokens, "over": c.over}
            for c in result.clamped
        ],
        "ledger": ledger_fields(result.ledger),
        "kept_messages": len(result.kept),
        "folded_messages": len(result.folded_ids),
        "kept_tokens": result.kept_tokens,
        "trigger": result.trigger,
        "attempts": [attempt_fields(attempt) for attempt in result.attempts],
        "cached_tokens": result.cached_tokens,
        "cost": cost(result, catalog),
        "price_month": price_month(result, catalog),
        "warnings": list(result.warnings),
        "why_here": result.why_here,
        "timings": {name: round(seconds, 4) for name, seconds in result.timings.items()},
    }


def _payload(payload: Payload | None) -> object:
    """What only its provider can read, as plain data; None where there is nothing of the kind."""
    if payload is None:
        return None
    items = [msgspec.json.decode(item) for item in payload.items]
    return {"provider": payload.provider, "model": payload.model, "version": payload.version, "items": items}


def attempt_fields(attempt: Attempt) -> object:
    """An attempt as plain data."""
    usage = attempt.usage
    return {
        "kind": attempt.kind,
        "summariser": attempt.summariser,
        "outcome": attempt.outcome,
        "status": attempt.status,
        "usage": usage
        and {
            "input": usage.input,
            "output": usage.output,
            "cache_read": usage.cache_read,
            "cache_write": usage.cache_write,
        },
    }


def _counter(counter: CounterInfo | None) -> object:
    if counter is None:
        return None
    return {
        "name": counter.name,
        "exact": counter.exact,
        "model": counter.model,
        "factor": counter.factor,
        "sampled": counter.sampled,
        "factor_source": counter.factor_source,
    }


def ledger_fields(ledger: Ledger) -> object:
    """A ledger as plain data."""
    return {
        "rules": [
            {
                "id": rule.id,
                "text": rule.text,
                "entry_id": rule.entry_id,
                "pinned": rule.pinned,
                "taken_back": rule.taken_back.text if rule.taken_back else None,
            }
            for rule in ledger.rules
        ],
        "instructions": [{"text": quote.text, "entry_id": quote.entry_id} for quote in ledger.instructions],
        "said": [{"text": quote.text, "entry_id": quote.entry_id} for quote in ledger.said],
        "request": ledger.request.text if ledger.request else "",
        "open_request": ledger.open_request.text if ledger.open_request else "",
        "files": {
            "read": list(ledger.files.read),
            "modified": list(ledger.files.modified),
            "moved_from": dict(ledger.files.moved_from),
            "deleted": sorted(ledger.files.deleted),
        },
        "errors": [
            {"text": e.text, "tool": e.tool, "target": e.target, "entry_id": e.entry_id, "resolved": e.resolved}
            for e in ledger.errors
        ],
        "values": [
            {
                "text": v.text,
                "phrase": v.phrase,
                "entry_id": v.entry_id,
                "by_user": v.by_user,
                "superseded": v.superseded,
            }
            for v in ledger.values
        ],
    }
