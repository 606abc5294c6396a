"""`foldline inspect`: where the tokens of a session are, and where it could be cut."""

from pathlib import Path
from typing import NamedTuple

import click

from foldline.compactor import plan as plan_fold
from foldline.core.counting.shares import Share, shares
from foldline.core.cut_rules import head_size, is_turn_start, lay_out, legal_cuts
from foldline.core.plan import CompactionPlan, cut_candidates
from foldline.core.session import CompactionEntry, Session
from foldline.core.settings import CompactionSettings
from foldline.errors import InputError
from foldline.surroundings import measured

BAR = 28
"""Width of the longest bar, in characters."""
MOST_ROWS = 16


class Report(NamedTuple):
    """What is known of a session without folding it."""

    session: Session
    plan: CompactionPlan
    turns: int
    shares: tuple[Share, ...]
    cuts: tuple[int, ...]
    folds: tuple[CompactionEntry, ...]


@click.command(short_help="Show where the tokens of a session are and where it could be cut.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--keep-recent", type=click.IntRange(min=0), metavar="N", help="Tokens to keep word for word (20,000).")
@click.option("--window", type=click.IntRange(min=1), metavar="N", help="The model's context window, in tokens.")
@click.option("--select", type=click.IntRange(min=1), metavar="N", help="Which conversation, where there are several.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def inspect(file: str, *, keep_recent: int | None, window: int | None, select: int | None, as_json: bool) -> int:
    """Show where the tokens of a session are, its earlier folds, and the fold that would be made. Changes nothing.

    \b
    foldline inspect session.jsonl
    foldline inspect session.jsonl --keep-recent 10000 --json
    """  # noqa: D301
    from foldline.cli import output
    from foldline.cli.compact import read_session, sentence, status_of
    from foldline.cli.messages import to_json
    from foldline.cli.settings_shown import loaded

    try:
        session = read_session(file, select)
    except InputError as error:
        output.show_failure(status_of(error), sentence(error, file), error, as_json=as_json)
        return 1
    flags = {"keep_recent_tokens": keep_recent, "context_window": window}
    report = examine(session, loaded(session, flags).settings)
    if as_json:
        click.echo(to_json(_json(report)))
    else:
        _print(report, Path(file).name)
    return 0


def examine(session: Session, settings: CompactionSettings) -> Report:
    """Everything `inspect` shows."""
    items = session.context().items
    messages = [item.message for item in items]
    head = head_size(messages)
    layout = lay_out(messages, head=head, waiting=session.info.pending_calls)
    return Report(
        session,
        plan_fold(session, settings),
        sum(map(is_turn_start, messages)),
        shares(messages, measured(session, settings).of),
        cut_candidates(layout, legal_cuts(layout)),
        tuple(entry for entry in session.path() if isinstance(entry, CompactionEntry)),
    )


def _print(report: Report, name: str) -> None:
    from rich.console import Console
    from rich.text import Text

    from foldline.cli.terminal import title
    from foldline.cli.visible import harmless, visible

    console = Console(highlight=False)
    plan = report.plan
    console.print(Text(visible(f"{name}: {title(report.session, plan.counter, plan.tokens_before)}")))
    console.print(Text(f"{report.turns:,} turns · {len(report.cuts):,} places to cut · {_folds(report)}"))
    console.print()
    widest = max((share.tokens for share in report.shares), default=0)
    label = max((len(share.name) for share in report.shares[:MOST_ROWS]), default=0)
    for share in report.shares[:MOST_ROWS]:
        bar = "█" * max(1, round(BAR * share.tokens / widest)) if share.tokens else ""
        row = Text(f"{share.name:<{label}}  {share.tokens:>9,}  ")
        row.append(f"{bar:<{BAR}}", style="cyan")
        row.append(f"  {share.messages:,} message{'s' * (share.messages != 1)}", style="dim")
        console.print(harmless(row))
    console.print()
    console.print(Text(_cut(report)))
    console.print(Text(plan.why_here, style="dim"))


def _folds(report: Report) -> str:
    if not report.folds:
        return "never folded"
    newest = report.folds[-1]
    times = "once" if len(report.folds) == 1 else f"{len(report.folds)} times"
    return f"folded {times}, last from {newest.tokens_before:,} tokens"


def _cut(report: Report) -> str:
    plan = report.plan
    if plan.cut is None:
        return plan.reason
    split = ", inside a turn" if plan.is_split_turn else ""
    return (
        f"a fold now would cut before message {plan.cut.at + 1:,}{split}: fold {len(plan.folded):,} messages "
        f"({plan.folded_tokens:,} tokens), keep {len(plan.kept):,} ({plan.kept_tokens:,})"
    )


def _json(report: Report) -> dict[str, object]:
    plan = report.plan
    return {
        "format": report.session.format,
        "messages": len(report.session.context().items),
        "turns": report.turns,
        "tokens": plan.tokens_before,
        "counter": plan.counter.name if plan.counter else None,
        "by": [{"name": s.name, "messages": s.messages, "tokens": s.tokens} for s in report.shares],
        "cuts": list(report.cuts),
        "folds": [
            {"id": f.id, "method": f.method, "tokens_before": f.tokens_before, "tokens_after": f.tokens_after}
            for f in report.folds
        ],
        "plan": {
            "status": plan.status.value,
            "reason": plan.reason,
            "first_kept_entry_id": plan.first_kept_entry_id,
            "is_split_turn": plan.is_split_turn,
            "folded_messages": len(plan.folded),
            "folded_tokens": plan.folded_tokens,
            "kept_messages": len(plan.kept),
            "kept_tokens": plan.kept_tokens,
            "why_here": plan.why_here,
        },
        "problems": [{"line": problem.line, "what": problem.what} for problem in report.session.problems],
    }
