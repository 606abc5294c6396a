"""A fold told to a person: a few lines, colour only on a terminal, width as the terminal is."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from foldline.cli.models import paid
from foldline.cli.visible import harmless
from foldline.core.facts import FileOps
from foldline.core.requests import STAGES
from foldline.core.result import ACCEPTED, CompactionResult, CounterInfo, Status
from foldline.core.session import Session
from foldline.formats import registry

if TYPE_CHECKING:
    from foldline.cli.output import Shown

MOST_RULES = 12
LINE = 240
"""Characters of a request or a rule that are shown; the summary and ``--json`` have the whole."""
MOST_FILES = 30
"""Files a tree shows; the rest are counted. The result itself holds them all."""


def show(shown: "Shown") -> None:
    """Print what happened, why there, and what can be done next."""
    console = Console(highlight=False, soft_wrap=False)
    for line in _lines(shown):
        console.print(harmless(line))


def _lines(shown: "Shown") -> Iterator[Text | Tree]:
    session, result = shown.session, shown.result
    yield _plain(title(session, result.counter, result.tokens_before))
    if result.status is not Status.COMPACTED:
        yield Text(result.reason, style="yellow" if result.status.is_failure else "")
        yield from _calls(shown)
        yield from _problems(session)
        return
    yield _plain(_cut(session, result))
    yield _numbers(result)
    yield Text(f"why here: {result.why_here}", style="dim")
    yield from _calls(shown)
    if result.short_summary:
        yield Text()
        yield Text(result.short_summary)
    yield from _asked(result)
    yield from _files(result.ledger.files)
    yield from (Text(f"note: {warning}", style="yellow") for warning in result.warnings)
    yield from _problems(session)
    yield Text()
    yield Text(shown.written or _next(shown), style="green" if shown.written else "dim")


def _plain(text: str) -> Text:
    return Text(text)


def title(session: Session, counter: CounterInfo | None, tokens: int) -> str:
    """What a session is, in one line: format, messages, tokens and how they were counted."""
    count = len(session.context().items)
    label = registry.module(session.format).LABEL
    return f"{label} · {count:,} messages · {tokens:,} tokens ({counted_by(counter)})"


def counted_by(counter: CounterInfo | None) -> str:
    """The counter's name, and how far its numbers are from the model's own."""
    if counter is None:
        return "not counted"
    name = f"{counter.name}, sampled" if counter.sampled else counter.name
    if not counter.model:
        return name
    if counter.exact:
        return f"{name}, exact for {counter.model}"
    near = f", about x{counter.factor:.2g}" if counter.factor != 1 else ""
    return f"{name}; {counter.model}{near}"


def _cut(session: Session, result: CompactionResult) -> str:
    items = session.context().items
    first = next((n for n, item in enumerate(items, 1) if item.id == result.first_kept_entry_id), 0)
    place = "into a turn, whose beginning is summarised apart" if result.is_split_turn else "up to the start of a turn"
    kept = "kept 1" if len(result.kept) == 1 else f"kept {len(result.kept):,}"
    whole = "word for word" if not result.clamped else f"word for word but for {len(result.clamped)} too large"
    folded = len(result.folded_ids)
    return f"folded {folded:,} messages {place} (message {first:,}), {kept} {whole}"


def _numbers(result: CompactionResult) -> Text:
    saved = 100 * (1 - result.tokens_after / result.tokens_before) if result.tokens_before else 0
    line = Text(f"{result.tokens_before:,} → {result.tokens_after:,} tokens ")
    line.append(f"(-{saved:.0f} %)", style="bold green")
    by = "built-in summariser" if result.method == "builtin" else result.summarised_by
    line.append(f" · {by} · {result.timings.get('total', 0):.1f} s")
    return line


def _calls(shown: "Shown") -> Iterator[Text]:
    """What the calls took, and who was asked in vain."""
    if told := paid(shown.result, shown.settings.catalog):
        yield _plain(told)
    yield from _failures(shown.result)


def _failures(result: CompactionResult) -> Iterator[Text]:
    """Who was asked in vain, each reason once."""
    failed = [
        f"{a.summariser}, {STAGES[a.kind].lower()}: {a.outcome}" for a in result.attempts if a.outcome != ACCEPTED
    ]
    for line, count in Counter(failed).items():
        yield Text(f"tried: {_one_line(line)}{f' ({count} times)' if count > 1 else ''}", style="yellow")


def _asked(result: CompactionResult) -> Iterator[Text]:
    if result.open_request:
        yield Text(f"open: {_one_line(result.open_request)}", style="bold", overflow="fold")
    elif result.request:
        yield Text(f"last request: {_one_line(result.request)}", overflow="fold")
    binding = [rule for rule in result.ledger.rules if rule.taken_back is None]
    if binding:
        yield Text(f"rules that bind, newest first: {len(binding)}")
        for rule in binding[::-1][:MOST_RULES]:
            yield Text(f"  {rule.id}  {_one_line(rule.text)}", overflow="fold")
        if len(binding) > MOST_RULES:
            yield Text(f"  ... and {len(binding) - MOST_RULES} more (--json lists all)", style="dim")


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= LINE:
        return line
    at = line.rfind(" ", LINE // 2, LINE)
    return f"{line[: at if at > 0 else LINE]} ..."


def _files(files: FileOps) -> Iterator[Text | Tree]:
    if not files.modified and not files.read:
        return
    tree = Tree(f"files: {len(files.modified)} modified, {len(files.read)} read only")
    shown = (*files.modified, *files.read)[:MOST_FILES]
    folders: dict[str, Tree] = {}
    for path in sorted(shown, key=lambda path: (path.rpartition("/")[0], path)):
        folder, _, name = path.rpartition("/")
        branch = folders.get(folder)
        if branch is None:
            branch = folders[folder] = tree.add(Text(f"{folder or '.'}/", style="cyan"))
        branch.add(Text(f"{name} ({_state(path, files)})"))
    rest = len(files.modified) + len(files.read) - len(shown)
    if rest > 0:
        tree.add(Text(f"... and {rest} more (--json lists all)", style="dim"))
    yield tree


def _state(path: str, files: FileOps) -> str:
    state = "modified" if path in files.modified else "read"
    if path in files.deleted:
        state = "deleted"
    was = files.moved_from.get(path)
    return f"{state}, was {was}" if was else state


def _problems(session: Session) -> Iterator[Text]:
    if session.problems:
        first = session.problems[0]
        more = f" (and {len(session.problems) - 1} more like it)" if len(session.problems) > 1 else ""
        yield Text(f"note: line {first.line} {first.what}{more}", style="yellow")


def _next(shown: "Shown") -> str:
    can = registry.folds_in_place(shown.session.format) and shown.request.path != "-"
    place = "--in-place folds the file, " if can else ""
    return f"Nothing was changed. --text prints the summary message, {place}--out PATH writes a folded copy."
