"""Which files a shell command touches, in the clear cases only.

Nothing is expanded or guessed: variables, loops, conditions and the right side of ``||`` are passed over, so every
path is one the command spells out.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache

from foldline.core import patch_files
from foldline.core.file_touches import Touch
from foldline.core.shell_words import Command, Word, split

_OPENERS = frozenset({"for", "while", "until", "if", "case", "select", "function"})
_CLOSERS = frozenset({"done", "fi", "esac"})
_PREFIXES = frozenset({"sudo", "command", "env", "time", "nohup", "!", "{", "then", "do", "exec"})
_TESTS = frozenset({"[", "[[", "test"})
_PRINTERS = frozenset({"cat", "echo", "printf"})
_VIEWERS = frozenset({"cat", "head", "tail", "less", "more", "nl", "bat", "batcat", "tac"})
_NO_FILE = r"-|/dev/.*|\d+"
_WITH_VALUE = {
    "head": ("-n", "-c"),
    "tail": ("-n", "-c"),
    "nl": ("-b", "-w", "-s"),
    "bat": ("-r", "-l"),
    "cp": ("-t",),
    "mv": ("-t",),
    "perl": ("-e",),
}


def touches(script: str, *, base: str | None = "", failed: bool = False) -> list[Touch]:
    """What a shell script does to files, in order.

    Args:
        script: the command line.
        base: folder it runs in, empty for where the session runs.
        failed: the script ended in an error: only what it certainly wrote before its last command counts.

    >>> [(touch.kind, touch.path, touch.to) for touch in touches("cat a.py && git mv a.py b.py 2>/dev/null")]
    [('read', 'a.py', ''), ('move', 'a.py', 'b.py')]
    """
    if not _telling().search(script):
        return []
    return list(_script(split(script), base, failed=failed))


def of_words(words: Sequence[str], *, base: str | None = "", failed: bool = False) -> list[Touch]:
    """The same for a command given as a list of words; ``bash -lc SCRIPT`` is read as the script.

    >>> of_words(["bash", "-lc", "rm old.txt"])[0].kind
    'delete'
    """
    command = Command(tuple(Word(word) for word in words))
    return list(_script([command], base, failed=failed))


def _script(commands: list[Command], base: str | None, *, failed: bool) -> Iterator[Touch]:
    """Walk the commands, following ``cd`` and leaving out what may not have run."""
    outer: list[str | None] = []
    depth = 0
    skipping = False
    for index, command in enumerate(commands):
        if command.after == "(":
            outer.append(base)
        elif command.after == ")" and outer:
            base = outer.pop()
        skipping = command.after == "||" or (skipping and command.after in {"&&", "|"})
        words = _without_prefixes(command.words)
        first = words[0].text if words else ""
        if first in _OPENERS:
            depth += 1
        elif first in _CLOSERS:
            depth = max(0, depth - 1)
        if depth or skipping:
            continue
        if first in _TESTS:
            skipping = True
        elif first in {"cd", "pushd"}:
            base = _entered(base, words[1:])
        elif not failed or (index + 1 < len(commands) and first in _PRINTERS):
            found = _command(first, words, command, base)
            yield from found if not failed else (touch for touch in found if touch.kind == "write")


def _without_prefixes(words: tuple[Word, ...]) -> tuple[Word, ...]:
    at = 0
    while at < len(words) and (words[at].text in _PREFIXES or re.match(r"[A-Za-z_]\w*=", words[at].text)):
        at += 1
    return words[at:]


def _entered(base: str | None, arguments: tuple[Word, ...]) -> str | None:
    if len(arguments) != 1 or not arguments[0].literal or arguments[0].glob or arguments[0].text in {"-", ""}:
        return None
    target = arguments[0].text
    return None if base is None and not _is_absolute(target) else posixpath.join(base or "", target)


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~"))


def _command(first: str, words: tuple[Word, ...], command: Command, base: str | None) -> Iterator[Touch]:
    name = posixpath.basename(first)
    if name == "git":
        name, words, base = _git(words, base)
    yield from _by_name(name, words, command, base)
    for operator, target in command.redirects:
        if not _is_file(target) or target.glob or operator in {"<<<", "<&"}:
            continue
        yield Touch("read" if operator.endswith("<") else "write", target.text, base=base)


def _by_name(name: str, words: tuple[Word, ...], command: Command, base: str | None) -> Iterator[Touch]:  # noqa: PLR0911
    options, files = _arguments(name, words[1:])
    if name in _VIEWERS:
        return (Touch("read", file.text, base=base) for file in files if not file.glob)
    match name:
        case "sed" | "perl":
            return _stream_edit(name, words[1:], base)
        case "tee":
            return (Touch("write", file.text, base=base) for file in files if not file.glob)
        case "mv" | "git mv" | "cp":
            return _moved(name, options, files, base)
        case "rm" | "unlink" | "git rm":
            return _removed(options, files, base)
        case "apply_patch" | "applypatch" | "patch" | "git apply":
            text = command.body or next((word.text for word in words[1:] if "\n" in word.text), "")
            return iter(patch_files.touches(text, base=base))
        case "bash" | "sh" | "zsh":
            return _nested(words[1:], base)
    return iter(())


def _git(words: tuple[Word, ...], base: str | None) -> tuple[str, tuple[Word, ...], str | None]:
    """``git -C dir mv a b`` as ("git mv", its words, its folder)."""
    at = 1
    while at < len(words) and words[at].text.startswith("-"):
        if words[at].text == "-C":
            base = _entered(base, words[at + 1 : at + 2])
        at += 2 if words[at].text in {"-C", "-c"} else 1
    return (f"git {words[at].text}" if at < len(words) else "git"), words[at:], base


def _arguments(name: str, words: tuple[Word, ...]) -> tuple[list[str], list[Word]]:
    """The options of a command, and its operands that may be paths."""
    options: list[str] = []
    operands: list[Word] = []
    with_value = _WITH_VALUE.get(name, ())
    only_operands = takes_value = False
    for word in words:
        if takes_value:
            takes_value = False
            options.append(word.text)
        elif only_operands or not word.text.startswith("-") or word.text == "-":
            operands.append(word)
        elif word.text == "--":
            only_operands = True
        else:
            options.append(word.text)
            takes_value = word.text in with_value
    return options, [word for word in operands if _is_file(word) or name in {"mv", "git mv", "cp"}]


def _is_file(word: Word) -> bool:
    return word.literal and bool(word.text) and re.fullmatch(_NO_FILE, word.text) is None and "\n" not in word.text


def _stream_edit(name: str, words: tuple[Word, ...], base: str | None) -> Iterator[Touch]:
    """``sed`` and ``perl -pi``: which operands are files depends on whether a script was given as an option."""
    in_place = has_script = False
    operands: list[Word] = []
    rest = iter(words)
    for word in rest:
        text = word.text
        if not text.startswith("-") or text == "-":
            operands.append(word)
            continue
        in_place = in_place or (not text.startswith("--") and "i" in text.partition("e")[0]) or "in-place" in text
        if text in {"-e", "-f", "--expression", "--file"} or (name == "perl" and text.endswith("e")):
            has_script = True
            next(rest, None)
        elif text.startswith(("--expression=", "--file=")):
            has_script = True
    if operands and in_place and (not operands[0].text or re.fullmatch(r"\.\w+", operands[0].text)):
        operands = operands[1:]
    for file in operands if has_script else operands[1:]:
        if _is_file(file) and (in_place or not file.glob):
            yield Touch("write" if in_place else "read", file.text, base=base, known_only=file.glob)


def _moved(name: str, options: list[str], operands: list[Word], base: str | None) -> Iterator[Touch]:
    if "-t" in options and (at := options.index("-t") + 1) < len(options):
        target, sources = Word(options[at]), operands
    elif len(operands) > 1:
        target, sources = operands[-1], operands[:-1]
    else:
        return
    if not _is_file(target) or target.glob:
        return
    into = "-t" in options or len(sources) > 1 or any(word.glob for word in sources) or _names_folder(target.text)
    for source in sources:
        if not _is_file(source):
            continue
        if name != "cp":
            yield Touch("move", source.text, target.text, base, known_only=source.glob, into_folder=into)
        elif not into and (posixpath.splitext(target.text)[1] or not posixpath.splitext(source.text)[1]):
            yield Touch("write", target.text, base=base)


def _names_folder(path: str) -> bool:
    return path.endswith("/") or posixpath.basename(path) in {".", ".."}


def _removed(options: list[str], files: list[Word], base: str | None) -> Iterator[Touch]:
    if "--cached" in options:
        return
    recursive = any(re.fullmatch(r"-\w*[rR]\w*|--recursive", option) for option in options)
    for file in files:
        yield Touch("delete", file.text, base=base, known_only=recursive or file.glob)


def _nested(words: tuple[Word, ...], base: str | None) -> Iterator[Touch]:
    """``bash -c SCRIPT``, with the script in single quotes or as one word of a list."""
    if len(words) > 1 and re.fullmatch(r"-[lixe]*c", words[0].text) and words[1].literal:
        yield from touches(words[1].text, base=base)


@cache
def _telling() -> re.Pattern[str]:
    """Scripts without any of these touch no file in a way that is clear, so most need no closer look."""
    commands = "cat|less|more|nl|bat|batcat|tac|sed|perl|tee|mv|cp|rm|unlink|apply_?patch|patch|git apply"
    part_of_output = r"(?:head|tail)(?! +-(?:n *)?\d+ *(?:$|[;&|\n)]))"
    return re.compile(rf"<|>(?!&\d|\s*/dev/null)|\b(?:{commands}|{part_of_output})\b")
