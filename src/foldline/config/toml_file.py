"""A settings file: read as plain data, edited in place with comments and order kept, written whole or not at all.

What cannot be read is told with its line and never written over. Files of older forms are brought up to date by
`MIGRATIONS`, to which steps are only ever added.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from foldline.errors import SettingsError, WriteRefusedError
from foldline.formats import writing

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

Table: TypeAlias = MutableMapping[str, object]
Step: TypeAlias = Callable[[Table], None]
MIGRATIONS: tuple[Step, ...] = ()
"""Step n turns a file of version n, counted from 1, into one of the next. A file that names none is of the first."""
_MOST_TRIES = 20
_IN_PROCESS = Lock()


class Stored(NamedTuple):
    """What a file holds."""

    path: Path
    data: dict[str, object]
    text: str = ""
    fault: str = ""
    """Why it can't be read, with the line; ``data`` is empty then."""

    def line(self, *keys: str | int) -> int:
        """The line on which the value at these keys ends; 0 where it has none."""
        return line_of(self.text, keys)


def read(path: Path) -> Stored:
    """Read a file; one that is not there is empty, one that can't be read says why."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Stored(path, {})
    except OSError as error:
        return Stored(path, {}, fault=f"{path} can't be read: {error.strerror or error}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return Stored(path, {}, fault=f"{path}, line {line}: not UTF-8 text")
    try:
        data: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Stored(path, {}, text, f"{path}, line {_line_named(error, text)}: {_reason(error)}")
    try:
        migrate(data)
    except SettingsError as error:
        return Stored(path, {}, text, f"{path}, line {line_of(text, ('version',))}: {error}")
    return Stored(path, data, text)


def edit(path: Path, change: Callable[[Table], None]) -> bool:
    """Change a file, all of it or nothing; returns whether anything had to be written.

    Args:
        path: the file; it and its folder are made where they are missing.
        change: is given the document as it is on disk at that moment; may be called again, where another program
            wrote to the file meanwhile.

    Raises:
        SettingsError: what is there can't be read; it is left as it is.
        WriteRefusedError: it could not be written.
    """
    with _alone(path.parent):
        for _ in range(_MOST_TRIES):
            before = _bytes(path)
            after = _changed(path, before, change)
            if after == (before or b""):
                return False
            try:
                _write(path, before, after)
            except WriteRefusedError:
                if _bytes(path) == before:
                    raise
            else:
                return True
    msg = f"{path} is written to all the time by another program; try again when it has finished"
    raise WriteRefusedError(msg)


def migrate(document: Table, steps: Sequence[Step] = MIGRATIONS) -> None:
    """Bring a document up to date.

    Raises:
        SettingsError: it is of a newer form than this program knows.
    """
    version = document.get("version", 1)
    newest = len(steps) + 1
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= newest:
        msg = f"version is {version!r}; this Foldline knows 1 to {newest}, a newer one wrote the file"
        raise SettingsError(msg)
    for step in steps[version - 1 :]:
        step(document)
    if version < newest:
        document["version"] = newest


def line_of(text: str, keys: Sequence[str | int]) -> int:
    r"""The line of a TOML text on which the value at these keys ends; 0 where it has none.

    >>> line_of("a = 1\n[b]\nc = [\n2]\n", ("b", "c"))
    4
    """
    lines = text.splitlines(keepends=True)
    name = next((key for key in reversed(keys) if isinstance(key, str)), "")
    is_parsed = True
    for number, line in enumerate(lines, 1):
        if is_parsed and name not in line:
            continue
        try:
            found = tomllib.loads("".join(lines[:number]))
        except tomllib.TOMLDecodeError:
            is_parsed = False
            continue
        if _holds(found, keys):
            return number
        is_parsed = True
    return 0


def _holds(value: object, keys: Sequence[str | int]) -> bool:
    for key in keys:
        is_there = key in value if isinstance(value, dict) else isinstance(value, list) and key in range(len(value))
        if not is_there:
            return False
        value = value[key]  # type: ignore[index]
    return True


def put(table: Table, wanted: dict[str, object], *, known: Collection[str]) -> None:
    """Give a table its new content; what stays equal is not touched.

    Args:
        table: of an open document.
        wanted: all it is to hold of what is known.
        known: keys that go where they are not wanted; others stay.
    """
    for key in [key for key in table if key in known and key not in wanted]:
        del table[key]
    for key, value in wanted.items():
        old = table.get(key)
        if isinstance(old, MutableMapping) and isinstance(value, dict):
            put(old, value, known=known)
        elif isinstance(old, list) and _are_rows(old) and _are_rows(value):
            table[key] = _rows(old, value, known)  # type: ignore[arg-type]
        elif old != value:
            table[key] = value


def plain(table: Table) -> dict[str, object]:
    """An open document's table as plain data."""
    unwrap = getattr(table, "unwrap", None)
    data: dict[str, object] = unwrap() if unwrap else dict(table)
    return data


