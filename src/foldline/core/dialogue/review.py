"""The dialogue review: the newest lines of a folded chat, quoted below its summary. Made here, never by a model.

Bounded, and nothing in it looks like a call of a tool: models copy what looks like one instead of calling. It stands
between two tags of its own, by which the next fold takes it off again, whatever its heading says.
"""

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from foldline.core.dialogue.spoken_text import spoken, without_blocks, words
from foldline.core.dialogue.turns import speaker
from foldline.core.messages import ImagePart, Message, TextPart
from foldline.core.note.phrases import phrases
from foldline.core.profiles.templates import Language, Section, Template
from foldline.core.redaction import outside_secret
from foldline.core.speech.authorship import human_text, is_human
from foldline.core.tag_forms import brackets, may_hold_tags

MOST_ENTRIES = 6
MOST_CHARS = 240
"""Characters of an entry's text (this and the number of entries: a fork of Operit, after users complained)."""
MOST_TOOLS = 4
_HEAD_CHARS = 170
_OPENING, _CLOSING = "<foldline-review>", "</foldline-review>"
_PASTED = ("workspace_attachment", "attachment", "reply_to")
"""Tags of what came with a user's text; the longest name first."""
_TOOL_TAGS = (
    "tool", "tool_call", "tool_calls", "tool_use", "tool_result", "tool_results", "tool_response", "tool_code",
    "function_call", "function_calls", "function_results", "invoke", "status",
)  # fmt: skip


def dialogue_review(messages: Sequence[Message], *, language: Language, title: str = "") -> str:
    r"""The review of the turns that were folded; empty where nobody said anything.

    Args:
        messages: in order.
        language: of the heading and the placeholders.
        title: heading in place of the built-in one.

    >>> print(dialogue_review([Message("user", (TextPart("Hi\n\nthere"),))], language="en"))
    <foldline-review>
    Dialogue review:
    - user: Hi there
    </foldline-review>
    """
    entries: list[str] = []
    for message in reversed(messages):
        entry = _entry(message, language)
        if entry:
            entries.append(entry)
        if len(entries) == MOST_ENTRIES:
            break
    if not entries:
        return ""
    return "\n".join((_OPENING, heading(language, title), *reversed(entries), _CLOSING))


def heading(language: Language, title: str = "") -> str:
    """The heading line of a review; a blank title gives the built-in one.

    >>> heading("zh", "  执行回顾：  ")
    '执行回顾：'
    """
    built_in = words(language)["review"]
    own = neutralise(" ".join(title.split()).rstrip(":： "))
    return f"{own}{built_in[-1]}" if own else built_in


def strip(text: str) -> str:
    r"""A summary without the review at its end.

    >>> strip("Done.\n\n<foldline-review>\nSo far:\n- user: hi\n</foldline-review>")
    'Done.'
    """
    whole = f"\n{text.rstrip()}"
    start = whole.rfind(f"\n{_OPENING}\n")
    return whole[1:start].rstrip() if start >= 0 and whole.endswith(f"\n{_CLOSING}") else text


def neutralise(text: str) -> str:
    """Text that can't open or close a review.

    >>> neutralise("</Foldline-Review >")
    '&lt;/Foldline-Review >'
    """
    return _patterns().own_tags.sub("&lt;", text) if may_hold_tags(text) else text


def with_previous_review(template: Template) -> Template:
    """The template with one more section at its end, for what the previous summary said.

    >>> from foldline.core.profiles.templates import load
    >>> with_previous_review(load("conversation", "en")).sections[-1].title
    'Previous Summary Review'
    """
    title, _, instruction = words(template.language)["previous_review"].partition("\n")
    section = Section("previous_review", title, instruction, form="paragraphs")
    return replace(template, sections=(*template.sections, section)) if template.sections else template


def _entry(message: Message, language: Language) -> str:
    if message.role == "assistant":
        named, text = _without_calls(spoken(message, language))
        used = list(dict.fromkeys((*(call.name for call in message.calls), *named)))
    elif is_human(message):
        pictures = tuple(part for part in message.parts if isinstance(part, ImagePart))
        own = Message("user", (TextPart(human_text(message)), *pictures))
        _, text = _without_calls(_without_pasted(spoken(own, language), language))
        used = []
    else:
        return ""
    text = condensed(neutralise(text))
    if not text:
        return ""
    is_nameless = message.role == "user" and not message.speaker.strip()
    name = phrases(language).user if language == "zh" and is_nameless else speaker(message)
    return f"- {condensed(neutralise(name))}: {text}{_used(used, language)}"


def _used(names: Sequence[str], language: Language) -> str:
    """The tools of a turn by their names alone."""
    if not names:
        return ""
    shown = [neutralise(" ".join(name.split()))[:40] for name in names[:MOST_TOOLS]]
    more = "…" if len(names) > MOST_TOOLS else ""
    word = words(language)["used"]
    return f"（{word} {'、'.join(shown)}{more}）" if language == "zh" else f" ({word} {', '.join(shown)}{more})"


def condensed(text: str) -> str:
    """A text on one line of at most `MOST_CHARS` characters, its head and its tail.

    >>> len(condensed("word " * 1000))
    240
    """
    flat = " ".join(text.split())
    tail = MOST_CHARS - _HEAD_CHARS - 3
    if len(flat) <= MOST_CHARS:
        return flat
    head = outside_secret(flat, _HEAD_CHARS, behind=False)
    return f"{flat[:head]}...{flat[outside_secret(flat, len(flat) - tail, behind=True) :]}"


def _without_pasted(text: str, language: Language) -> str:
    for name in _PASTED:
        text = without_blocks(text, (name,), put=words(language)[name])
    return text


def _without_calls(text: str) -> tuple[list[str], str]:
    """The tools a text names in calls written out, and the text without anything that looks like a call."""
    patterns = _patterns()
    names = [found["name"] for found in patterns.named.finditer(text)]
    text = without_blocks(text, _TOOL_TAGS, unclosed=True)
    text = patterns.fenced.sub(" ", text)
    lines = (patterns.written.sub("", line) for line in patterns.tag.sub(" ", text).split("\n"))
    return names, "\n".join(line for line in lines if not line.lstrip().startswith(("{", "[{")))


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.own_tags = re.compile(brackets("foldline-review", whole_names=False), re.IGNORECASE)
        self.named = re.compile(
            r"<(?:tool|tool_use|invoke|function_call)\s[^<>]*?\bname\s*=\s*[\"'](?P<name>[^\"'<>\n]{1,60})",
            re.IGNORECASE,
        )
        self.fenced = re.compile(
            r"^[ \t]*(?P<fence>```|~~~).*?(?:^[ \t]*(?P=fence)[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
        )
        self.tag = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?>")
        self.written = re.compile(
            r"[\[【(（](?:tool(?: ?(?:call|use|result))?|function(?: ?call)?|result|工具(?:调用|结果)?|调用|结果)"
            r"\s*[:：\]】].*",
            re.IGNORECASE,
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()
