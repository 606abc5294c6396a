r"""Pastes in what a human typed: fences, logs, tracebacks, diffs, JSON, code, terminal output, quoted words of others.

A paste is found by its lines alone and never reaches into the typed lines around it. Nothing is changed here but by
`clip`, which keeps head and tail and says how much it cut.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from foldline.core.redaction import outside_secret
from foldline.core.speech.sentences import Span

PASTE_SHARE = 4
"""A paste is cut to a quarter of the limit for typed text: what it is of shows in its first and last lines."""
LONG_LINE = 160
"""Characters from which one line of code or data is a paste by itself."""
SHORT_ENDING = 200
"""Characters of a last paragraph that is the typist's own, not the end of what they quoted."""
LONGEST_GAP = 3
"""Blank or bare lines in a row that a paste may hold."""
BARE_WORDS = 3
LONGEST_OUTPUT = 30
"""Lines that a command may have printed before the next prompt."""
SURE = 3
"""Weight of the lines that make a paste: one sure and one likely, or three likely."""
LONGEST_LINE = 4_000
"""Characters beyond which nobody has typed a line."""
MOST_TYPED = 20_000
"""Characters at either end of a text that are looked at; nobody has typed what lies between."""
LONGEST_ANNOUNCEMENT = 200
HEADINGS = 3
DOCUMENT = 4_000
"""Characters from which a text with that many headings is a document somebody pasted."""

Counter = Callable[[str], int]


class _Line(NamedTuple):
    text: str
    start: int
    weight: int
    """2: surely pasted, 1: looks pasted, 0: could be typed, -1: blank."""


class _Patterns:
    """The expressions of this module, each compiled on first use."""

    @cached_property
    def fence(self) -> re.Pattern[str]:
        return re.compile(r"[ \t]*(`{3,}|~{3,})")

    @cached_property
    def sure(self) -> re.Pattern[str]:
        return re.compile(
            r"\s*(?:Traceback \(most recent|File \"[^\"]+\", line \d|at \S.*[:(]\d+|@@ -\d|diff --git "
            r"|index [0-9a-f]{7,}\.\.|(?:\+\+\+|---) [ab/]|(?:npm|yarn|pnpm) ERR!|goroutine \d+|panic:|Caused by:"
            r"|\^[~^]*\s*$|~+\^|[➜❯$](?:\s+\S|\s*$)|[\w.-]+@[\w.-]+:\S*[$#]|PS [A-Z]:\\"
            r"|[─│┌└├╭╰═║]{2,}|-{2,}\s*BEGIN |>>> \S"
            r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d[\].,: ]"
            r"|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\]?[ :]|[\w.]*(?:Error|Exception)(?: \[\w+\])?: \S"
            r"|(?:error|warning)(?:\[\w+\]|\s+TS\d+): |FAILED? +\S*(?:test|::)"
            r"|[{\[].*\"[^\"]*\"\s*:|</?[A-Za-z][\w.-]*(?: [^<>]*)?/?>\s*$|<\?xml|<!DOCTYPE)"
        )

    @cached_property
    def looks(self) -> re.Pattern[str]:
        return re.compile(
            r"\s*(?:[}\])]+[;,)]*\s*(?:$|else|catch|from)|\"[^\"]+\"\s*:|//|/\*|\*/|#include|#!/|<!--"
            r"|(?:import|export|from|package|using|const|let|var|function|def|class|return|if|for|while|public|private|async"
            r"|func|fn|pub|struct|type|interface|SELECT|INSERT|UPDATE|CREATE)\b.*[{(;:=]\s*$"
            r"|.*[;{]\s*$|.*\)\s*(?:=>|->)\s*.*[{(]\s*$|.*[\[(]\s*$|[+-]\s{2,}\S|[+-](?:[a-z_]+\(|\s*\d+\s)|\|.*\|\s*$|>\s"
            r"|\d+\s*\||-{1,2}[a-zA-Z][\w-]*,? +--?\w|[\w.-]+\s*=\s*[\"'\[{\d]|[A-Z_]{3,}=\S|\w+: .+,\s*$)"
        )

    @cached_property
    def output_follows(self) -> re.Pattern[str]:
        return re.compile(
            r"\b(?:got|gets?|getting|received|throws?|throwing|threw|shows?|prints?|returns?|the|this|following|these)\b"
            r"[^.?!\n]{0,40}\b(?:errors?|outputs?|logs?|trace|traceback|exception|failure|warnings?|response)\b"
            r"[^.?!\n]{0,20}[:：]\s*$|(?:报错|错误|日志|输出|堆栈)[^。？！\n]{0,8}[:：]\s*$",
            re.IGNORECASE,
        )

    @cached_property
    def words_follow(self) -> re.Pattern[str]:
        return re.compile(
            r"(?:\b(?:got|gets?|received|the|this|following|these)\b[^.?!\n]{0,40}\b(?:feedback|review|ticket|e-?mail)"
            r"|(?<!\bi )\b(?:says|said|wrote|replied|reported|commented))\b[^.?!\n]{0,20}[:：]\s*$"
            r"|(?:评审意见|反馈|回复说?)[^。？！\n]{0,8}[:：]\s*$",
            re.IGNORECASE,
        )

    @cached_property
    def own(self) -> re.Pattern[str]:
        return re.compile(r"\b(?:my|our)\b|我的", re.IGNORECASE)

    @cached_property
    def heading(self) -> re.Pattern[str]:
        return re.compile(r"^#{1,6} \S", re.MULTILINE)

    @cached_property
    def paragraph(self) -> re.Pattern[str]:
        return re.compile(r"\n[ \t]*\n\s*")


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def pastes(text: str) -> tuple[Span, ...]:
    r"""The pasted blocks of a text, in order.

    >>> [span.text for span in pastes("it fails:\n```\nboom\n```\nwhy?")]
    ['```\nboom\n```\n']
    """
    if text.startswith(PLAN_HANDED_OVER) or (
        len(text) > DOCUMENT and len(_patterns().heading.findall(text)) >= HEADINGS
    ):
        first = _patterns().heading.search(text)
        return (Span(text[first.start() :], first.start()),) if first else ()
    if len(text) <= 2 * MOST_TYPED:
        return tuple(_blocks(text, 0))
    last = len(text) - MOST_TYPED
    middle = Span(text[MOST_TYPED:last], MOST_TYPED)
    return (*_blocks(text[:MOST_TYPED], 0), middle, *_blocks(text[last:], last))