def _are_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, MutableMapping) for row in value)


def _rows(old: list[Table], wanted: list[dict[str, object]], known: Collection[str]) -> list[Table]:
    """An array of tables in the order wanted, made of the rows that are there already where they are the same."""
    import tomlkit

    free = list(old)
    rows: list[Table] = []
    for row in wanted:
        same = next((one for one in free if _identity(one) == _identity(row)), None)
        if same is None:
            same = tomlkit.item(row)
        else:
            free.remove(same)
            put(same, row, known=known)
        rows.append(same)
    if len(rows) == len(old) and all(row is one for row, one in zip(rows, old, strict=True)):
        return old
    made = tomlkit.aot()
    for table in rows:
        made.append(table)
    return made


def _identity(row: Table) -> tuple[object, ...]:
    return tuple(row.get(key, "") for key in ("id", "kind", "language", "scope", "key"))


def _changed(path: Path, before: bytes | None, change: Callable[[Table], None]) -> bytes:
    import tomlkit

    stored = read(path) if before is not None else Stored(path, {})
    if stored.fault:
        msg = f"{stored.fault}; nothing was written, mend the file first"
        raise SettingsError(msg)
    document: TOMLDocument = tomlkit.parse(stored.text)
    migrate(document)
    change(document)
    text = tomlkit.dumps(document)
    if text == stored.text:
        return before or b""
    try:
        return (_with_comments(stored.text, text).rstrip() + "\n").lstrip("\n").encode()
    except UnicodeEncodeError as error:
        msg = f"{error.object[error.start : error.end]!r} is no character that can be stored; nothing was written"
        raise SettingsError(msg) from error


def _with_comments(old: str, new: str) -> str:
    """The new text with the comments right above a table above it still.

    A parser takes them for the end of what stands before the table: they would go with it, or part from the table.
    """
    above: list[str] = []
    lines, before = new.splitlines(keepends=True), old.splitlines(keepends=True)
    for number, line in enumerate(before):
        if line.startswith("[") and above and _index_of(before[number : number + 2], lines) >= 0:
            at = _index_of(above, lines)
            del lines[at : at + len(above) if at >= 0 else at]
            at = _index_of(before[number : number + 2], lines)
            lines[at:at] = above
        above = [*above, line] if line.startswith("#") else []
    made = "".join(lines)
    return made if tomllib.loads(made) == tomllib.loads(new) else new


def _index_of(few: Sequence[str], lines: Sequence[str]) -> int:
    return next((at for at in range(len(lines)) if lines[at : at + len(few)] == few), -1)


def _write(path: Path, before: bytes | None, after: bytes) -> None:
    if before is None:
        writing.create(path, after)
    else:
        writing.replace(path, after, expected=before)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        msg = f"{path} can't be read: {error.strerror or error}; nothing was written"
        raise SettingsError(msg) from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep others out that edit by this function, in this process or, where the system can lock, in another."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = f"the folder {folder} can't be made: {error.strerror or error}"
        raise WriteRefusedError(msg) from error
    with _IN_PROCESS, _locked(folder):
        yield


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        import fcntl
        import os
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _line_named(error: tomllib.TOMLDecodeError, text: str) -> int:
    found = re.search(r"\(at line (\d+), column \d+\)", str(error))
    return int(found[1]) if found else max(1, len(text.splitlines()))


def _reason(error: tomllib.TOMLDecodeError) -> str:
    return re.sub(r" \(at [^)]*\)$", "", str(error))
