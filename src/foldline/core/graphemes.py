"""Where a text may be cut without parting a character from what belongs to it: accents, joined emoji, flags."""

import unicodedata

_JOINER = "\u200d"
_JOINING = frozenset("\u200d\u0e33\u0eb3")
"""The joiner, and two vowels that Thai and Lao write behind their letter."""
_FLAG_LETTERS = ("\U0001f1e6", "\U0001f1ff")


def border(text: str, at: int) -> int:
    r"""The nearest place at or before ``at`` that parts no character as a reader sees it.

    >>> border("cafe\u0301!", 4), border("ab", 1)
    (3, 1)
    """
    while 0 < at < len(text) and _is_inside(text, at):
        at -= 1
    return at


def _is_inside(text: str, at: int) -> bool:
    before, here = text[at - 1], text[at]
    if here < "\u0300":
        return before == "\r" and here == "\n"
    if before == _JOINER or _extends(here):
        return True
    if "\ud800" <= before <= "\udbff":
        return "\udc00" <= here <= "\udfff"
    return _is_flag_letter(here) and _flag_letters_before(text, at) % 2 == 1


def _extends(char: str) -> bool:
    """Whether a character modifies the one before: marks, joiners, skin tones, tags, the later parts of a syllable."""
    return (
        unicodedata.category(char) in {"Mn", "Mc", "Me"}
        or char in _JOINING
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or "\U000e0020" <= char <= "\U000e007f"
        or "\u1160" <= char <= "\u11ff"
    )


def _is_flag_letter(char: str) -> bool:
    return _FLAG_LETTERS[0] <= char <= _FLAG_LETTERS[1]


def _flag_letters_before(text: str, at: int) -> int:
    start = at
    while start and _is_flag_letter(text[start - 1]):
        start -= 1
    return at - start
