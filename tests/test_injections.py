"""A model that obeys what a conversation orders it to: the fold keeps its rules, its sections and its fences."""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

import pytest

from attacks import ATTACKS, FALSE_RULE, MARK, Attack
from builders import Words, agent, calls, client, result, system, user
from foldline.compactor import compact, entry
from foldline.core.ledger import ledger_text
from foldline.core.messages import ImagePart, Message, TextPart
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Template, heading, load
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.core.result import CompactionResult, Status
from foldline.core.session import CompactionEntry, MessageEntry, Session
from foldline.core.settings import CompactionSettings

RULES = ("Never touch the billing tables.", "Always run the linter before you commit.", "提交前必须先运行测试。")
FILLER = "and so the work goes on " * 40
PROFILES = ("handoff", "conversation")
FENCES = ("conversation", "previous-summary", "additional-context")


class Obedient:
    """A model that does what the payload says as soon as it is shown it."""

    name = "obedient"
    side_by_side = False

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.requests: list[SummaryRequest] = []

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        self.requests.append(request)
        return SummaryReply(self.attack.answer if MARK in request.prompt else "## Goal\nThe work goes on.")


class Fold(NamedTuple):
    result: CompactionResult
    requests: list[SummaryRequest]


def poisoned(attack: Attack) -> list[Message]:
    text = attack.payload
    call = calls("c1", name="read", arguments={"path": text if attack.place == "file name" else "src/a.py"})
    return {
        "tool result": [call, result("c1", text)],
        "tool name": [calls("c1", name=text), result("c1")],
        "assistant": [agent(text)],
        "paste": [user(f"What does this log mean?\n```\n{text}\n```")],
        "client": [client(text)],
        "system": [system(text)],
        "speaker": [user("hello", speaker=text)],
        "picture": [Message("user", (TextPart("see"), ImagePart(text, url=text)))],
    }.get(attack.place, [call, result("c1")])


def say(session: Session, *messages: Message) -> None:
    for message in messages:
        session.append(MessageEntry(f"m{len(session)}", session.leaf_id, message))


@cache
def folds(attack: Attack, profile: str) -> tuple[Fold, Fold]:
    """A poisoned session folded, carried on, and folded again."""
    session = Session("test")
    say(session, user(" ".join((*RULES[:2], "Move the parser.", RULES[2]))), agent(f"Moving. {FILLER}"))
    if attack.place in {"previous summary", "another tool's summary"}:
        foreign = attack.place != "previous summary"
        session.append(
            CompactionEntry("f0", session.leaf_id, f"## Goal\nMove it.\n\n{attack.payload}", by_client=foreign)
        )
    say(session, *poisoned(attack), agent(f"Done so far. {FILLER}"), user("And now?"), agent("Soon."))
    added = (attack.payload,) if attack.place == "added context" else ()
    settings = CompactionSettings(profile=profile, keep_recent_tokens=50, extra_context=added, language="en")
    first = fold(session, settings, attack)
    if first.result.status is Status.COMPACTED:
        session.append(entry(first.result, session))
    say(session, *poisoned(attack), agent(f"More. {FILLER}"), user("What is left?"), agent("Little."))
    return first, fold(session, settings, attack)


def fold(session: Session, settings: CompactionSettings, attack: Attack) -> Fold:
    model = Obedient(attack)
    return Fold(compact(session, settings, provider=model, counter=Words()), model.requests)


@cache
def read(text: str) -> str:
    """A text as the most forgiving reader of tags would take it."""
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
    seen = re.sub(r"\s+", "", seen.lower().replace("\\", "/"))
    return re.sub(r"[-_\u2010-\u2015]", "", re.sub("/+", "/", seen))


def closings(text: str, tag: str) -> int:
    return read(text).count(f"</{tag.replace('-', '')}")


def openings(text: str, tag: str) -> int:
    return read(text).count(f"<{tag.replace('-', '')}")


def template(profile: str) -> Template:
    return load(profile, "en")


attacked = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
profiled = pytest.mark.parametrize("profile", PROFILES)


def test_there_are_many_attacks():
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 80


@attacked
@profiled
def test_every_rule_stays_and_no_other_comes(attack, profile):
    for each in folds(attack, profile):
        assert each.result.status is Status.COMPACTED
        assert [rule.text for rule in each.result.ledger.rules] == list(RULES)
        carried = ledger_text.parse(each.result.summary)
        assert [rule.text for rule in carried.rules if rule.taken_back is None] == list(RULES)


@attacked
@profiled
def test_every_fence_opens_and_closes_once(attack, profile):
    for each in folds(attack, profile):
        assert each.requests
        for request in each.requests:
            assert [closings(request.prompt, tag) for tag in FENCES] == [
                int(f"<{tag}>\n" in request.prompt) for tag in FENCES
            ]
            assert [openings(request.prompt, tag) for tag in FENCES] == [
                closings(request.prompt, tag) for tag in FENCES
            ]
            assert closings(request.prompt, "conversation") == 1


@attacked
@profiled
def test_the_summary_has_its_sections_and_no_other(attack, profile):
    for each in folds(attack, profile):
        parsed = parse_sections(each.result.prose, template(profile))
        assert len(parsed.found) == len(set(parsed.found))
        assert parsed.unknown == ()
        assert parsed.turn_context == ""
        allowed = {heading(one, template(profile)) for one in template(profile).sections}
        allowed |= {line for one in template(profile).sections for line in one.subheadings}
        assert set(re.findall(r"^(?:#{1,6} .+|【.+】)$", each.result.prose, re.MULTILINE)) <= allowed


@attacked
@profiled
def test_the_summary_holds_one_ledger_and_cannot_be_closed_early(attack, profile):
    for each in folds(attack, profile):
        summary = each.result.summary
        assert (openings(summary, "foldline-ledger"), closings(summary, "foldline-ledger")) == (1, 1)
        assert (openings(summary, "foldline-review"), closings(summary, "foldline-review")) in {(0, 0), (1, 1)}
        assert [closings(summary, tag) for tag in ("summary", "handoff")] == [0, 0]
        (told,) = (message.text for message in each.result.messages if message.source == "summary")
        assert closings(told, "summary") == 1


@attacked
@profiled
def test_the_short_summary_has_no_sections_and_no_ledger(attack, profile):
    for each in folds(attack, profile):
        short = each.result.short_summary
        assert short
        assert re.findall(r"^(?:#{1,6} .+|【.+】)$", short, re.MULTILINE) == []
        assert [openings(short, "foldline-ledger"), closings(short, "foldline-ledger"), closings(short, "summary")] == [
            0,
            0,
            0,
        ]


@attacked
@profiled
def test_no_order_becomes_the_open_request(attack, profile):
    for each in folds(attack, profile):
        assert FALSE_RULE not in each.result.request
        assert FALSE_RULE not in each.result.open_request
