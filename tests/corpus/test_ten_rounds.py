"""Fold, go on, fold again, ten times over, by a caller who holds nothing but the newest list of messages."""

from collections import Counter

import pytest

from foldline import CallableProvider, CompactionSettings, Status, compact_messages, load
from foldline.core.cut_rules import lay_out
from foldline.core.wrapping import unwrap_summary
from foldline.counters import best_counter
from foldline.message_lists import codec

ROUNDS = 10
KEEP = 12_000
SESSIONS = (
    "pi/before-compaction.jsonl",
    "claude-code/cc-647-assistant.jsonl",
    "claude-code/cc-3-compactions.jsonl",
    "codex/rollout-823-lines.jsonl",
)
RULE = "from now on never touch the file deploy/prod.env"
OLD, NEW = "the staging port is 48231", "correction: the staging port is 48377 now"
PLANTED = ["ticket OPS-90417", "https://wiki.example.org/p/7731", "build id 5f0c9e27ab41", "colour #3fa9c2"]


def one_line_answer(text):
    return CallableProvider(lambda prompt: text, name="fake")


PROVIDERS = {
    "built in": lambda: None,
    "answers nothing": lambda: one_line_answer(""),
    "answers nonsense": lambda: one_line_answer("Purple elephants. " * 40),
    "drops everything": lambda: one_line_answer("## Goal\nWork."),
}


def planted(raws):
    """The list with words of the user put into its first tenth, and a correction later."""
    at = len(raws) // 20
    say = [{"role": "user", "content": f"note this: {value}"} for value in PLANTED]
    first = [{"role": "user", "content": RULE}, {"role": "user", "content": OLD}, *say]
    later = [{"role": "user", "content": NEW}]
    start = next(index for index in range(at, len(raws)) if raws[index]["role"] == "user")
    middle = next(index for index in range(len(raws) // 2, len(raws)) if raws[index]["role"] == "user")
    return [*raws[:start], *first, *raws[start:middle], *later, *raws[middle:]]


def twice(ledger):
    """Facts that stand more than once."""
    facts = (*ledger.rules, *ledger.said, *ledger.errors, *ledger.values, *ledger.files.modified, *ledger.files.read)
    return [fact for fact, number in Counter(map(repr, facts)).items() if number > 1]


@pytest.mark.parametrize("name", SESSIONS)
@pytest.mark.parametrize("who", PROVIDERS)
def test_nothing_that_must_survive_is_lost_in_ten_rounds(corpus, name, who):
    wire, counter = codec("openai_chat"), best_counter(1)
    settings = CompactionSettings(keep_recent_tokens=KEEP)
    whole = planted(wire.encode([item.message for item in load(corpus / name).history()]))
    listed, result, summary = [], None, ""
    for number in range(ROUNDS):
        part = whole[len(whole) * number // ROUNDS : len(whole) * (number + 1) // ROUNDS]
        listed, result = compact_messages(
            [*listed, *part], wire="openai_chat", settings=settings, provider=PROVIDERS[who]()
        )
        if result.status is not Status.COMPACTED:
            continue
        summary = result.summary
        assert counter.count(summary) <= 6_000 or result.warnings
        assert twice(result.ledger) == []
        assert wire.check(listed, lay_out(wire.decode(listed)).pending) == []
    assert unwrap_summary(next(raw["content"] for raw in listed if raw["role"] == "user")) == summary
    assert RULE in [rule.text for rule in result.ledger.rules]
    assert RULE in summary
    for value in PLANTED:
        assert value.split()[-1] in summary
    current = {value.text for value in result.ledger.values if not value.superseded}
    assert "48377" in summary
    assert not any("48231" in value for value in current)
    shown = str(listed)
    assert all(path in shown for path in result.ledger.files.modified)
