"""Which files a shell command touches, in the clear cases only.

Nothing is expanded or guessed: variables, loops, conditions and the right side of ``||`` are passed over, so every
path is one the command spells out.
"""

import posixpath
import re
from collections.abc import Iterator
from functools import cache, lru_cache

from foldline.core.files import patch_files
from foldline.core.files.file_touches import Touch
from foldline.core.files.shell_words import Command, Word, split

_REMEMBERED = 2_048
"""Commands whose reading is kept: the file list, the events and the short summary all ask for the same ones."""
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


@lru_cache(_REMEMBERED)
def touches(script: str, *, base: str | None = "", failed: bool = False) -> tuple[Touch, ...]:
    """What a shell script does to files, in order.

    Args:
        script: the command line.
        base: folder it runs in, empty for where the session runs.
        failed: the script ended in an error: only what it certainly wrote before its last command counts.

    >>> [(touch.kind, touch.path, touch.to) for touch in touches("cat a.py && git mv a.py b.py 2>/dev/null")]
    [('read', 'a.py', ''), ('move', 'a.py', 'b.py')]
    """
    if not _telling().search(script):
        return ()
    return tuple(_script(split(script), base, failed=failed))


@lru_cache(_REMEMBERED)
def of_words(words: tuple[str, ...], *, base: str | None = "", failed: bool = False) -> tuple[Touch, ...]:
    """The same for a command given as a list of words; ``bash -lc SCRIPT`` is read as the script.

    >>> of_words(("bash", "-lc", "rm old.txt"))[0].kind
    'delete'
    """
    command = Command(tuple(Word(word) for word in words))
    return tuple(_script([command], base, failed=failed))


def _script(commands: list[Command], base: str | None, *, failed: bool) -> Iterator[Touch]:
    walk = _Walk()
    for index, command in enumerate(commands):
        words = _without_prefixes(command.words)
        first = words[0].text if words else ""
        if not walk.runs(first, command.after):
            continue
        if first in {"cd", "pushd"}:
            walk.folder = _entered(walk.folder, words[1:])
        elif not failed or (index + 1 < len(commands) and first in _PRINTERS):
            for touch in _command(first, words, command):
                if not failed or touch.kind == "write":
                    yield _placed(touch, walk.folder, base)


class _Walk:
    """Where a script is, and whether its next command certainly runs."""

    def __init__(self) -> None:
        self.folder: str | None = ""
        """Entered since the start; None after a ``cd`` nobody can follow."""
        self._groups: list[tuple[str | None, bool]] = []
        """Folder and certainty outside the open parentheses."""
        self._hidden = False
        self._unsure = False
        self._depth = 0

    def runs(self, first: str, after: str) -> bool:
        """Whether the next command certainly runs, given its first word and the operator before it."""
        if after.endswith(")"):
            self.folder, self._hidden = self._groups.pop() if self._groups else (self.folder, False)
            return False
        self._unsure = after.startswith("||") or (self._unsure and after.startswith(("&&", "|")))
        if after.endswith("("):
            self._groups.append((self.folder, self._hidden))
            self._hidden = self._hidden or self._unsure
            self._unsure = False
            return False
        self._depth = max(0, self._depth + (first in _OPENERS) - (first in _CLOSERS))
        certain = not (self._hidden or self._unsure or self._depth or first in _CLOSERS)
        self._unsure = self._unsure or first in _TESTS
        return certain


def _without_prefixes(words: tuple[Word, ...]) -> tuple[Word, ...]:
    at = 0
    while at < len(words) and (words[at].text in _PREFIXES or re.match(r"[A-Za-z_]\w*=", words[at].text)):
        at += 1
    return words[at:]


def _entered(folder: str | None, arguments: tuple[Word, ...]) -> str | None:
    if len(arguments) != 1 or not arguments[0].literal or arguments[0].glob or arguments[0].text in {"-", ""}:
        return None
    target = arguments[0].text
    return None if folder is None and not _is_absolute(target) else posixpath.join(folder or "", target)


def _placed(touch: Touch, folder: str | None, base: str | None) -> Touch:
    """A touch whose paths start where the script started, not where it has gone since."""
    if folder is None:
        return touch._replace(base=None)
    return touch._replace(path=_under(folder, touch.path), to=touch.to and _under(folder, touch.to), base=base)


def _under(folder: str, path: str) -> str:
    if not folder or _is_absolute(path):
        return path
    return posixpath.normpath(posixpath.join(folder, path)) + ("/" if path.endswith("/") else "")


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~"))


