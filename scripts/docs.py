"""Writes what the documents take from the code and from real folds; `--check` says what is out of step instead.

    python scripts/docs.py [--check]

Whole pages are made, and blocks inside written ones: whatever stands between `<!-- block: NAME -->` and `<!-- end -->`.
Times of runs are not compared.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from pathlib import Path

import api_reference
import pictures
import reference
from click.testing import CliRunner

import foldline
from foldline.cli.main import cli
from foldline.core.ledger.ledger_words import HEADINGS
from foldline.core.wrapping import wrap_summary
from foldline.surroundings import measured

ROOT = Path(__file__).parent.parent
AGENT = "examples/agent-session.jsonl"
CHAT = "examples/role-play-zh.json"
CHAT_OPTIONS = ("--keep-recent", "900", "--profile", "conversation")
WIDTH = 100
BEFORE_THE_NEWEST_WORK = 157
"""The message of the bundled session from which a branch is left in the documents."""
_BLOCK = re.compile(r"(<!-- block: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


@cache
def run(*arguments: str, folder: Path = ROOT) -> str:
    """What the command prints, without the user's own settings."""
    with tempfile.TemporaryDirectory() as home, chdir(folder):
        own = {name: None for name in os.environ if name.startswith(("FOLDLINE", "XDG"))}
        environment = {**own, "HOME": home, "COLUMNS": str(WIDTH), "NO_COLOR": "1"}
        done = CliRunner().invoke(cli, arguments, env=environment, standalone_mode=False, catch_exceptions=False)
    return "\n".join(line.rstrip() for line in done.stdout.splitlines())


def shown(*arguments: str) -> str:
    return fenced(f"$ foldline {' '.join(arguments)}\n{run(*arguments)}")


def fenced(text: str, language: str = "text") -> str:
    return f"```{language}\n{text}\n```"


def beginning() -> str:
    """The output of a fold up to the first rules that bind; the rest is files."""
    text = run("compact", AGENT)
    head = text.partition("\nfiles:")[0]
    return fenced(f"$ foldline compact {AGENT}\n{head}")


