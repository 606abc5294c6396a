"""Standing rules of a conversation: what a human laid down that binds later turns, quoted as it was typed.

A rule is never deleted by guessing: a later clause that takes back exactly one marks it, and both quotes stay.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from msgspec.structs import replace

from foldline.core.facts import Quote, Rule
from foldline.core.session import Item
from foldline.core.speech.authorship import human_text
from foldline.core.speech.retractions import retracted
from foldline.core.speech.rule_clauses import stated

ID_DIGITS = 4
"""Hex digits of a rule's id; a clash within one session takes more."""


def collect(
    items: Sequence[Item], *, pins: Sequence[str] = (), unpin: frozenset[str] = frozenset()
) -> tuple[Rule, ...]:
    """The rules that bind, pins first, then in the order they were stated.

    Args:
        items: the messages, oldest first.
        pins: rules set by hand.
        unpin: ids of rules and pins that no longer bind.

    >>> from foldline.core.messages import Message, TextPart
    >>> [rule.text for rule in collect([Item("1", Message("user", (TextPart("fix it. never push!"),)))])]
    ['never push!']
    """
    rules = [Rule("", pin, "", pinned=True) for pin in dict.fromkeys(pins) if pin.strip()]
    for item in items:
        for clause in stated(human_text(item.message)):
            taken = retracted(clause.text, rules)
            if taken is not None:
                rules[taken] = replace(rules[taken], taken_back=Quote(clause.text, item.id))
            elif clause.binds and not _stands_already(clause.text, rules):
                rules.append(Rule("", clause.text, item.id))
    return tuple(rule for rule in _with_ids(rules) if rule.id not in unpin)


def _stands_already(text: str, rules: Sequence[Rule]) -> bool:
    words = " ".join(text.lower().split())
    return any(rule.taken_back is None and " ".join(rule.text.lower().split()) == words for rule in rules)


def _with_ids(rules: Sequence[Rule]) -> Iterator[Rule]:
    used: set[str] = set()
    for rule in rules:
        digest = blake2b(f"{rule.text}\0{rule.entry_id}".encode(errors="surrogatepass"), digest_size=8).hexdigest()
        digits = next((size for size in range(ID_DIGITS, len(digest)) if f"r-{digest[:size]}" not in used), len(digest))
        used.add(f"r-{digest[:digits]}")
        yield replace(rule, id=f"r-{digest[:digits]}")
