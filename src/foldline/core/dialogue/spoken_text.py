"""What was said in a message of a chat: without memory tags, thinking and media links, which say nothing to a reader.

Tags count where they mark something up; one that is quoted as code, or opens in the middle of a line and never closes,
is spoken of and stays.
"""

import re
from collections.abc import Collection
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from foldline.core import prompts
from foldline.core.messages import ImagePart, Message
from foldline.core.profiles import template_text
from foldline.core.profiles.templates import Language

Medium: TypeAlias = Literal["", "image", "media"]
THINKING = ("think", "thinking", "search")
"""Tags in which chat models put what they do not say aloud (Operit's list)."""


class Spoken(NamedTuple):
    """A text without its media links, and what kind of them it had."""

    text: str
    medium: Medium = ""


def spoken(message: Message, language: Language) -> str:
    """What a user or an assistant said; a placeholder where it was only a picture, a sound or a film.

    Args:
        message: its text parts count; calls and results are not said.
        language: of the placeholder.

    >>> from foldline.core.messages import TextPart
    >>> spoken(Message("assistant", (TextPart("<think>hm</think>Yes."),)), "en")
    'Yes.'
    """
    text = message.text
    if message.role == "assistant":
        text = without_blocks(text, THINKING, unclosed=True)
    else:
        text = without_blocks(text, ("memory",))
    found = without_media(text)
    kept = found.text.strip()
    if kept:
        return kept
    has_image = found.medium == "image" or any(isinstance(part, ImagePart) for part in message.parts)
    medium = "image" if has_image else found.medium
    return words(language)[medium] if medium else ""


def without_blocks(text: str, names: Collection[str], *, unclosed: bool = False, put: str = "") -> str:
    r"""A text without the blocks of these tags.

    Args:
        text: any text.
        names: of the tags; their case does not matter.
        unclosed: a block that opens at the start of a line and is never closed goes too, to the end of the text.
        put: stands in place of each block.

    >>> without_blocks("a <memory>b</memory> c", ["memory"])
    'a  c'
    >>> without_blocks("a\n<think>b", ["think"], unclosed=True)
    'a\n'
    """
    if "<" not in text:
        return text
    kept: list[str] = []
    at, start, open_name = 0, -1, ""
    for tag in _tags(tuple(names)).finditer(text):
        name = tag["name"].lower()
        if not open_name and not tag["close"] and not tag["empty"]:
            start, open_name = tag.start(), name
        elif open_name == name and tag["close"]:
            kept += (text[at:start], put)
            at, open_name = tag.end(), ""
    if open_name and unclosed and not text[text.rfind("\n", 0, start) + 1 : start].strip():
        return "".join((*kept, text[at:start], put))
    return "".join((*kept, text[at:]))


def without_media(text: str) -> Spoken:
    """A text without links to pictures, sounds and films, and data written out in it.

    >>> without_media("look ![a cat](cat.png)")
    Spoken(text='look ', medium='image')
    """
    medium: Medium = ""
    for kind in _media():
        kept = kind.pattern.sub("", text)
        if kept != text:
            text, medium = kept, medium or kind.medium
    return Spoken(text, medium)


@cache
def words(language: Language) -> dict[str, str]:
    """The fixed words of a dialogue and its review in a language.

    >>> words("zh")["image"]
    '[图片已省略]'
    """
    return {block.name: block.text for block in template_text.parse(prompts.read(f"dialogue.{language}"))}


class _Kind(NamedTuple):
    medium: Medium
    pattern: re.Pattern[str]


@cache
def _tags(names: tuple[str, ...]) -> re.Pattern[str]:
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<!`)<(?P<close>/?)(?P<name>{either})(?:\s[^<>]*?)?(?P<empty>/?)>(?!`)", re.IGNORECASE)


@cache
def _media() -> tuple[_Kind, ...]:
    """Pictures first: where both were there, the placeholder names a picture."""

    def kind(medium: Medium, tags: str, types: str) -> _Kind:
        link = rf"<link\b(?=[^<>]*\btype\s*=\s*[\"']?(?:{types}))[^<>]*>(?:\s*</link\s*>)?"
        data = rf"data:(?:{types})/[\w.+-]{{1,60}};base64,[A-Za-z0-9+/=]*+"
        markdown = r"!\[[^\[\]\n]{0,400}\]\([^()\s]*+(?:\s+\"[^\"\n]{0,400}\")?\)|" if medium == "image" else ""
        return _Kind(
            medium, re.compile(rf"{markdown}<(?:{tags})\b[^<>]*>(?:\s*</(?:{tags})\s*>)?|{link}|{data}", re.IGNORECASE)
        )

    return kind("image", "img", "image"), kind("media", "audio|video", "audio|video")
