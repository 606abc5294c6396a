"""An earlier summary read back as entries, whoever wrote it, so that a new one can carry them on.

Nothing of it is nested: entries move one by one, and what states a moment that has passed is left behind.
"""

import re
from functools import cache

from msgspec import Struct

from foldline.core.phrases import CHINESE, ENGLISH
from foldline.core.prose import clip, plain
from foldline.core.summary_text import parse_sections
from foldline.core.templates import Template

ENTRY_WIDTH = 320
"""Characters of an entry that are carried on."""
_HOMES = (
    ("next", "next_steps"), ("remaining", "next_steps"), ("todo", "next_steps"), ("pending", "next_steps"),
    ("in progress", "doing"), ("current work", "doing"), ("done", "done"), ("complete", "done"), ("accomplish", "done"),
    ("progress", "done"), ("changes", "done"), ("decision", "decisions"), ("constraint", "constraints"),
    ("preference", "constraints"), ("rule", "constraints"), ("goal", "goal"), ("intent", "goal"), ("request", "goal"),
    ("objective", "goal"), ("下一步", "next_steps"), ("进行中", "doing"), ("完成", "done"), ("决定", "decisions"), ("目标", "goal"),
)  # fmt: skip
"""Where what stands under a heading of somebody else's summary belongs, by a word of the heading."""


class Entry(Struct):
    """One entry of a summary with the entries indented under it."""

    text: str
    details: list[str]


class EarlierNote(Struct):
    """An earlier summary as entries."""

    sections: dict[str, list[Entry]]
    """Section id -> its entries; `done` and `doing` stand for the parts of the handoff profile's progress."""
    earlier_items: int = 0
    """Finished items it did not list any more."""

    def entries(self, section_id: str) -> list[Entry]:
        """The entries of a section, none where there are none."""
        return self.sections.get(section_id, [])


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.mark = re.compile(r"(?P<indent>\s*)(?:[-*+•]|\d{1,3}[.)、])\s+(?:\[(?P<box>[ xX])\]\s+)?(?=\S)")
        self.heading = re.compile(
            r"#{1,6}\s+(?P<title>.*)|\*\*(?P<bold>[^*]{3,80})\*\*[:：]?\Z|【(?P<cjk>[^】]+)】\Z|\[(?P<square>[^\]]{3,60})\]\Z"
        )
        self.earlier = [
            re.compile(re.escape(frame).replace(r"\{\}", r"(\d+)")) for frame in (ENGLISH.earlier, CHINESE.earlier)
        ]
        self.asked = re.compile("“(.*?)”")


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def read(previous: str, template: Template) -> EarlierNote:
    """An earlier summary as entries, by the headings of the template where it has them, else by their words."""
    found = EarlierNote({})
    if not previous.strip():
        return found
    parsed = parse_sections(previous, template)
    for section in template.sections:
        if body := parsed.sections.get(section.id, ""):
            _read_body(body, section.id, found)
    for text in (parsed.lead, parsed.turn_context):
        _read_body(text, "notes", found)
    return found


def quoted(text: str) -> str:
    """What stands between the first quotation marks of a frame, or the text itself."""
    match = _patterns().asked.search(text)
    return match[1] if match else text


def _read_body(body: str, section_id: str, found: EarlierNote) -> None:
    home = section_id
    target = found.sections.setdefault(home, [])
    in_fence = False
    for line in body.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            in_fence = not in_fence
        elif line.strip().startswith((ENGLISH.open_request, CHINESE.open_request)):
            return
        elif not in_fence and line.strip():
            if title := _title(line):
                home = _home(title, section_id)
                target = found.sections.setdefault(home, [])
            else:
                _read_line(line, section_id, target, found)


def _read_line(line: str, section_id: str, target: list[Entry], found: EarlierNote) -> None:
    mark = _patterns().mark.match(line)
    text = clip(plain(line[mark.end() :] if mark else line), ENTRY_WIDTH)
    for frame in _patterns().earlier:
        if count := frame.fullmatch(text):
            found.earlier_items += int(count[1])
            return
    if not text or text.startswith(("---", "===", "|")) or is_momentary(text):
        return
    if mark and len(mark["indent"].expandtabs(2)) >= 2 and target:  # noqa: PLR2004 - two columns indent a detail
        target[-1].details.append(text)
        return
    if mark and mark["box"] is not None and section_id == "progress":
        target = found.sections.setdefault("done" if mark["box"] != " " else "doing", [])
    target.append(Entry(text, []))


def _title(line: str) -> str:
    match = _patterns().heading.match(line.strip())
    return next((group for group in match.groups() if group), "") if match else ""


def _home(title: str, section_id: str) -> str:
    if section_id not in {"notes", "progress"}:
        return section_id
    low = title.lower()
    return next((home for word, home in _HOMES if word in low), section_id)


@cache
def _momentary_heads() -> tuple[str, ...]:
    heads = []
    for language in (ENGLISH, CHINESE):
        frames = (
            language.none, language.current, language.answered_request, language.open_request_at, language.open_request_below,
            language.request_follows, language.no_request, language.last_step, language.edited, language.plan,
            language.repository, language.commands, language.unresolved, language.last_report, language.agent_asked,
            language.remaining, language.go_on, language.listed, language.follow_newest, language.wait, language.rules_note,
            language.tests, language.newest, language.status_answered, language.status_waiting, language.status_working, language.people,
        )  # fmt: skip
        heads += [frame.partition("{}")[0].strip() for frame in frames]
    return tuple(head for head in heads if len(head) > 2)  # noqa: PLR2004 - shorter heads open other lines too


def is_momentary(text: str) -> bool:
    """True for a line of a built-in note that states a moment: what was current, last, pending, waited for.

    >>> is_momentary("Last report: It works."), is_momentary("It works.")
    (True, False)
    """
    return text.startswith(_momentary_heads())
