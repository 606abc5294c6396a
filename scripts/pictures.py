"""Draws docs/pictures/fold.svg: what a fold of the bundled session does, to scale, each message a stripe.

The picture follows the reader's colour scheme; a program that knows none draws it light.
"""

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

import foldline
from foldline.core.cut_rules import is_turn_start
from foldline.core.wrapping import wrap_summary
from foldline.surroundings import measured

ROOT = Path(__file__).parent.parent
SESSION = ROOT / "examples" / "agent-session.jsonl"
TARGET = ROOT / "docs" / "pictures" / "fold.svg"
WIDTH, HEIGHT, MARGIN = 880, 290, 28
BAR = 44
BEFORE, AFTER = 70, 176
"""Where the two bars begin, from above."""
STYLE = """
  .page{fill:#fff;stroke:#d0d7de} .ink{fill:#1f2328} .dim{fill:#59636e} .link{fill:#8c959f;fill-opacity:.22}
  .shrink{fill:#2da44e;fill-opacity:.2} .cut{stroke:#1f2328;stroke-width:1.5;stroke-dasharray:4 3}
  .human{fill:#bc4c00} .agent{fill:#0969da} .tool{fill:#afb8c1} .prose{fill:#2da44e} .ledger{fill:#116329}
  .turn{fill:#bc4c00} text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
  .head{font-weight:600;font-size:15px}
  @media (prefers-color-scheme:dark){
    .page{fill:#0d1117;stroke:#3d444d} .ink{fill:#f0f6fc} .dim{fill:#9198a1} .cut{stroke:#f0f6fc}
    .human,.turn{fill:#f0883e} .agent{fill:#4493f8} .tool{fill:#656c76} .prose{fill:#3fb950} .ledger{fill:#7ee787}
  }
"""


class Stripe(NamedTuple):
    """A message, or a part of the summary."""

    kind: str
    tokens: int
    starts_turn: bool = False


class Fold(NamedTuple):
    """A session before and after."""

    before: list[Stripe]
    summary: list[Stripe]
    kept: list[Stripe]

    @property
    def folded(self) -> list[Stripe]:
        return self.before[: len(self.before) - len(self.kept)]


def folded() -> Fold:
    session = foldline.load(SESSION)
    settings = foldline.CompactionSettings()
    result = foldline.compact(session, settings)
    tally = measured(session, settings)

    def stripe(message: foldline.Message) -> Stripe:
        kind = {"human": "human", "agent": "agent"}.get(message.source, "tool")
        return Stripe(kind, tally.of(message), is_turn_start(message))

    prose = tally.text(wrap_summary(result.prose))
    summary = [Stripe("prose", prose), Stripe("ledger", tally.text(wrap_summary(result.summary)) - prose)]
    before = [stripe(item.message) for item in session.context().items]
    return Fold(before, summary, [stripe(item.message) for item in result.kept])


def total(stripes: Sequence[Stripe]) -> int:
    return sum(stripe.tokens for stripe in stripes)


def picture(fold: Fold) -> str:
    scale = (WIDTH - 2 * MARGIN) / total(fold.before)
    cut = MARGIN + total(fold.folded) * scale
    inner = MARGIN + total(fold.summary) * scale
    right = MARGIN + total(fold.before) * scale
    end = inner + total(fold.kept) * scale
    after = [*fold.summary, *fold.kept]
    title = f"{total(fold.before):,} tokens in {len(fold.before)} messages become {total(after):,}"
    under = AFTER + BAR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<rect class="page" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>',
        _text(MARGIN, 32, f"before: {total(fold.before):,} tokens, {len(fold.before)} messages", "ink head"),
        *_legend(32),
        _link("shrink", MARGIN, cut, MARGIN, inner),
        _link("link", cut, right, inner, end),
        *_bar(fold.before, BEFORE, scale),
        _text((MARGIN + cut) / 2, BEFORE + BAR + 22, _count(fold.folded, "folded"), "ink", middle=True),
        _text((cut + right) / 2, BEFORE + BAR + 22, _count(fold.kept, "kept word for word"), "ink", middle=True),
        f'<path class="cut" d="M{cut:.2f} {BEFORE - 14}V{BEFORE + BAR + 6}"/>',
        _text(cut, BEFORE - 18, "the cut", "dim", middle=True),
        *_bar(after, AFTER, scale),
        _text(end + 16, AFTER + 27, f"after: {total(after):,} tokens", "ink head"),
        *_pointer("prose", MARGIN + fold.summary[0].tokens * scale / 2, under + 44, "the summary's sections", fold),
        *_pointer("ledger", inner - fold.summary[1].tokens * scale / 2, under + 20, "the ledger, word for word", fold),
    ]
    return "\n".join([*parts, "</svg>", ""])


def _count(stripes: Sequence[Stripe], what: str) -> str:
    return f"{len(stripes)} messages {what}: {total(stripes):,}"


def _bar(stripes: Sequence[Stripe], top: int, scale: float) -> Iterator[str]:
    left = float(MARGIN)
    for stripe in stripes:
        width = stripe.tokens * scale
        yield f'<rect class="{stripe.kind}" x="{left:.2f}" y="{top}" width="{width:.2f}" height="{BAR}"/>'
        if stripe.starts_turn and top == BEFORE:
            yield f'<path class="turn" d="M{left:.2f} {top - 2}l-4 -8h8z"/>'
        left += width


def _link(kind: str, left: float, right: float, new_left: float, new_right: float) -> str:
    top, bottom = BEFORE + BAR, AFTER
    return f'<path class="{kind}" d="M{left:.2f} {top}H{right:.2f}L{new_right:.2f} {bottom}H{new_left:.2f}z"/>'


def _pointer(kind: str, left: float, baseline: int, label: str, fold: Fold) -> Iterator[str]:
    """A label under the bar, with a line up to the part it names."""
    tokens = next(stripe.tokens for stripe in fold.summary if stripe.kind == kind)
    top = AFTER + BAR
    yield f'<rect class="{kind}" x="{left - 0.75:.2f}" y="{top}" width="1.5" height="{baseline - top - 4}"/>'
    yield f'<rect class="{kind}" x="{left - 0.75:.2f}" y="{baseline - 5.5}" width="12" height="1.5"/>'
    yield _text(left + 16, baseline, f"{label}: {tokens:,}", "ink")


def _legend(baseline: int) -> Iterator[str]:
    left = WIDTH - MARGIN - 412
    for kind, label, width in (("human", "user", 60), ("agent", "agent", 70), ("tool", "tool results", 110)):
        yield f'<rect class="{kind}" x="{left}" y="{baseline - 11}" width="12" height="12" rx="2"/>'
        yield _text(left + 18, baseline, label, "dim")
        left += width
    yield f'<path class="turn" d="M{left + 6} {baseline}l-5 -10h10z"/>'
    yield _text(left + 18, baseline, "a turn of the user begins", "dim")


def _text(left: float, baseline: int, text: str, kind: str, *, middle: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text class="{kind}" x="{left:.1f}" y="{baseline}"{anchor}>{escape(text)}</text>'


if __name__ == "__main__":
    made = picture(folded())
    if "--check" in sys.argv:
        raise SystemExit(0 if made == TARGET.read_text("utf-8") else f"{TARGET} is out of step: python {sys.argv[0]}")
    TARGET.write_text(made, "utf-8")
