"""`foldline branch`: leave a branch of a session, and take along what was learned on it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import click
from msgspec.structs import replace

from foldline.branches import LEAF, summarize_branch
from foldline.cli.hooks import HooksOfCall, hook_options, hooks_of_call
from foldline.cli.models import Telling
from foldline.compactor import load
from foldline.config.layers import Config
from foldline.core.branch_summary import BranchSummary
from foldline.core.branches import End, ends
from foldline.core.hook_commands import NO_HOOKS
from foldline.core.result import Attempt, Status
from foldline.core.session import Session, wrap_branch_summary
from foldline.errors import InputError, SettingsError, SummarizationError, WriteRefusedError

LINE = 100
"""Characters of a message that the list of branches shows."""


class Request(NamedTuple):
    """What the user asked for, beside the settings."""

    path: str
    from_id: str | None
    to_id: str | None
    instructions: str
    in_place: bool
    preview: bool
    text: bool
    as_json: bool
    hooks: HooksOfCall


@click.command(short_help="Leave a branch of a session, and take along what was learned on it.")
@click.argument("file", type=click.Path())
@click.option("--from", "from_id", metavar="ID", help="The end of the branch that is left; where the session stands.")
@click.option("--to", "to_id", metavar="ID", help="Where the work goes on. Without it the branches are listed.")
@click.option("--model", multiple=True, metavar="M", help="Who writes, as provider:model; the next where one fails.")
@click.option("--no-fallback", is_flag=True, help="Fail where no model writes, instead of the built-in summariser.")
@click.option("--instructions", metavar="TEXT", default="", help="What to write, in place of the built-in prompt.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the sections; the user's by default.")
@click.option("--profile", metavar="P", help="Whose sections: handoff, conversation, or a profile of yours.")
@hook_options
@click.option("--in-place", is_flag=True, help="Append the summary to the file, for its tool to go on behind it.")
@click.option("--preview", is_flag=True, help="Show the built-in summary; write nothing, send nothing.")
@click.option("--text", is_flag=True, help="Print the whole summary message and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, whatever happens.")
def branch(file: str, **options: object) -> int:
    """Leave a branch of a session for another place in it, and take along what was learned on the way.

    FILE is a session of pi or oh-my-pi, whose history is a tree. The messages that only the old place has are
    summarised; rules, files, errors and values of the branch go along word for word. With --in-place the tool's own
    entry is appended below the place you go to, and the tool goes on there; `foldline restore` undoes it. At a message
    you typed, the work goes on before it, and the message is printed so that you can say it anew.

    \b
    foldline branch session.jsonl                                    the branches, and the ids of their ends
    foldline branch session.jsonl --to 3f2a9c10                      what would go along; changes nothing
    foldline branch session.jsonl --to 3f2a9c10 --in-place
    foldline branch session.jsonl --from 77d0e1b4 --to 3f2a9c10 --model anthropic:claude-haiku-4-5
    foldline branch session.jsonl --to 3f2a9c10 --instructions "Only what failed, as a list." --model ollama:qwen3

    Exit status: 0 summarised, or nothing to summarise; 1 failed; 2 wrong use; 130 cancelled.
    """  # noqa: D301
    request = Request(
        file,
        options["from_id"],  # type: ignore[arg-type]
        options["to_id"],  # type: ignore[arg-type]
        str(options["instructions"]),
        bool(options["in_place"]),
        bool(options["preview"]),
        bool(options["text"]),
        bool(options["as_json"]),
        hooks_of_call(options),
    )
    _check_use(request)
    flags = {
        "models": options["model"] or None,
        "fallback": "none" if options["no_fallback"] else None,
        "language": options["lang"],
        "profile": options["profile"],
        "effort": "off",  # a branch is read in passing; oh-my-pi asks for no thinking either
    }
    return run(request, flags)


def _check_use(request: Request) -> None:
    if request.in_place and request.preview:
        msg = "--in-place and --preview each say where the summary goes; give one"
        raise click.UsageError(msg)
    if request.text and request.as_json:
        msg = "--text and --json are two forms of the same answer; give one"
        raise click.UsageError(msg)
    if request.to_id is None and (request.from_id or request.in_place or request.text):
        msg = "say where the work goes on with --to ID; `foldline branch FILE` lists the ids"
        raise click.UsageError(msg)


def run(request: Request, flags: Mapping[str, object]) -> int:
    """Read, summarise, write, print; returns the exit status."""
    from foldline.cli.compact import read_bytes, sentence, status_of
    from foldline.cli.settings_shown import loaded

    try:
        data = read_bytes(request.path)
        session = load(data)
        if request.to_id is None:
            return _list(session, as_json=request.as_json)
        try:
            found = loaded(session, flags)
            made = _summarised(session, found, request)
        except (SettingsError, ValueError) as error:
            raise click.UsageError(str(error)) from error
        written = _write(request, session, made, data)
    except InputError as error:
        return _failed(request, status_of(error), sentence(error, request.path))
    except WriteRefusedError as error:
        return _failed(request, Status.WRITE_REFUSED, str(error))
    except SummarizationError as error:
        tried = tuple(attempt for attempt in error.attempts if isinstance(attempt, Attempt))
        return _failed(request, Status.SUMMARY_FAILED, f"{error}.", tried)
    _show(request, session, made, Telling(written, found.settings.catalog))
    return 1 if made.status.is_failure else 0


def _summarised(session: Session, found: Config, request: Request) -> BranchSummary:
    from foldline.cli.models import writer_for

    hooks = NO_HOOKS if request.preview else request.hooks.beside(found.settings.hooks)
    return summarize_branch(
        session,
        request.to_id or "",
        replace(found.settings, hooks=hooks),
        from_id=LEAF if request.from_id is None else request.from_id,
        provider=None if request.preview else writer_for(session, found.settings),
        instructions=request.instructions,
    )


def _write(request: Request, session: Session, made: BranchSummary, data: bytes) -> str:
    if not request.in_place or made.status is not Status.COMPACTED:
        return ""
    from foldline.cli import writing

    return writing.append_branch(Path(request.path), session, made, data)


def _failed(request: Request, status: Status, reason: str, attempts: tuple[Attempt, ...] = ()) -> int:
    from foldline.cli.messages import to_json

    if request.as_json:
        nothing = BranchSummary(status=status, reason=reason, attempts=attempts)
        click.echo(to_json(_fields(nothing, Telling())))
    else:
        click.echo(f"foldline: {reason}", err=True)
    return 1


def _show(request: Request, session: Session, made: BranchSummary, shown: Telling) -> None:
    if request.as_json:
        from foldline.cli.messages import to_json

        click.echo(to_json(_fields(made, shown)))
    elif request.text:
        done = made.status is Status.COMPACTED
        click.echo(wrap_branch_summary(made.summary) if done else made.reason, err=not done)
    else:
        click.echo("\n".join(_lines(session, made, shown)))


def _lines(session: Session, made: BranchSummary, shown: Telling) -> Iterator[str]:
    from foldline.cli.models import paid
    from foldline.cli.terminal import counted_by
    from foldline.formats import registry

    if made.status is not Status.COMPACTED:
        yield made.reason
        return
    parted = f"parts behind {made.ancestor_id}" if made.ancestor_id else "shares nothing with where the work goes on"
    yield f"{registry.module(session.format).LABEL} · a branch of {_count(made.messages, 'message')} that {parted}"
    by = "built-in summariser" if made.method == "builtin" else made.summarised_by
    yield f"{made.tokens_before:,} → {made.tokens_after:,} tokens ({counted_by(made.counter)}) · {by}"
    yield from filter(None, [paid(made, shown.catalog)])
    yield from (f"tried: {tried.summariser}: {tried.outcome}" for tried in made.attempts if tried.outcome != "accepted")
    yield f"\n{made.prose}\n"
    files, rules = made.ledger.files, [rule for rule in made.ledger.rules if rule.taken_back is None]
    changed, read = _count(len(files.modified), "file"), len(files.read)
    yield f"word for word below it: {_count(len(rules), 'rule')}, {changed} changed, {read} only read"
    yield from (f"note: {warning}" for warning in made.warnings)
    if made.typed:
        yield f"you had typed there, to be said anew: {made.typed}"
    can = "; --in-place appends the summary" if registry.keeps_branches(session.format) else ""
    yield shown.written or f"Nothing was changed. --text prints the summary message{can}."


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _fields(made: BranchSummary, shown: Telling) -> dict[str, object]:
    """The whole outcome as one object; every key is there on every outcome."""
    from foldline.cli.models import cost, price_month
    from foldline.cli.output import attempt_fields, ledger_fields

    return {
        "status": made.status.value,
        "reason": made.reason,
        "method": made.method,
        "summarised_by": made.summarised_by,
        "from_id": made.from_id,
        "to_id": made.to_id,
        "ancestor_id": made.ancestor_id,
        "parent_id": made.parent_id,
        "typed": made.typed,
        "messages": made.messages,
        "left_out": made.left_out,
        "tokens_before": made.tokens_before,
        "tokens_after": made.tokens_after,
        "summary": made.summary,
        "folds": [
            {"summary": fold.summary, "short_summary": fold.short_summary, "tokens_before": fold.tokens_before}
            for fold in made.folds
        ],
        "ledger": ledger_fields(made.ledger),
        "attempts": [attempt_fields(attempt) for attempt in made.attempts],
        "cost": cost(made, shown.catalog),
        "price_month": price_month(made, shown.catalog),
        "warnings": list(made.warnings),
        "written": shown.written,
    }


def _list(session: Session, *, as_json: bool) -> int:
    found = ends(session)
    if as_json:
        from foldline.cli.messages import to_json

        click.echo(to_json({"branches": [_end_fields(end) for end in found]}))
        return 0
    for end in found:
        click.echo(f"{end.id}  {_count(end.messages, 'message')}{_place(end)}")
        text = " ".join(end.item.message.text.split()) or f"({end.item.message.role})"
        click.echo(f"          {end.item.message.role}: {text[:LINE]}")
    if len(found) < 2:  # noqa: PLR2004 - one is no choice
        click.echo("This session has no other branch; --to takes the id of any entry to go back to.")
    return 0


def _place(end: End) -> str:
    if end.is_current:
        return ", where the session stands"
    return f" of their own, behind {end.ancestor_id}" if end.ancestor_id else " of their own, from the beginning"


def _end_fields(end: End) -> dict[str, object]:
    return {
        "id": end.id,
        "is_current": end.is_current,
        "ancestor_id": end.ancestor_id,
        "messages": end.messages,
        "last": {"id": end.item.id, "role": end.item.message.role, "text": end.item.message.text},
    }
