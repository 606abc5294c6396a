"""An earlier summary read back as entries, whoever wrote it, so that a new one can carry them on.

Nothing of it is nested: entries move one by one, and what states a moment that has passed is left behind.
"""

import re
from functools import cache

from msgspec import Struct

from foldline.core.note.phrases import CHINESE, ENGLISH, Phrases
from foldline.core.note.prose import clip, plain
from foldline.core.note.request_lines import request_line
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Template, for_kind

INDENT = 2
"""Columns that make a line a detail of the one above it."""
ENTRY_WIDTH = 320
"""Characters of an entry that are carried on."""
_HOMES = (
    ("block", "blocked"), ("受阻", "blocked"), ("阻塞", "blocked"), ("user messages", "dropped"), ("next", "left"),
    ("remaining", "left"), ("todo", "left"), ("pending", "left"), ("in progress", "doing"), ("current work", "doing"),
    ("done", "done"), ("complete", "done"), ("accomplish", "done"), ("progress", "done"),
    ("changes", "done"), ("decision", "decisions"), ("constraint", "constraints"), ("preference", "constraints"),
    ("rule", "constraints"), ("goal", "goal"), ("intent", "goal"), ("request", "goal"), ("objective", "goal"),
    ("下一步", "left"), ("进行中", "doing"), ("未完成", "doing"), ("完成", "done"), ("决定", "decisions"),
    ("目标", "goal"),
)  # fmt: skip
"""Where what stands under a heading of somebody else's summary belongs, by a word of the heading."""
_THOUGHT_BEFORE = "\nSummary:\n"
"""Ends the analysis that Claude Code's summaries begin with."""
_BOILERPLATE = (
    "This session is being continued from a previous conversation", "If you need specific details from before",
    "Please continue the conversation from where", "Continue the conversation from where",
)  # fmt: skip
"""How lines begin that clients put around a summary for the model that reads it."""


class Entry(Struct):
    """One entry of a summary with the entries indented under it."""

    text: str
    details: list[str]


class EarlierNote(Struct):
    """An earlier summary as entries."""

    sections: dict[str, list[Entry]]
    """Section id -> its entries; `done`, `doing` and `left` stand for the parts of progress and next steps."""
    earlier_items: int = 0
    """Finished items it did not list any more."""
    current: str = ""
    """The request it named as the newest."""
    repository: str = ""
    """What it said of the repository."""
    runs: dict[str, str] = {}
    """Command -> how its last run ended."""
    commands: str = ""
    """The commands it said worked."""

    def entries(self, section_id: str) -> list[Entry]:
        """The entries of a section, none where there are none."""
        return self.sections.get(section_id, [])


def read(previous: str, template: Template) -> EarlierNote:
    r"""An earlier summary as entries, by the headings of the template where it has them, else by their words.

    >>> from foldline.core.profiles.templates import load
    >>> read("## Progress\n- [x] Moved the parser", load("handoff", "en")).entries("done")[0].text
    'Moved the parser'
    """
    reader = _Reader()
    if previous.strip():
        parsed = parse_sections(previous, template)
        for section in template.sections:
            home = "left" if section.id == "next_steps" else section.id
            reader.read(parsed.sections.get(section.id, ""), home, frozenset(parsed.unknown))
        lead = parsed.lead.partition(_THOUGHT_BEFORE)[2] or parsed.lead
        reader.read(lead, "notes" if template.sections else "free")
        begun = parse_sections(parsed.turn_context, for_kind("turn_prefix", template)).sections
        reader.read_begun_turn(begun.get("original_request", ""), begun.get("early_progress", ""))
    return reader.pruned()


class _Reader:
    """Reads bodies line by line into one `EarlierNote`."""

    def __init__(self) -> None:
        self.found = EarlierNote({})
        self.last: Entry | None = None
        """What an indented line belongs to."""
        self.indent = 0
        """Columns it is indented itself."""
        self.leaves_details = False
        """The last line belonged to its moment, and what is indented under it goes with it."""

    def read(self, body: str, home: str, unknown: frozenset[str] = frozenset()) -> None:
        """Read the body of one section; a heading line that is ``unknown`` ends it."""
        patterns, under = _patterns(), home
        self._start_afresh()
        in_fence = False
        lines = body.splitlines()
        for number, line in enumerate(lines):
            if line.lstrip().startswith(("```", "~~~")):
                in_fence = not in_fence
            elif line.startswith(patterns.verbatim):
                if not line.startswith(patterns.questions):
                    self.found.current = request_line("\n".join(lines[number + 1 :]))
                return
            elif not in_fence and line.strip():
                title = patterns.title(line, may_be_numbered=home == "notes")
                if title and (home in {"notes", "progress"} or line.strip() in unknown):
                    under = next((place for word, place in _HOMES if word in title.lower()), "notes")
                    self._start_afresh()
                elif not title:
                    self._read_line(line, under)

    def _start_afresh(self) -> None:
        self.last, self.indent, self.leaves_details = None, 0, False

    def read_begun_turn(self, request: str, steps: str) -> None:
        """Read what a summary says of a turn it had cut in two."""
        if request.strip():
            self.found.current = plain(request.strip().splitlines()[0]).strip("“”")
        reader = _Reader()
        reader.read(steps, "steps")
        self.found.sections.setdefault("done", []).extend(reader.found.entries("steps"))

    def pruned(self) -> EarlierNote:
        """What was read, without the lines that only announce what is not there."""
        for entries in self.found.sections.values():
            entries[:] = [entry for entry in entries if entry.details or not entry.text.endswith((":", "："))]
        return self.found

    def _read_line(self, line: str, home: str) -> None:
        patterns = _patterns()
        mark = patterns.mark.match(line)
        whole = " ".join((line[mark.end() :] if mark else line).split())
        text = clip(whole, ENTRY_WIDTH)
        indent = len(mark["indent"].expandtabs(4)) if mark else 0
        if indent >= self.indent + INDENT and (self.last is not None or self.leaves_details):
            if self.last is not None and not is_momentary(text):
                self.last.details.append(text)
            return
        self.indent, self.leaves_details = indent, False
        if not text or text.startswith(("---", "===", "|", *_BOILERPLATE)) or self._took_frame(whole):
            return
        if mark and mark["box"] is not None and home == "progress":
            home = "doing" if mark["box"] == " " else "done"
        self.last = Entry(text, [])
        self.found.sections.setdefault(home, []).append(self.last)

    def _took_frame(self, text: str) -> bool:
        """True for a line of a built-in note that is no entry: what it tells is noted, or belongs to its moment."""
        patterns, found = _patterns(), self.found
        if count := _inside(patterns.earlier, text):
            found.earlier_items += int(count)
        elif text.startswith(patterns.pending):
            self.last, self.leaves_details = None, True
            asked = next((match[1] for frame in patterns.asked if (match := frame.search(text))), "")
            found.current = asked or found.current
        elif text in patterns.remaining:
            self.last = Entry("", [])
            found.sections.setdefault("left", []).append(self.last)
        elif task := _inside(patterns.listed, text):
            found.sections.setdefault("left", []).append(Entry(task, []))
        elif self._took_state(text) or is_momentary(text):
            self.last, self.leaves_details = None, True
        else:
            return False
        return True

    def _took_state(self, text: str) -> bool:
        """True for a line on the newest request, the repository, last runs or commands: what it says is noted."""
        patterns, found = _patterns(), self.found
        if quote := _inside(patterns.current, text):
            found.current = quote
        elif repository := _inside(patterns.repository, text):
            found.repository = repository
        elif commands := _inside(patterns.commands, text):
            found.commands = commands
        elif run := next((match for frame in patterns.runs if (match := frame.fullmatch(text))), None):
            found.runs[run[1]] = run[2]
        else:
            return False
        return True


