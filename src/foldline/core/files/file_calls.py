"""Which files a tool call touches: any agent's names for reading, writing, patching, moving and deleting.

A call counts by its tool's plain name and by an argument that names a path. Unknown tools touch nothing.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from foldline.core.files import patch_files, shell_files
from foldline.core.files.file_touches import Touch, is_link, without_selector
from foldline.core.messages import Json, ToolCallPart
from foldline.core.outcomes import SHELL_TOOLS, command_line, plain_name

READERS = frozenset({
    "read", "readfile", "readfiles", "readmanyfiles", "readtextfile", "readmediafile", "readmultiplefiles",
    "fsread", "fileread", "view", "viewfile", "viewfileoutline", "open", "openfile", "cat", "getfile",
    "getfilecontents", "notebookread", "readnotebook", "viewimage",
})  # fmt: skip
WRITERS = frozenset({
    "write", "writefile", "writetofile", "filewrite", "savefile", "create", "createfile", "createnewfile",
    "addfile", "newfile", "edit", "editfile", "fileedit", "editexistingfile", "multiedit", "multieditfile",
    "replace", "replaceinfile", "replaceinfiles", "strreplace", "strreplaceeditor", "strreplacebasededittool",
    "strreplaceinfile", "searchreplace", "searchandreplace", "singlefindandreplace", "insert", "insertcontent",
    "insertintofile", "insertedit", "inserteditintofile", "append", "appendfile", "appendtofile", "applydiff",
    "applypatch", "applyedit", "patch", "patchfile", "updatefile", "modifyfile", "overwritefile", "notebookedit",
    "editnotebook", "editnotebookfile", "fswrite", "fsappend", "fsreplace", "texteditor", "editor",
})  # fmt: skip
DELETERS = frozenset({"delete", "deletefile", "deletefiles", "removefile", "remove", "rm", "unlink"})
MOVERS = frozenset({"move", "movefile", "rename", "renamefile", "mv"})

_PATHS = frozenset({
    "path", "filepath", "filename", "file", "targetfile", "absolutepath", "notebookpath", "relativepath",
    "relativeworkspacepath", "abspath",
})  # fmt: skip
_LISTS = frozenset({"paths", "files", "filepaths", "edits", "changes", "replacements", "operations"})
_FROM = frozenset({"source", "sourcepath", "sourcefile", "from", "frompath", "oldpath", "src"})
_TO = frozenset({
    "destination", "destinationpath", "destinationfile", "dest", "to", "topath", "newpath", "dst", "target",
})  # fmt: skip
_FOLDERS = frozenset({"workdir", "cwd", "workingdirectory", "workingdir"})
_OPENS_FILE = frozenset({"open", "openfile", "create", "createfile"})
_KEEPS_FILE_OPEN = frozenset({"edit", "insert", "append"})
"""Editors of SWE-agent's kind change the file that was opened or created last."""


class Touched(NamedTuple):
    """What a call does to files, and which file is open after it."""

    touches: tuple[Touch, ...]
    opened: str = ""


def touched(call: ToolCallPart, *, opened: str = "", failed: bool = False) -> Touched:
    """What one call does to files.

    Args:
        call: the tool call.
        opened: the file that an editor with one open file works on.
        failed: the tool answered with an error; only what a shell script wrote before it counts.

    >>> touched(ToolCallPart("1", "Read", {"file_path": "a.py:1-9"})).touches[0].path
    'a.py'
    """
    name = plain_name(call.name)
    if name in SHELL_TOOLS:
        found: Iterable[Touch] = _shell(call, failed=failed)
    else:
        found = () if failed else _editor(name, call.arguments, opened)
    touches = tuple(touch for touch in found if _on_disk(touch.path) and (touch.kind != "move" or _on_disk(touch.to)))
    if touches and name in _OPENS_FILE:
        opened = touches[-1].path
    return Touched(touches, opened)


def path_of(call: ToolCallPart) -> str:
    """The path a call names, empty when it names none.

    >>> path_of(ToolCallPart("1", "Grep", {"pattern": "x", "path": "src"}))
    'src'
    """
    return "" if isinstance(call.arguments, str) else next(_named(call.arguments, _PATHS), "")


def _on_disk(path: str) -> bool:
    return bool(path.strip()) and "\n" not in path and not is_link(path)


def _shell(call: ToolCallPart, *, failed: bool) -> tuple[Touch, ...]:
    arguments = call.arguments
    if isinstance(arguments, str):
        return shell_files.touches(arguments, failed=failed)
    base = next(_named(arguments, _FOLDERS), "")
    for value in arguments.values():
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            return shell_files.of_words(tuple(map(str, value)), base=base, failed=failed)
    return shell_files.touches(command_line(call), base=base, failed=failed)


def _editor(name: str, arguments: dict[str, Json] | str, opened: str) -> Iterator[Touch]:
    if isinstance(arguments, str):
        if name in WRITERS or "*** Begin Patch" in arguments:
            yield from patch_files.touches(arguments)
    elif name in MOVERS:
        source = next(_named(arguments, _FROM), "") or next(_named(arguments, _PATHS), "")
        yield Touch("move", source, next(_named(arguments, _TO), ""))
    elif name in READERS or (name in WRITERS and arguments.get("command") == "view"):
        for path in _paths(arguments):
            yield Touch("read", without_selector(path))
    elif name in DELETERS:
        for path in _paths(arguments):
            yield Touch("delete", path)
    elif name in WRITERS:
        yield from _written(name, arguments, opened)


def _written(name: str, arguments: dict[str, Json], opened: str) -> Iterator[Touch]:
    paths = list(_paths(arguments))
    if not paths:
        patches = (text for text in arguments.values() if isinstance(text, str) and _holds_patch(text))
        patched = [touch for text in patches for touch in patch_files.touches(text)]
        yield from patched
        paths = [opened] if opened and not patched and name in _KEEPS_FILE_OPEN else []
    for path in paths:
        yield Touch("write", path)


def _holds_patch(text: str) -> bool:
    return "*** Begin Patch" in text or ("\n+++ " in text and "--- " in text) or "\nrename to " in text


def _named(arguments: dict[str, Json], names: frozenset[str]) -> Iterator[str]:
    """The texts of the arguments with one of these plain names."""
    for key, value in arguments.items():
        if isinstance(value, str) and value and plain_name(key) in names:
            yield value


def _paths(arguments: dict[str, Json]) -> Iterator[str]:
    """Every path a call names: one, or those of its list of files or edits."""
    yield from islice(_named(arguments, _PATHS), 1)
    for key, value in arguments.items():
        if isinstance(value, list) and plain_name(key) in _LISTS:
            for element in value:
                if isinstance(element, str):
                    yield element
                elif isinstance(element, dict):
                    yield from islice(_named(element, _PATHS), 1)
