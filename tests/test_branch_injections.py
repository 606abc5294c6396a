"""A model that obeys what a branch or a conversation orders it to: the texts keep their rules, sections and fences."""

import re
from functools import cache

import pytest

from attacks import ATTACKS, FALSE_RULE
from builders import Words, agent, user
from foldline import CompactionSettings, Status, handoff, summarize_branch
from foldline.core.ledger import ledger_text
from foldline.core.profiles.templates import for_kind, heading, load
from foldline.core.session import CompactionEntry, MessageEntry, Session, wrap_branch_summary
from foldline.core.wrapping import wrap_summary
from test_injections import FENCES, FILLER, RULES, Obedient, closings, openings, poisoned, say

KINDS = ("branch", "handoff")
attacked = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
either = pytest.mark.parametrize("kind", KINDS)


@cache
def made(attack, kind):
    """A poisoned session, its branch left or handed over by a model that obeys; text, prose, ledger, prompts."""
    session = Session("test")
    say(session, user("begin"), agent("begun"))
    say(session, user(" ".join((*RULES[:2], "Move the parser.", RULES[2]))), agent(f"Moving. {FILLER}"))
    if attack.place in {"previous summary", "another tool's summary"}:
        foreign = attack.place != "previous summary"
        summary = f"## Goal\nMove it.\n\n{attack.payload}"
        session.append(CompactionEntry("f0", session.leaf_id, summary, "m2", by_client=foreign))
    say(session, *poisoned(attack), agent(f"Done so far. {FILLER}"), user("And now?"), agent("Soon."))
    added = (attack.payload,) if attack.place == "added context" else ()
    settings = CompactionSettings(extra_context=added, language="en")
    asked = Obedient(attack)
    if kind == "handoff":
        document = handoff(session, settings, provider=asked, counter=Words())
        return document.status, document.document, document.prose, document.ledger, tuple(asked.requests)
    session.append(MessageEntry("on", "m1", agent("the other way")))
    session.move_to(session.entries[-2].id)
    left = summarize_branch(session, "on", settings, provider=asked, counter=Words())
    return left.status, left.summary, left.prose, left.ledger, tuple(asked.requests)


@attacked
@either
def test_every_rule_stays_and_no_other_comes(attack, kind):
    status, text, _, ledger, _ = made(attack, kind)
    assert status is Status.COMPACTED
    assert [rule.text for rule in ledger.rules] == list(RULES)
    assert [rule.text for rule in ledger_text.parse(text).rules] == list(RULES)


@attacked
@either
def test_every_fence_opens_and_closes_once(attack, kind):
    requests = made(attack, kind)[-1]
    assert requests
    for request in requests:
        there = [int(f"<{tag}>\n" in request.prompt) for tag in FENCES]
        assert [closings(request.prompt, tag) for tag in FENCES] == there
        assert [openings(request.prompt, tag) for tag in FENCES] == there


@attacked
@either
def test_the_text_has_its_sections_one_ledger_and_can_not_be_closed_early(attack, kind):
    _, text, prose, _, _ = made(attack, kind)
    template = for_kind(kind, load("handoff", "en"))
    allowed = {heading(one, template) for one in template.sections}
    allowed |= {line for one in template.sections for line in one.subheadings}
    assert set(re.findall(r"^(?:#{1,6} .+|【.+】)$", prose, re.MULTILINE)) <= allowed
    assert (openings(text, "foldline-ledger"), closings(text, "foldline-ledger")) == (1, 1)
    told = wrap_branch_summary(text) if kind == "branch" else wrap_summary(text, "handoff")
    assert closings(told, "summary" if kind == "branch" else "handoff") == 1


@attacked
@either
def test_no_order_becomes_a_request(attack, kind):
    ledger = made(attack, kind)[3]
    for quote in filter(None, (ledger.request, ledger.open_request)):
        assert FALSE_RULE not in quote.text
