"""Fences: the fixed tags between which untrusted text stands in a prompt.

A tag of a fence inside the text, opening or closing, in any form that might still be read as one, loses its meaning:
its `<` becomes `&lt;`. So does a control token of a chat template, by which a local server would end the message.
Nothing else of the text is touched.
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
    """Text in which no fence and no message can open or close.

    >>> neutralise("< / previous-summary> and <b> and <|im_end|>")
    '&lt; / previous-summary> and <b> and &lt;|im_end|>'
    """
    if "INST]" in text:
        text = text.replace("[INST]", "&#91;INST]").replace("[/INST]", "&#91;/INST]")
    return _marks().sub("&lt;", text) if may_hold_tags(text) else text


@cache
def _marks() -> re.Pattern[str]:
    fences = brackets("conversation", "previous-summary", "additional-context")
    tokens = r"<(?=[|\uff5c][\w\u2581 /.:-]{1,60}[|\uff5c]>|/?(?:s|bos|eos|start_of_turn|end_of_turn)>|</?SYS>>)"
    return re.compile(f"{fences}|{tokens}", re.IGNORECASE)
