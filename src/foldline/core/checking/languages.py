"""Whether a summary is in another language than the one the user wants.

Told by the script of its words; of the languages in Latin letters only English is told from the others, by its common
words. Headings, quotations, code and names may be in any language, and where little is left nothing is told.
"""

import re
from functools import cache
from typing import Final

from foldline.core.profiles.language import spoken_language

_SCRIPTS: Final[dict[str, str]] = {
    "Chinese": "\u3400-\u9fff\uf900-\ufaff",
    "Japanese": "\u3041-\u30ff\uff66-\uff9d",
    "Korean": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3",
    "Russian": "\u0400-\u052f",
    "Ukrainian": "\u0400-\u052f",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Arabic": "\u0600-\u06ff\u0750-\u077f",
    "Persian": "\u0600-\u06ff\u0750-\u077f",
    "Urdu": "\u0600-\u06ff\u0750-\u077f",
    "Hebrew": "\u0591-\u05f4",
    "Thai": "\u0e01-\u0e5b",
    "Hindi": "\u0900-\u097f",
    "Bengali": "\u0980-\u09ff",
    "Tamil": "\u0b80-\u0bff",
    "Georgian": "\u10a0-\u10ff",
    "Armenian": "\u0531-\u058f",
}
"""Languages that are not written in Latin letters, with the letters they are written in."""
_UNSPACED: Final = "\u0e01-\u0e5b\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Letters of scripts without spaces: Chinese, Japanese, Thai."""
_LETTERS_A_WORD: Final = 2
"""Letters of a script without spaces that count as a word."""
_LEAST_WORDS: Final = 20
_LEAST_SHARE: Final = 0.15
"""A text in a script of its own has at least this part of its words in it, however technical it is."""


def language_fault(text: str, wanted: str) -> str:
    """What is wrong with the language of a text; empty where nothing is, or nothing is known.

    Args:
        text: what was written.
        wanted: English name of the language; empty where nobody knows.

    >>> language_fault("The parser drops the second line of each file. " * 5, "Japanese")
    'it is not in Japanese'
    """
    prose = _beside().sub(" ", text)
    words = _words(prose)
    if not wanted or words < _LEAST_WORDS:
        return ""
    if wanted in _SCRIPTS:
        return f"it is not in {wanted}" if _words(prose, _SCRIPTS[wanted]) < _LEAST_SHARE * words else ""
    told = spoken_language([prose])
    is_other = told in _SCRIPTS or (told != wanted and "English" in {told, wanted} and bool(told))
    return f"it is in {told}, not in {wanted}" if is_other else ""


def _words(text: str, letters: str = "") -> int:
    """Words of a text, those written in these letters alone; where no spaces part them, two letters are one."""
    found = re.findall(f"[{letters}]+" if letters else r"[^\W\d_]+", text)
    unspaced = sum(map(len, re.findall(f"[{_UNSPACED}]+", "".join(found))))
    spaced = sum(not re.match(f"[{_UNSPACED}]", run) for run in found)
    return spaced + unspaced // _LETTERS_A_WORD


@cache
def _beside() -> re.Pattern[str]:
    """What tells nothing of the language of a text: code, quotations, headings, addresses, paths, names."""
    return re.compile(
        r"```(?s:.*?)(?:```|\Z)|`[^`\n]*`|https?://\S+|^\s*(?:#{1,6} |[\[【=>]).*$"
        r"|[“\"„«「『][^”\"“»」』\n]{2,400}[”\"“»」』]|\S*[/\\_]\S+|\b[A-Za-z]*\d\w*",
        re.MULTILINE,
    )