def in_place() -> str:
    """A fold of a copy where it is, and what lies in the folder afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copy(ROOT / AGENT, folder / "session.jsonl")
        last = run("compact", "session.jsonl", "--in-place", folder=folder).splitlines()[-1]
        files = "\n".join(sorted(path.name for path in folder.iterdir()))
    return fenced(f"$ foldline compact session.jsonl --in-place\n...\n{last.replace(f'{folder}/', '')}\n$ ls\n{files}")


def left_branch() -> str:
    """What goes along from the newest request of the bundled session; the sections are shortened."""
    back = foldline.load(ROOT / AGENT).context().items[BEFORE_THE_NEWEST_WORK].id
    return _shortened("branch", AGENT, "--to", back)


def handed_over() -> str:
    return _shortened("handoff", AGENT)


def _shortened(*arguments: str, first: int = 12, last: int = 6) -> str:
    lines = run(*arguments).splitlines()
    cut = [line if len(line) <= WIDTH else f"{line[: WIDTH - 2]} …" for line in (*lines[:first], "...", *lines[-last:])]
    return fenced("\n".join((f"$ foldline {' '.join(arguments)}", *cut)))


def pinned() -> str:
    """The rules of a fold with one pinned, and another that no longer binds."""
    first = next(iter(_fold(AGENT).ledger.rules)).id
    options = ("--pin", "reply in German", "--unpin", first)
    told = run("compact", AGENT, *options)
    lines = re.search(r"^rules that bind:.*(?:\n  .*)*", told, re.MULTILINE)
    return fenced(
        f'$ foldline compact {AGENT} --pin "reply in German" --unpin {first}\n...\n{lines[0] if lines else ""}'
    )


def _fold(path: str) -> foldline.CompactionResult:
    return foldline.compact(foldline.load(ROOT / path), _settings(path))


def _settings(path: str) -> foldline.CompactionSettings:
    if path == CHAT:
        return foldline.CompactionSettings(keep_recent_tokens=int(CHAT_OPTIONS[1]), profile="conversation")
    return foldline.CompactionSettings()


def costs() -> str:
    """Tokens of a summary message by part, for both bundled conversations."""
    columns = [_parts(path) for path in (AGENT, CHAT)]
    lines = reference.table("part", "agent session", "role play")
    for name in dict.fromkeys([*_LABELS, *(name for column in columns for name in column)]):
        if any(name in column for column in columns):
            lines.append(reference.row(name, *(f"{column[name]:,}" if name in column else "" for column in columns)))
    return "\n".join(lines)


_LABELS = ("the notice around it", "sections of the summary", *(f"ledger: {name}" for name in HEADINGS["en"].values()))


def _parts(path: str) -> dict[str, int]:
    session, settings = foldline.load(ROOT / path), _settings(path)
    count = measured(session, settings).text
    result = foldline.compact(session, settings)
    names = {heading: f"ledger: {HEADINGS['en'][part]}" for each in HEADINGS.values() for part, heading in each.items()}
    ledger = result.summary[result.summary.index("<foldline-ledger") :].split("\n### ")
    found = {"the notice around it": count(wrap_summary("")), "sections of the summary": count(result.prose)}
    found |= {names[heading]: count(text) for heading, _, text in (part.partition("\n") for part in ledger[1:])}
    found["**the whole message**"] = count(wrap_summary(result.summary))
    found["**what it replaces**"] = foldline.plan(session, settings).folded_tokens
    return found


def page(path: str, made: dict[str, str]) -> str:
    """A written page with its blocks made anew; a block that differs by the time of a run alone stays."""

    def block(found: re.Match[str]) -> str:
        name = found["name"]
        made[name] = made.get(name) or BLOCKS[name]()
        fresh = f"{found[1]}{made[name]}\n{found[3]}"
        return found[0] if _steady(fresh) == _steady(found[0]) else fresh

    return _BLOCK.sub(block, (ROOT / path).read_text("utf-8"))


def _steady(text: str) -> str:
    return re.sub(r"-[0-9a-f]{12}\.bak", "-0.bak", re.sub(r"\d+\.\d s\b", "0.0 s", text))


BLOCKS: dict[str, Callable[[], str]] = {
    "beginning": beginning,
    "agent-fold": lambda: shown("compact", AGENT),
    "agent-summary": lambda: fenced(run("compact", AGENT, "--text")),
    "chat-fold": lambda: shown("compact", CHAT, *CHAT_OPTIONS),
    "chat-summary": lambda: fenced(run("compact", CHAT, *CHAT_OPTIONS, "--text")),
    "inspect": lambda: shown("inspect", AGENT),
    "in-place": in_place,
    "pinned": pinned,
    "branch": left_branch,
    "handoff": handed_over,
    "costs": costs,
    "formats": reference.format_names,
    "statuses": reference.statuses,
    "rules": reference.rules,
    "constants": reference.constants,
}
PAGES: dict[str, Callable[[], str]] = {
    "docs/cli.md": reference.cli_page,
    "docs/settings.md": reference.settings_page,
    "docs/api.md": api_reference.api_page,
    "docs/formats.md": reference.formats_page,
    "docs/pictures/fold.svg": lambda: pictures.picture(pictures.folded()),
}
WRITTEN = ("README.md", "docs/compaction.md", "docs/ledger.md", "docs/branches.md")


def stale() -> dict[str, str]:
    """The documents that are out of step, as they should be."""
    made: dict[str, str] = {}
    fresh = {**{path: make() for path, make in PAGES.items()}, **{path: page(path, made) for path in WRITTEN}}
    return {path: text for path, text in fresh.items() if _text(path) != text}


def _text(path: str) -> str:
    target = ROOT / path
    return target.read_text("utf-8") if target.exists() else ""


if __name__ == "__main__":
    found = stale()
    if "--check" in sys.argv:
        sys.exit(f"out of step with the code: {', '.join(found)}; run `make docs`" if found else 0)
    for path, text in found.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, "utf-8")
        print(f"wrote {path}")
