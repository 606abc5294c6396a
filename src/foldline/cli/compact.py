"""`foldline compact`: fold a session and say what happened."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import click
from msgspec.structs import replace

from foldline.cli.hooks import hook_options, hooks_of_call
from foldline.compactor import load, should_compact
from foldline.config.layers import Config
from foldline.core.result import CompactionResult, Status
from foldline.core.session import Session
from foldline.core.setting_ranges import CHOICES
from foldline.errors import (
    InputError,
    NotAConversationError,
    SettingsError,
    SeveralConversationsError,
    SummarizationError,
    UnreadableError,
    WriteRefusedError,
)


class Request(NamedTuple):
    """What the user asked for, beside the settings."""

    path: str
    wire: str | None
    out: Path | None
    in_place: bool
    new_session: bool
    at: float | None
    select: int | None
    text: bool
    as_json: bool
    preview: bool


@click.command(short_help="Fold a session: its old part becomes a summary, its newest part stays word for word.")
@click.argument("file", required=False, type=click.Path(allow_dash=True))
@click.option("--keep-recent", type=click.IntRange(min=0), metavar="N", help="Tokens to keep word for word (20,000).")
@click.option("--window", type=click.IntRange(min=1), metavar="N", help="The model's context window, in tokens.")
@click.option("--reserve", type=click.IntRange(min=1), metavar="N", help="Tokens to leave free for prompt and reply.")
@click.option("--focus", metavar="TEXT", help="What the summary should look at most.")
@click.option("--profile", metavar="P", help="Which sections: handoff, conversation, or a profile of yours.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the sections; the user's by default.")
@click.option("--group", type=click.Choice(["auto", "on", "off"]), help="Tell a chat as a group's; by its speakers.")
@click.option("--model", multiple=True, metavar="M", help="Who writes, as provider:model; the next where one fails.")
@click.option("--no-fallback", is_flag=True, help="Fail where no model writes, instead of the built-in summariser.")
@click.option("--effort", type=click.Choice(CHOICES["effort"]), help="How much the model may think (high).")
@click.option("--remote-endpoint", metavar="URL", help="A service that writes summaries; it is asked before models.")
@click.option("--native", is_flag=True, help="Let the model's provider fold by itself; only it can read such a fold.")
@click.option("--no-remote", is_flag=True, help="Ask no endpoint, and let no provider fold by itself.")
@click.option("--context", multiple=True, metavar="LINE", help="A fact the model should know. May be repeated.")
@click.option("--pin", multiple=True, metavar="TEXT", help="A rule to carry word for word. May be repeated.")
@click.option("--unpin", multiple=True, metavar="ID", help="Id of a rule that no longer binds. May be repeated.")
@hook_options
@click.option(
    "--messages",
    "wire",
    type=click.Choice(["openai_chat", "openai_responses", "anthropic_messages"]),
    help="Give the folded messages in this form.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="PATH", help="Write a folded copy.")
@click.option(
    "--in-place", is_flag=True, help="Fold the session file itself, for its tool to go on from; the old one is kept."
)
@click.option("--new-session", is_flag=True, help="Write the fold as a new session of its tool, beside the old one.")
@click.option("--latest", metavar="TOOL", help="The newest session of a tool, in this folder if it has one here.")
@click.option(
    "--at", type=click.FloatRange(1, 99), metavar="PERCENT", help="Fold only above this share of the context window."
)
@click.option("--select", type=click.IntRange(min=1), metavar="N", help="Which conversation, where there are several.")
@click.option("--preview", is_flag=True, help="Show the fold that would be made; write nothing, send nothing.")
@click.option("--text", is_flag=True, help="Print the whole summary message and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, whatever happens.")
def compact(file: str | None, **options: object) -> int:
    """Fold a session: its old part becomes a summary, its newest part stays word for word.

    FILE is a session of pi, oh-my-pi, Claude Code or Codex, or a list of OpenAI chat or Anthropic messages; `-` reads
    standard input. Without FILE the newest sessions on this machine are listed. Nothing is changed unless --in-place
    or --out is given.

    \b
    foldline compact session.jsonl
    foldline compact session.jsonl --text | pbcopy
    foldline compact session.jsonl --model anthropic:claude-sonnet-4-5 --model ollama:qwen3
    foldline compact rollout.jsonl --model openai-responses:gpt-5 --native --in-place
    foldline compact chat.json --messages openai_chat --out shorter.json
    foldline compact session.jsonl --in-place --keep-recent 10000
    foldline compact --latest claude-code --in-place --at 80

    Exit status: 0 folded, or nothing to fold; 1 failed; 2 wrong use; 130 cancelled.
    """  # noqa: D301
    if latest := options["latest"]:
        from foldline.cli.sessions import newest_of

        file = newest_of(str(latest), file)
    if file is None:
        from foldline.cli.sessions import list_newest

        return list_newest(as_json=bool(options["as_json"]))
    request = Request(
        path=file,
        wire=options["wire"],  # type: ignore[arg-type]
        out=options["out"],  # type: ignore[arg-type]
        in_place=bool(options["in_place"]),
        new_session=bool(options["new_session"]),
        at=options["at"],  # type: ignore[arg-type]
        select=options["select"],  # type: ignore[arg-type]
        text=bool(options["text"]),
        as_json=bool(options["as_json"]),
        preview=bool(options["preview"]),
    )
    _check_use(request, native=bool(options["native"]), no_remote=bool(options["no_remote"]))
    return run(request, _flags(options))


def _check_use(request: Request, *, native: bool, no_remote: bool) -> None:
    places = (request.in_place, request.new_session, request.out is not None, request.preview)
    if sum(places) > 1 and (request.in_place or request.new_session):
        msg = "--in-place, --new-session, --out and --preview each say where the fold goes; give one"
        raise click.UsageError(msg)
    if (request.in_place or request.new_session) and request.path == "-":
        msg = "standard input can't be folded in place; give --out PATH instead"
        raise click.UsageError(msg)
    if native and no_remote:
        msg = "--native and --no-remote exclude each other; give one"
        raise click.UsageError(msg)
    if request.text and request.as_json:
        msg = "--text and --json are two forms of the same answer; give one"
        raise click.UsageError(msg)


def _flags(options: dict[str, object]) -> dict[str, object]:
    """The settings that were asked for in the call; the rest come from their layers."""
    return {
        "keep_recent_tokens": options["keep_recent"],
        "context_window": options["window"],
        "reserve_tokens": options["reserve"],
        "focus": options["focus"],
        "language": options["lang"],
        "profile": options["profile"],
        "group": options["group"],
        "models": options["model"] or None,
        "fallback": "none" if options["no_fallback"] else None,
        "effort": options["effort"],
        "remote_endpoint": options["remote_endpoint"],
        "remote": "off" if options["no_remote"] else "native" if options["native"] else None,
        "context": options["context"],
        "pins": options["pin"],
        "unpin": options["unpin"],
        "hooks": hooks_of_call(options),
    }


def _settings(session: Session, flags: Mapping[str, object]) -> Config:
    from foldline.cli.settings_shown import loaded

    own = {"pins", "unpin", "context", "hooks"}
    try:
        found = loaded(session, {name: value for name, value in flags.items() if name not in own})
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    stored = found.settings
    return replace(
        found,
        settings=replace(
            stored,
            pins=(*stored.pins, *flags["pins"]),  # type: ignore[misc]
            unpin=stored.unpin | frozenset(flags["unpin"]),  # type: ignore[call-overload]
            extra_context=(*stored.extra_context, *flags["context"]),  # type: ignore[misc]
            hooks=flags["hooks"].beside(stored.hooks),  # type: ignore[attr-defined]
        ),
    )


def run(request: Request, flags: Mapping[str, object]) -> int:
    """Read, fold, write, print; returns the exit status."""
    from foldline.cli import output

    try:
        data = read_bytes(request.path)
        with output.progress(f"Folding {request.path}", len(data)):
            session = load(data, select=request.select)
            found = _settings(session, flags)
            result = _warned(_below(request, session, found) or _fold(request, session, found), found)
            written = _write(request, session, result, data)
    except InputError as error:
        output.show_failure(status_of(error), sentence(error, request.path), error, as_json=request.as_json)
        return 1
    except WriteRefusedError as error:
        output.show_failure(Status.WRITE_REFUSED, str(error), error, as_json=request.as_json)
        return 1
    except SummarizationError as error:
        output.show_failure(Status.SUMMARY_FAILED, f"{error}.", error, as_json=request.as_json)
        return 1
    output.show(output.Shown(request, session, result, found.settings, written))
    return 1 if result.status.is_failure else 0


def _fold(request: Request, session: Session, found: Config) -> CompactionResult:
    from foldline.cli.models import fold

    settings = found.settings
    if (request.text or request.wire) and settings.native_readable == "none":
        # What is pasted or sent elsewhere must say what was folded.
        settings = replace(settings, native_readable="builtin")
    try:
        return fold(session, settings, preview=request.preview)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error


def _below(request: Request, session: Session, found: Config) -> CompactionResult | None:
    """The outcome where the context has not reached the share of the window from which on to fold."""
    if request.at is None:
        return None
    asked = {"threshold_percent": request.at, "threshold_tokens": None, "by_ratio": False, "by_message_count": False}
    decision = should_compact(session, replace(found.settings, enabled=True, **asked))
    if decision.fold:
        return None
    size = decision.tokens
    status = Status.NOTHING_TO_FOLD
    return CompactionResult(status=status, reason=decision.reason, tokens_before=size, tokens_after=size)


def _warned(result: CompactionResult, found: Config) -> CompactionResult:
    """The result with what could not be read of the settings, for who reads JSON and not stderr."""
    return replace(result, warnings=(*found.warnings, *result.warnings)) if found.warnings else result


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`.

    Raises:
        UnreadableError: there is no such file, or it can't be read.
    """
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        msg = f"{path} can't be read: {error.strerror or error}."
        raise UnreadableError(msg) from error


def read_session(path: str, select: int | None) -> Session:
    """The session of a file or of standard input."""
    return load(read_bytes(path), select=select)


def sentence(error: InputError, path: str) -> str:
    """Why an input is of no use, in the words of somebody who typed a command."""
    if isinstance(error, SeveralConversationsError):
        return f"{path} holds {len(error.titles):,} conversations; choose one with --select N."
    return str(error)


def _write(request: Request, session: Session, result: CompactionResult, data: bytes) -> str:
    """Carry the fold to where it was asked to go; returns a sentence about it."""
    if result.status is not Status.COMPACTED or request.preview:
        return ""
    from foldline.cli import writing

    if request.in_place:
        return writing.fold_in_place(Path(request.path), session, result, data)
    if request.new_session:
        return writing.write_new_session(Path(request.path), session, result)
    if request.out is not None:
        return writing.write_copy(request.out, session, result, request.wire)
    return ""


def status_of(error: InputError) -> Status:
    """The status that an unusable input ends in."""
    if isinstance(error, SeveralConversationsError):
        return Status.SEVERAL_CONVERSATIONS
    return Status.NOT_A_CONVERSATION if isinstance(error, NotAConversationError) else Status.UNREADABLE
