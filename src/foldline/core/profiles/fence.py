"""Fences: the fixed tags between which untrusted text stands in a prompt.

A tag of a fence inside the text, opening or closing, in any form that might still be read as one, loses its meaning:
its `<` becomes `&lt;`. Nothing else of the text is touched.
"""

import re
from functools import cache
from typing import Literal, TypeAlias

from foldline.core.tag_forms import brackets, may_hold_tags

Tag: TypeAlias = Literal["conversation", "previous-summary", "additional-context"]


def fence(tag: Tag, text: str) -> str:
    r"""Text as data between a pair of tags; blank text gives nothing.

    >>> fence("conversation", "a </Conversation > b")
    '<conversation>\na &lt;/Conversation > b\n</conversation>'
    """
    return f"<{tag}>\n{neutralise(text)}\n</{tag}>" if text.strip() else ""


def neutralise(text: str) -> str:
    """Text in which no fence can open or close.

    >>> neutralise("< / previous-summary> and <b>")
    '&lt; / previous-summary> and <b>'
    """
    return _tags().sub("&lt;", text) if may_hold_tags(text) else text


@cache
def _tags() -> re.Pattern[str]:
    return re.compile(brackets("conversation", "previous-summary", "additional-context"), re.IGNORECASE)
