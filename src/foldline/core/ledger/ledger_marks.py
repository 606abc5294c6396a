"""The two lines a ledger stands between, and the signs that keep any text from looking like them.

One escape, ``␐`` + hexadecimal code point + ``;``, stands for what may not appear: the ``<`` of our own tags in any
form, that of tags which close what clients put around a summary, control characters, and the escape itself.
Everything else is written as it is.
"""

import re
from functools import cache

from foldline.core.tag_forms import brackets, may_hold_tags

OPENING = '<foldline-ledger v="1"'
CLOSING = "</foldline-ledger>"
_ESCAPE = "\u2410"


def opening_line(language: str) -> str:
    """The line a ledger opens with.

    >>> opening_line("en"), opening_line("zh")
    ('<foldline-ledger v="1">', '<foldline-ledger v="1" lang="zh">')
    """
    return f"{OPENING}>" if language == "en" else f'{OPENING} lang="{language}">'


def neutralise(text: str) -> str:
    """Prose in which no ledger can open or close; `restore` gives back what it was.

    >>> neutralise("as in < /Foldline-Ledger> above")
    'as in ␐3c; /Foldline-Ledger> above'
    """
    return _marks().sub(_escaped, text) if may_hold_tags(text) or _ESCAPE in text else text


def restore(text: str) -> str:
    """What a neutralised or escaped text was.

    >>> restore("as in ␐3c; /Foldline-Ledger> above")
    'as in < /Foldline-Ledger> above'
    """
    return _escapes().sub(lambda found: chr(int(found[1], 16)), text) if _ESCAPE in text else text


def escape(text: str, *, also: str = "", one_line: bool = False) -> str:
    r"""Text for a ledger: neutralised and without control characters.

    Args:
        text: any string.
        also: further characters to escape.
        one_line: escape line breaks, too.

    >>> escape("a\x1b[0m")
    'a␐1b;[0m'
    """
    text = neutralise(text)
    if _controls().search(text):
        text = _controls().sub(_escaped, text)
    for sign in f"{also}\r\n" if one_line else also:
        text = text.replace(sign, f"{_ESCAPE}{ord(sign):x};")
    return text


def block_span(text: str) -> tuple[int, int] | None:
    """Where the ledger at the end of a text starts and ends, if it ends in one."""
    end = len(text.rstrip())
    if not text.endswith(CLOSING, 0, end):
        return None
    start = text.rfind(OPENING, 0, end)
    return (start, end) if start == 0 or (start > 0 and text[start - 1] == "\n") else None


def _escaped(found: re.Match[str]) -> str:
    return f"{_ESCAPE}{ord(found[0]):x};"


@cache
def _marks() -> re.Pattern[str]:
    own = brackets("foldline-ledger", whole_names=False)
    around = brackets("summary", "handoff", closing_only=True)
    return re.compile(f"{own}|{around}|{_ESCAPE}", re.IGNORECASE)


@cache
def _escapes() -> re.Pattern[str]:
    return re.compile(rf"{_ESCAPE}([0-9a-f]{{1,5}}|10[0-9a-f]{{4}});")


@cache
def _controls() -> re.Pattern[str]:
    """Control characters but for tab and line breaks, separators some programs break lines at, lone surrogates."""
    return re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\r(?!\n)")