def _inside(frames: list[re.Pattern[str]], text: str) -> str:
    """What stands in the frame that is this text, if one is."""
    return next((match[1] for frame in frames if (match := frame.fullmatch(text))), "")


def is_momentary(text: str) -> bool:
    """True for a line of a built-in note that states a moment: what was current, last, pending, waited for.

    >>> is_momentary("Last report: It works."), is_momentary("It works.")
    (True, False)
    """
    return text.startswith(_patterns().momentary) or text.lstrip("*_ ").startswith(("Status:", "Status**:", "状态："))


class _Patterns:
    """The expressions and frames of this module, made on first use."""

    def __init__(self) -> None:
        both = (ENGLISH, CHINESE)
        self.mark = re.compile(r"(?P<indent>\s*)(?:[-*+•]|\d{1,3}[.)、])\s+(?:\[(?P<box>[ xX])\]\s+)?(?=\S)")
        self.numbered = re.compile(r"\d{1,2}\.\s+(?:\*\*)?([^:*]{3,60}):?(?:\*\*)?:?\Z")
        self.heading = re.compile(r"#{1,6}\s+(.+)|\*\*([^*]{3,80})\*\*[:：]?\Z|【([^】]+)】\Z|\[([^\]]{3,60})\]\Z")
        self.earlier = [_frame(language.earlier, r"\d+") for language in both]
        self.current = [
            _frame(frame, ".*") for language in both for frame in (language.current, language.answered_request)
        ]
        self.asked = [_frame(language.asked, ".*") for language in both]
        self.listed = [_frame(language.listed, ".*") for language in both]
        self.repository = [_frame(language.repository, ".+") for language in both]
        self.commands = [_frame(language.commands, ".+") for language in both]
        self.runs = [
            re.compile(re.escape(language.tests).replace(r"\{\}", "(.+?)", 1).replace(r"\{\}", "(.+)"))
            for language in both
        ]
        self.remaining = frozenset(language.remaining for language in both)
        self.pending = tuple(
            frame
            for language in both
            for frame in (language.finished_later, language.goes_on_later, language.at_work, language.open_at_work)
        )
        self.questions = tuple(mark + language.open_question for language in both for mark in ("- ", ""))
        requests = (mark + language.open_request for language in both for mark in ("- ", ""))
        self.verbatim = (*self.questions, *requests)
        heads = (frame.partition("{}")[0].strip() for language in both for frame in _momentary(language))
        self.momentary = tuple(head for head in heads if len(head) > 2)  # noqa: PLR2004 - shorter ones open other lines

    def title(self, line: str, *, may_be_numbered: bool) -> str:
        """The words of a heading line, else nothing."""
        is_numbered = may_be_numbered and line.rstrip().rstrip("*").endswith(":")
        match = self.heading.match(line.strip()) or (self.numbered.match(line) if is_numbered else None)
        return next((group for group in match.groups() if group), "") if match else ""


def _frame(frame: str, inside: str) -> re.Pattern[str]:
    before, _, after = frame.partition("{}")
    return re.compile(f"{re.escape(before)}({inside}){re.escape(after)}")


def _momentary(language: Phrases) -> tuple[str, ...]:
    return (
        language.none, language.rules_below,
        language.open_request_at, language.open_request_below, language.request_follows,
        language.last_step, language.edited, language.plan,
        language.last_report, language.agent_asked, language.go_on, language.go_on_there, language.do_open_request,
        language.wait_for_answer, language.follow_newest, language.wait,
        language.newest, language.last_said,
        language.status_answered, language.status_waiting, language.status_working, language.people,
    )  # fmt: skip


@cache
def _patterns() -> _Patterns:
    return _Patterns()
