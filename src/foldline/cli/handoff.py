"""`foldline handoff`: the document with which somebody else takes the work over."""

from pathlib import Path
from typing import NamedTuple

import click
from msgspec.structs import replace

from foldline.cli.models import Telling
from foldline.config.layers import Config
from foldline.core.counting.model_facts import Catalog
from foldline.core.handoffs import Handoff
from foldline.core.result import Attempt, Status
from foldline.core.session import Session
from foldline.core.setting_ranges import CHOICES
from foldline.errors import InputError, SettingsError, SummarizationError, WriteRefusedError
from foldline.handoffs import handoff as hand_over


class Request(NamedTuple):
    """What the user asked for, beside the settings."""

    path: str
    select: int | None
    context: tuple[str, ...]
    out: Path | None
    preview: bool
    as_json: bool


@click.command(short_help="Write the document with which somebody else takes the work over.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--focus", metavar="TEXT", help="What the document should look at most.")
@click.option("--model", multiple=True, metavar="M", help="Who writes, as provider:model; the next where one fails.")
@click.option("--no-fallback", is_flag=True, help="Fail where no model writes, instead of the built-in summariser.")
@click.option("--effort", type=click.Choice(CHOICES["effort"]), help="How much the model may think (high).")
@click.option("--context", multiple=True, metavar="LINE", help="A fact the model should know. May be repeated.")
@click.option("--profile", metavar="P", help="Whose sections: handoff, conversation, or a profile of yours.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the sections; the user's by default.")
@click.option("--select", type=click.IntRange(min=1), metavar="N", help="Which conversation, where there are several.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="PATH", help="Write it to a file.")
@click.option("--preview", is_flag=True, help="The built-in document, whatever is configured; nothing is sent.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, whatever happens.")
def handoff(file: str, **options: object) -> int:
    """Write the document with which somebody else takes the work over, who sees nothing of the conversation but that.

    FILE is a conversation in any format that `foldline compact` reads; it is never changed. The document goes to
    standard output, and nothing beside it: goal, constraints, progress, decisions, next steps, critical context, then
    your rules, files, unresolved errors and exact values word for word.

    \b
    foldline handoff session.jsonl > HANDOFF.md
    foldline handoff session.jsonl --focus "the failing import" --out HANDOFF.md
    foldline handoff session.jsonl --model anthropic:claude-sonnet-4-5 --model ollama:qwen3
    claude "$(foldline handoff ~/.codex/sessions/2026/01/05/rollout-….jsonl)"

    Exit status: 0 written, or nothing to hand over; 1 failed; 2 wrong use; 130 cancelled.
    """  # noqa: D301
    request = Request(
        file,
        options["select"],  # type: ignore[arg-type]
        options["context"],  # type: ignore[arg-type]
        options["out"],  # type: ignore[arg-type]
        bool(options["preview"]),
        bool(options["as_json"]),
    )
    flags = {
        "focus": options["focus"],
        "models": options["model"] or None,
        "fallback": "none" if options["no_fallback"] else None,
        "effort": options["effort"],
        "profile": options["profile"],
        "language": options["lang"],
    }
    return run(request, flags)


def run(request: Request, flags: dict[str, object]) -> int:
    """Read, write the document, put it where it was asked to go; returns the exit status."""
    from foldline.cli.compact import read_session, sentence, status_of
    from foldline.cli.settings_shown import loaded

    try:
        session = read_session(request.path, request.select)
        try:
            found = loaded(session, flags)
            made = _made(session, found, request)
        except SettingsError as error:
            raise click.UsageError(str(error)) from error
        written = _write(request.out, made)
    except InputError as error:
        return _failed(request, status_of(error), sentence(error, request.path))
    except WriteRefusedError as error:
        return _failed(request, Status.WRITE_REFUSED, str(error))
    except SummarizationError as error:
        tried = tuple(attempt for attempt in error.attempts if isinstance(attempt, Attempt))
        return _failed(request, Status.SUMMARY_FAILED, f"{error}.", tried)
    _show(request, made, Telling(written, found.settings.catalog))
    return 1 if made.status.is_failure else 0


def _made(session: Session, found: Config, request: Request) -> Handoff:
    from foldline.cli.models import writer_for

    settings = replace(found.settings, extra_context=(*found.settings.extra_context, *request.context))
    return hand_over(session, settings, provider=None if request.preview else writer_for(session, settings))


def _write(path: Path | None, made: Handoff) -> str:
    """Put the document into a file; returns a sentence about it."""
    if path is None or made.status is not Status.COMPACTED:
        return ""
    from foldline.formats import writing

    data = f"{made.document}\n".encode("utf-8", "replace")
    if path.exists():
        writing.replace(path, data, expected=writing.stamp(path))
    else:
        writing.create(path, data)
    return f"{path} holds the hand-off"


def _show(request: Request, made: Handoff, shown: Telling) -> None:
    from foldline.cli.messages import to_json

    if request.as_json:
        click.echo(to_json(_fields(made, shown)))
        return
    if made.status is Status.COMPACTED and not shown.written:
        click.echo(made.document.encode("utf-8", "replace"))
    for tried in made.attempts:
        if tried.outcome != "accepted":
            click.echo(f"tried: {tried.summariser}: {tried.outcome}", err=True)
    for warning in made.warnings:
        click.echo(f"note: {warning}", err=True)
    click.echo(f"{made.reason} {_numbers(made, shown.catalog)}{shown.written}".rstrip(), err=True)


def _numbers(made: Handoff, catalog: Catalog) -> str:
    if made.status is not Status.COMPACTED:
        return ""
    from foldline.cli.models import paid

    told = paid(made, catalog)
    return f"{made.tokens_before:,} → {made.tokens_after:,} tokens. {told}{'. ' if told else ''}"


def _failed(request: Request, status: Status, reason: str, attempts: tuple[Attempt, ...] = ()) -> int:
    from foldline.cli.messages import to_json

    if request.as_json:
        click.echo(to_json(_fields(Handoff(status=status, reason=reason, attempts=attempts), Telling())))
    else:
        click.echo(f"foldline: {reason}", err=True)
    return 1


def _fields(made: Handoff, shown: Telling) -> dict[str, object]:
    """The whole outcome as one object; every key is there on every outcome."""
    from foldline.cli.models import cost, price_month
    from foldline.cli.output import attempt_fields, ledger_fields

    return {
        "status": made.status.value,
        "reason": made.reason,
        "method": made.method,
        "summarised_by": made.summarised_by,
        "document": made.document,
        "messages": made.messages,
        "tokens_before": made.tokens_before,
        "tokens_after": made.tokens_after,
        "request": made.request,
        "open_request": made.open_request,
        "ledger": ledger_fields(made.ledger),
        "attempts": [attempt_fields(attempt) for attempt in made.attempts],
        "cost": cost(made, shown.catalog),
        "price_month": price_month(made, shown.catalog),
        "warnings": list(made.warnings),
        "written": shown.written,
    }