def _blocks(text: str, offset: int) -> Iterator[Span]:
    lines = list(_lines(text))
    at = 0
    while at < len(lines):
        end = _fence_end(lines, at) or _announced_end(lines, at) or _block_end(lines, at)
        if end:
            start, stop = lines[at].start, lines[end - 1].start + len(lines[end - 1].text)
            yield Span(text[start:stop], offset + start)
        at = end or at + 1


PLAN_HANDED_OVER = "Implement the following plan:"
"""How Claude Code hands an accepted plan, written by the agent, to a fresh context."""


def typed_parts(text: str) -> tuple[Span, ...]:
    r"""The text without its pastes, in pieces.

    >>> [span.text for span in typed_parts("it fails:\n```\nboom\n```\nwhy?")]
    ['it fails:\n', 'why?']
    """
    return tuple(_between(text, pastes(text)))


def _between(text: str, pasted: tuple[Span, ...]) -> Iterator[Span]:
    at = 0
    for paste in (*pasted, Span("", len(text))):
        if paste.start > at:
            yield Span(text[at : paste.start], at)
        at = paste.end


def without_pastes(text: str) -> str:
    """What is left of a text when its pastes are taken out."""
    return "".join(part.text for part in typed_parts(text))


def clip(text: str, limit_tokens: int, count: Counter) -> str:
    r"""Head and tail of a text within a number of tokens, with a mark between them that says how much was cut.

    >>> clip("one two three four five six seven eight nine ten", 7, lambda text: len(text.split()))
    'one\n[... 8 tokens cut ...]\nten'
    """
    total = count(text)
    if total <= limit_tokens:
        return text
    room = max(0, limit_tokens - count(_mark(total)))
    size = len(text) * room // max(total, 1)
    while True:
        head, tail = _ends(text, size)
        clipped = f"{head}{_mark(max(1, total - count(head) - count(tail)))}{tail}"
        if size == 0 or count(clipped) <= limit_tokens:
            return clipped
        size = size * 4 // 5