def _command(first: str, words: tuple[Word, ...], command: Command) -> Iterator[Touch]:
    name = posixpath.basename(first)
    folder: str | None = ""
    if name == "git":
        name, words, folder = _git(words)
    yield from (_placed(touch, folder, "") for touch in _by_name(name, words, command))
    for operator, target in command.redirects:
        if _is_file(target) and not target.glob and operator not in {"<<<", "<&"}:
            yield Touch("read" if operator.endswith("<") else "write", target.text)


def _by_name(name: str, words: tuple[Word, ...], command: Command) -> Iterator[Touch]:  # noqa: PLR0911
    options, files = _arguments(name, words[1:])
    if name in _VIEWERS:
        return (Touch("read", file.text) for file in files if not file.glob)
    match name:
        case "sed" | "perl":
            return _stream_edit(name, words[1:])
        case "tee":
            return (Touch("write", file.text) for file in files if not file.glob)
        case "mv" | "git mv" | "cp":
            return _moved(name, options, files)
        case "rm" | "unlink" | "git rm":
            return _removed(name, options, files)
        case "apply_patch" | "applypatch" | "patch" | "git apply":
            text = command.body or next((word.text for word in words[1:] if "\n" in word.text), "")
            return iter(patch_files.touches(text))
        case "bash" | "sh" | "zsh":
            return _nested(words[1:])
    return iter(())


def _git(words: tuple[Word, ...]) -> tuple[str, tuple[Word, ...], str | None]:
    """``git -C dir mv a b`` as ("git mv", its words, its folder)."""
    folder: str | None = ""
    at = 1
    while at < len(words) and words[at].text.startswith("-"):
        if words[at].text == "-C":
            folder = _entered(folder, words[at + 1 : at + 2])
        at += 2 if words[at].text in {"-C", "-c"} else 1
    return (f"git {words[at].text}" if at < len(words) else "git"), words[at:], folder


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


def _stream_edit(name: str, words: tuple[Word, ...]) -> Iterator[Touch]:
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
            yield Touch("write" if in_place else "read", file.text, known_only=file.glob)


def _moved(name: str, options: list[str], operands: list[Word]) -> Iterator[Touch]:
    if "-t" in options and (at := options.index("-t") + 1) < len(options):
        target, sources = Word(options[at]), operands
    elif len(operands) > 1:
        target, sources = operands[-1], operands[:-1]
    else:
        return
    if not _is_file(target) or target.glob:
        return
    recursive = any(re.fullmatch(r"-\w*[rRa]\w*|--recursive|--archive", option) for option in options)
    if name == "cp" and recursive:
        return
    into = "-t" in options or len(sources) > 1 or any(word.glob for word in sources) or _names_folder(target.text)
    for source in sources:
        if not _is_file(source):
            continue
        if name != "cp":
            yield Touch("move", source.text, target.text, known_only=source.glob, into_folder=into)
        elif not into and (posixpath.splitext(target.text)[1] or not posixpath.splitext(source.text)[1]):
            yield Touch("write", target.text)


def _names_folder(path: str) -> bool:
    return path.endswith("/") or posixpath.basename(path) in {".", ".."}


def _removed(name: str, options: list[str], files: list[Word]) -> Iterator[Touch]:
    if "--cached" in options:
        return
    recursive = any(re.fullmatch(r"-\w*[rR]\w*|--recursive", option) for option in options)
    forced = name == "rm" and any(re.fullmatch(r"-\w*f\w*|--force", option) for option in options)
    for file in files:
        yield Touch("delete", file.text, known_only=recursive or file.glob, if_there=forced)


def _nested(words: tuple[Word, ...]) -> Iterator[Touch]:
    """``bash -c SCRIPT``, with the script in single quotes or as one word of a list."""
    if len(words) > 1 and re.fullmatch(r"-[lixe]*c", words[0].text) and words[1].literal:
        yield from touches(words[1].text)


@cache
def _telling() -> re.Pattern[str]:
    """Scripts without any of these touch no file in a way that is clear, so most need no closer look."""
    commands = "cat|less|more|nl|bat|batcat|tac|sed|perl|tee|mv|cp|rm|unlink|apply_?patch|patch|git apply"
    part_of_output = r"(?:head|tail)(?! +-(?:n *)?\d+ *(?:$|[;&|\n)]))"
    return re.compile(rf"<|>(?!&\d|\s*/dev/null)|\b(?:{commands}|{part_of_output})\b")
