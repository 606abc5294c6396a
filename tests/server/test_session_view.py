import pytest

from foldline.core.counting.estimate import EstimateCounter
from foldline.core.counting.tokens import Tally
from foldline.core.messages import (
    ImagePart,
    Message,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.core.plan import CompactionPlan
from foldline.core.result import Status
from foldline.core.session import CompactionEntry, Item, MessageEntry, Session
from foldline.server import session_view
from foldline.server.session_view import Rows, glimpse, rows_of

TALLY = Tally(EstimateCounter())


def rows(*messages):
    items = tuple(Item(str(number), message) for number, message in enumerate(messages))
    return Rows(items, ("kept",) * len(items), {}, TALLY)


@pytest.mark.parametrize(
    ("part", "kind", "text", "name"),
    [
        (TextPart("hi"), "text", "hi", ""),
        (ReasoningPart("hm"), "reasoning", "hm", ""),
        (ToolCallPart("c", "bash", {"command": "ls\n-l"}), "call", "ls\n-l", "bash"),
        (ToolCallPart("c", "bash", "free form"), "call", "free form", "bash"),
        (ToolCallPart("c", "f", {"a": 1, "b": "x"}), "call", '{\n  "a": 1,\n  "b": "x"\n}', "f"),
        (ToolCallPart("c", "f", {"a": 1, "b": "\ud800"}), "call", '{\n  "a": 1,\n  "b": "\\ud800"\n}', "f"),
        (ToolResultPart("c", (TextPart("ok"), TextPart("fine")), "bash"), "result", "ok\nfine", "bash"),
        (ImagePart("image/png", 3, 4, 5000), "image", "image/png, 3 x 4, 5,000 bytes", ""),
        (OpaquePart("odd", "{}"), "other", "{}", "odd"),
    ],
)
def test_each_part_of_a_message_is_shown_as_text(part, kind, text, name):
    (shown,) = rows(Message("assistant", (part,))).message(0).parts
    assert (shown.kind, shown.text, shown.name) == (kind, text, name)


def test_a_message_that_is_too_large_says_what_is_left_out(monkeypatch):
    monkeypatch.setattr(session_view, "MOST_TEXT", 5)
    parts = rows(Message("user", (TextPart("abc"), TextPart("defgh"), TextPart("ij")))).message(0).parts
    assert [(part.text, part.left_out) for part in parts] == [("abc", 0), ("de", 3), ("", 2)]


def test_the_glimpse_of_a_message_is_one_short_line():
    line = glimpse(Message("user", (TextPart(" a\n\tb " + "c" * 1000),)))
    assert line.startswith("a b ccc")
    assert len(line) == session_view.CLIP
    assert glimpse(Message("assistant", (ToolCallPart("c", "bash", {"command": "ls"}),))) == "ls"
    assert glimpse(Message("assistant")) == ""


def test_what_an_earlier_fold_covers_stands_before_what_a_model_is_sent():
    session = Session("list")
    for name in "abc":
        session.append(MessageEntry(name, session.leaf_id, Message("user", (TextPart(name),))))
    session.append(CompactionEntry("f", "c", "summary", first_kept_entry_id="c"))
    session.append(MessageEntry("d", "f", Message("user", (TextPart("d"),))))
    items = session.context().items
    plan = CompactionPlan(status=Status.COMPACTED, kept=items[1:])
    made = rows_of(session, plan, TALLY)
    assert [(item.id, place) for item, place in zip(made.items, made.places, strict=True)] == [
        ("a", "earlier"),
        ("b", "earlier"),
        ("c", "folded"),
        ("d", "kept"),
    ]
    assert (made.index_of("c"), made.index_of("none")) == (2, -1)
