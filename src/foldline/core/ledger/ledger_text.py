r"""A ledger as text for a model to read, and that text as the same ledger again.

The block stands at the end of a summary between two fixed lines. It is believed only when writing what was read gives
the same bytes; everything quoted in it is neutralised, so no text inside or before it can pass for one.

>>> from foldline.core.facts import Quote, Rule
>>> ledger = Ledger(rules=(Rule("r1", "never push to main", "m2"),), said=(Quote("hi\nnever push to main", "m2"),))
>>> text = render(ledger, cap=None, count=len).text
>>> parse("The work goes on.\n\n" + text) == ledger
True
"""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from foldline.core.facts import Ledger
from foldline.core.ledger.ledger_cap import canonical, queue, without
from foldline.core.ledger.ledger_marks import block_span, neutralise, opening_line, restore
from foldline.core.ledger.ledger_reader import read
from foldline.core.ledger.ledger_words import HEADINGS, Language
from foldline.core.ledger.ledger_writer import lines
from foldline.core.session import CompactionEntry

__all__ = ["Rendered", "neutralise", "of_fold", "parse", "render", "restore", "strip"]

_OLD_BLOCKS = ("files", "read-files", "modified-files")
"""Tags in which pi and oh-my-pi put file lists behind a summary."""


class Rendered(NamedTuple):
    """A ledger as text."""

    text: str
    """Empty when there is nothing to carry."""
    ledger: Ledger
    """What the text says: the ledger without what gave way, in the order it is written."""
    over_cap: bool = False
    """What must never give way is alone larger than the cap."""


def render(
    ledger: Ledger,
    *,
    cap: int | None,
    count: Callable[[str], int],
    language: str = "en",
    open_request_shown_elsewhere: bool = False,
) -> Rendered:
    """The text a summary carries its facts in, within a cap where that can be.

    Args:
        ledger: the facts.
        cap: most tokens of the text by ``count``; None for no cap.
        count: tokens of a text.
        language: ``zh`` for Chinese headings, anything else is English. Quotes stay as they are.
        open_request_shown_elsewhere: the prose shows the open request already, so it is not set apart here again but
            stands in the list of what the user said.
    """
    spoken: Language = "zh" if language == "zh" else "en"
    whole = canonical(ledger)
    below = not open_request_shown_elsewhere
    text = _text(whole, spoken, requests_below=below)
    if cap is None or count(text) <= cap:
        return Rendered(text, whole)
    waiting = list(queue(whole))
    most = sum(1 for total in accumulate(count(candidate.words) for candidate in waiting) if total <= cap)
    low, best = 0, without(whole, waiting, spoken)
    text = _text(best, spoken, requests_below=below)
    while low < most:
        middle = (low + most + 1) // 2
        smaller = without(whole, waiting[middle:], spoken)
        tried = _text(smaller, spoken, requests_below=below)
        if count(tried) <= cap:
            low, best, text = middle, smaller, tried
        else:
            most = middle - 1
    return Rendered(text, best, over_cap=count(text) > cap)


def parse(text: str) -> Ledger | None:
    """The ledger at the end of a summary, exactly as it was rendered; None when there is none to believe.

    >>> parse("I pasted <foldline-ledger> here") is None
    True
    """
    found = _believed(text)
    return found[1] if found else None


def of_fold(fold: CompactionEntry | None) -> Ledger | None:
    """The ledger an earlier fold carries; none where a client's own model wrote it, whatever that looks like."""
    return None if fold is None or fold.by_client else parse(fold.summary)


def strip(text: str) -> str:
    r"""A summary's prose: without its ledger, and without the file lists other tools put behind a summary.

    >>> strip("Done so far.\n\n<files>\n# src/\na.py (RW)\n</files>")
    'Done so far.'
    """
    found = _believed(text)
    prose = restore(text[: found[0]].rstrip()) if found else text
    while (shorter := _without_old_block(prose)) is not None:
        prose = shorter
    return prose


def _text(ledger: Ledger, language: Language, *, requests_below: bool) -> str:
    if ledger == Ledger():
        return ""
    return "\n".join(lines(ledger, language, requests_below=requests_below))


def _believed(text: str) -> tuple[int, Ledger] | None:
    """Where the block starts and what it says, if a new rendering gives the very same bytes."""
    span = block_span(text)
    if span is None:
        return None
    block = text[span[0] : span[1]]
    written = block.split("\n")
    language = next((language for language in HEADINGS if written[0] == opening_line(language)), None)
    ledger = None if language is None else read(written, language)
    if language is None or ledger is None:
        return None
    believed = any(_text(ledger, language, requests_below=below) == block for below in (True, False))
    return (span[0], ledger) if believed else None


def _without_old_block(text: str) -> str | None:
    end = len(text.rstrip())
    for tag in _OLD_BLOCKS:
        if text.endswith(f"</{tag}>", 0, end):
            start = text.rfind(f"<{tag}>", 0, end)
            if start == 0 or (start > 0 and text[start - 1] == "\n"):
                return text[:start].rstrip()
    return None
