"""Tags in every form in which a model might still read them: case, spacing, signs that can't be seen, full-width signs.

Whoever sets text between tags of its own looks here for the bracket that would open or close one inside the text.
"""

BRACKETS = "<\uff1c\ufe64"
"""Less-than signs: ASCII, full-width, small."""
_UNSEEN = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    r"\U000e0000-\U000e0fff"
)
"""Signs without a width: joiners, directions, variations, soft hyphens, tags."""
_GAP = rf"[\s{_UNSEEN}]*+"
_DASH = rf"{_GAP}[-_\u2010-\u2015\u2212\ufe58\ufe63\uff0d\uff3f]?{_GAP}"
_SLASH = r"[/\\\u2044\u2215\u29f8\uff0f\uff3c]"
_FULL_WIDTH = 0xFEE0
"""From an ASCII letter to its full-width form."""


def brackets(*names: str, closing_only: bool = False, whole_names: bool = True) -> str:
    r"""A pattern for the bracket with which a tag of one of these names starts; to be compiled without regard to case.

    Args:
        names: of the tags, lower case; a dash in a name may be any dash, a space or nothing.
        closing_only: leave opening tags alone.
        whole_names: a longer name that begins like one of these is another tag.

    >>> import re
    >>> re.sub(brackets("files"), "&lt;", "< / FILES> <files-read>", flags=re.IGNORECASE)
    '&lt; / FILES> <files-read>'
    """
    slash = rf"(?:{_SLASH}{_GAP})+" if closing_only else rf"(?:{_SLASH}{_GAP})*+"
    end = r"(?![\w-])" if whole_names else ""
    either = "|".join(map(_name, names))
    return rf"[{BRACKETS}](?={_GAP}{slash}(?:{either}){end})"


def may_hold_tags(text: str) -> bool:
    """False where a text has no sign that a tag could start with; quick.

    >>> may_hold_tags("a > b")
    False
    """
    return any(bracket in text for bracket in BRACKETS)


def _name(name: str) -> str:
    return _DASH.join(f"[{_UNSEEN}]*+".join(map(_letter, part)) for part in name.split("-"))


def _letter(letter: str) -> str:
    return f"[{letter}{chr(ord(letter) + _FULL_WIDTH)}]"