def clip_pastes(text: str, limit_tokens: int, count: Counter) -> str:
    """The text with its pastes cut to their ends, and typed paragraphs cut only where they pass the limit."""
    pieces: list[str] = []
    pasted = pastes(text)
    for part in sorted((*pasted, *_between(text, pasted)), key=lambda span: span.start):
        if part in pasted:
            pieces.append(clip(part.text, max(1, limit_tokens // PASTE_SHARE), count))
        else:
            pieces.extend(clip(paragraph, limit_tokens, count) for paragraph in _paragraphs(part.text))
    return clip("".join(pieces), 2 * limit_tokens, count)


def _mark(tokens: int) -> str:
    return f"\n[... {tokens:,} tokens cut ...]\n"


def _ends(text: str, size: int) -> tuple[str, str]:
    """Head (three fifths) and tail of ``size`` characters together, cut at white space where some is near."""
    first = size * 3 // 5
    last = len(text) - (size - first)
    head_cut = max(text.rfind(" ", first * 4 // 5, first), text.rfind("\n", first * 4 // 5, first))
    tail_cuts = [
        at + 1 for at in (text.find(" ", last, last + size // 8), text.find("\n", last, last + size // 8)) if at >= 0
    ]
    head = head_cut if head_cut > 0 else outside_secret(text, first, behind=False)
    tail = min(tail_cuts) if tail_cuts else outside_secret(text, last, behind=True)
    return text[:head].rstrip(), text[tail:].lstrip()


def _paragraphs(text: str) -> Iterator[str]:
    at = 0
    for gap in _patterns().paragraph.finditer(text):
        yield text[at : gap.end()]
        at = gap.end()
    yield text[at:]


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield _Line(line, start, _weight(line))
        start += len(line)


def _weight(line: str) -> int:
    bare = line.strip()
    if not bare:
        return -1
    if len(line) > LONGEST_LINE:
        return SURE
    patterns = _patterns()
    if patterns.sure.match(line[:400]):
        return 2
    return 1 if patterns.looks.match(line[:400]) else 0


def _fence_end(lines: list[_Line], at: int) -> int:
    """The index after a fenced block that opens at this line; 0 when none does. An unclosed fence takes the rest."""
    opening = _patterns().fence.match(lines[at].text)
    if opening is None:
        return 0
    mark = opening[1]
    for index in range(at + 1, len(lines)):
        bare = lines[index].text.strip()
        if bare.startswith(mark) and not bare.strip(mark[0]):
            return index + 1
    return len(lines)


def _announced_end(lines: list[_Line], at: int) -> int:
    """The index after what the line before announced ("I get this error:"); 0 when it announced nothing."""
    above = at - 1
    while above >= 0 and lines[above].weight < 0:
        above -= 1
    if above < 0 or lines[at].weight < 0 or not lines[above].text.rstrip().endswith((":", "：")):
        return 0
    patterns = _patterns()
    announcement = lines[above].text[-LONGEST_ANNOUNCEMENT:]
    is_output = patterns.output_follows.search(announcement)
    if patterns.own.search(announcement) or not (is_output or patterns.words_follow.search(announcement)):
        return 0
    breaks = [index for index in range(at, len(lines)) if lines[index].weight < 0]
    if is_output:
        return _output_end(lines, at, breaks)
    last = breaks[-1] if breaks else len(lines)
    ending = "".join(line.text for line in lines[last:])
    return last if ending.strip() and len(ending) < SHORT_ENDING else len(lines)


def _output_end(lines: list[_Line], at: int, breaks: list[int]) -> int:
    """The index after the first paragraph of output and those behind it that look pasted; 0 for a single typed line."""
    end = 0
    for start, stop in zip((at, *breaks), (*breaks, len(lines)), strict=True):
        paragraph = lines[start:stop]
        looks_pasted = any(line.weight > 0 for line in paragraph)
        if not looks_pasted and (start > at or len(paragraph) == 1):
            if any(line.weight == 0 for line in paragraph):
                break
            continue
        end = stop
    return end


def _block_end(lines: list[_Line], at: int) -> int:
    """The index after a block of lines that look pasted and starts here; 0 when none does."""
    weight, end, gap = 0, at, 0
    in_hunk = False
    for index in range(at, len(lines)):
        line = lines[index]
        if _patterns().fence.match(line.text) or gap > LONGEST_GAP or (index == at and line.weight < 1):
            break
        in_hunk = (in_hunk or line.text.startswith("@@ -")) and line.weight >= 0
        if line.weight > 0:
            weight, end, gap = weight + line.weight, index + 1, 0
        elif (in_hunk and line.text[0] in "+- ") or (line.text[0] in " \t" and gap == 0 and line.weight == 0):
            end = index + 1
        elif line.weight < 0 or line.text[0] in " \t" or len(line.text.split()) < BARE_WORDS:
            gap += line.text[0] not in " \t"
        elif not _is_output(lines, index):
            break
    size = sum(len(line.text) for line in lines[at:end])
    return end if weight >= SURE or (weight == SURE - 1 and size >= LONG_LINE) else 0


def _is_output(lines: list[_Line], at: int) -> bool:
    """Whether the lines from here run on to one that is surely pasted, without a blank line between."""
    for line in lines[at : at + LONGEST_OUTPUT]:
        if line.text.rstrip().endswith((":", "?")):
            return False
        if line.weight != 0:
            return line.weight > 1
    return False
