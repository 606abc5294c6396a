"""Taking a rule back: a later clause of the user that lifts exactly one earlier rule.

When in doubt nothing is lifted: a rule kept too long costs a line, a rule lost costs the user's trust.
"""

import re
from collections.abc import Sequence
from functools import cache

from foldline.core.facts import Rule

LEAST_SHARE = 0.3
"""Share of the words of a permission that the lifted rule must have too."""

_STOPWORDS = """
the a an to of in on at for from with and or but not no any all some my your our me you i we it that this these
those is are be was were do does did don't dont can may could should must will would now again after ever never
always only rule rules about what said told forget ignore drop anymore more longer actually please just ok okay fine
allowed free feel use used using need needs have has had want instruction restriction earlier previous before there
here if when so
"""
_COMMON_PAIRS = """
可以 以用 现在 在可 不用 用再 不要 规则 要求 那条 条规 取消 以后 不能 必须 作废 忘掉 之前 前说 说的 了吧 都要
"""
"""Pairs of Chinese characters that say nothing about a rule's subject."""


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.stopwords = frozenset(_STOPWORDS.split())
        self.common_pairs = frozenset(_COMMON_PAIRS.split())
        thing = (
            r"(?:rule|instruction|restriction|ban|constraint|requirement|preference|order|guideline|policy|prohibition"
            r"|limit)s?"
        )
        self.lifts = re.compile(
            r"\b(?:forget|scrap|drop|ignore|disregard|cancel|undo|revoke|lift|retract|nix|overrule|withdraw|discard|never\s?mind|"
            rf"remove|stop\s+following)\s+(?:about\s+)?(?:what\s+i\s+(?:said|told|wrote)|(?:the|that|my|this|your|our)\s+(?:[\w'`-]+\s+){{0,6}}{thing})\b"
            rf"|\b{thing}\s+(?:[\w'`-]+\s+){{0,5}}(?:no\s+longer|doesn't|does\s+not|is\s+(?:off|gone|lifted|void|cancelled|over|history|dead|obsolete))\b"
            r"|\bi\s+take\s+(?:that|it|this|.+)\s+back\b|\bi(?:'ve)?\s+changed\s+my\s+mind\s+(?:about|on)\b"
            r"|\bno\s+longer\s+(?:need|have|required?|necessary|applies|binding)\b|\b(?:don't|do\s+not)\s+(?:need|have)\s+to\s+.+\b(?:anymore|any\s+more|any\s+longer)\b"
        )
        self.allows = re.compile(
            r"\b(?:you|u|we)\s+(?:can|may|could|are\s+(?:allowed|free)\s+to)\s+.+\b(?:again|now|after\s+all)\b(?!\s+and)"
            r"|\b(?:it's|it\s+is|its)\s+(?:ok|okay|fine|alright|allowed)\s+to\s+.+\b(?:again|now|after\s+all)\b"
            r"|\b(?:is|are)\s+(?:(?:ok|okay|fine)\s+(?:again|after\s+all)|(?:allowed|permitted|welcome)\s+(?:again|now))\b"
            r"|\bactually,?\s+(?:you\s+(?:can|may)|it's\s+(?:ok|okay|fine)\s+to|feel\s+free\s+to)\b"
        )
        self.lifts_zh = re.compile(
            r"(?:忘掉|忘了|忘记|取消|撤销|撤回|作废|收回|废除|解除|不用再?遵守|不再遵守|忽略)\S{0,16}(?:规则|要求|限制|规定|说的|那条|约定|指示|禁令)"
            r"|(?:规则|要求|限制|规定|约定)\S{0,6}(?:作废|取消|不算|不适用|撤销)|(?:不用|不必|无需|不需要)再\S"
        )
        self.allows_zh = re.compile(r"(?:现在|又|其实|还是)\S{0,4}可以\S+|可以\S+了(?:\W|$)|(?:允许|恢复)\S+了(?:\W|$)")
        self.forbids = re.compile(
            r"\b(?:don't|dont|do\s+not|never|no|not|must\s?n't|stop|avoid|without|only|until|unless|before|ask|forbidden)\b"
            r"|不|别|禁止|勿|只|仅|避免|先|除非"
        )
        self.this_time = re.compile(
            r"\b(?:this\s+(?:time|once)|just\s+(?:this\s+)?once|for\s+this\s+one)\b|这次|这一次|仅此一次"
        )
        self.words = re.compile(r"[a-z0-9_][\w'.-]{2,}|[\u3400-\u9fff]+")


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def retracted(clause: str, rules: Sequence[Rule]) -> int | None:
    """The index of the one rule a clause takes back, if it explicitly takes back exactly one.

    >>> retracted("you can use emojis again", [Rule("r-1", "no emojis", "1"), Rule("r-2", "never push", "1")])
    0
    """
    patterns = _patterns()
    plain = clause.lower().replace("’", "'")
    if patterns.this_time.search(plain) or plain.rstrip().endswith(("?", "？")):
        return None
    is_lift = bool(patterns.lifts.search(plain) or patterns.lifts_zh.search(plain))
    if not is_lift and not patterns.allows.search(plain) and not patterns.allows_zh.search(plain):
        return None
    standing = [index for index, rule in enumerate(rules) if rule.taken_back is None and not rule.pinned]
    if not is_lift:
        standing = [index for index in standing if patterns.forbids.search(rules[index].text.lower())]
    return _best(_content(plain), rules, standing, is_lift=is_lift)


def _best(wanted: frozenset[str], rules: Sequence[Rule], standing: Sequence[int], *, is_lift: bool) -> int | None:
    """The only standing rule that shares most words with the clause."""
    if not wanted:
        return standing[0] if is_lift and len(standing) == 1 else None
    shared = {index: len(wanted & _content(rules[index].text.lower())) for index in standing}
    most = max(shared.values(), default=0)
    best = [index for index, number in shared.items() if number == most]
    if most == 0 or len(best) != 1 or most / len(wanted) < LEAST_SHARE:
        return None
    return best[0]


def _content(plain: str) -> frozenset[str]:
    """The words that say what a clause is about, cut to their stems; pairs of characters for Chinese."""
    patterns = _patterns()
    stems: set[str] = set()
    for word in patterns.words.findall(plain):
        if word[0] >= "\u3400":
            stems.update(word[at : at + 2] for at in range(len(word) - 1))
        elif word not in patterns.stopwords:
            stems.add(_stem(word))
    return frozenset(stems - patterns.common_pairs)


def _stem(word: str) -> str:
    for ending in ("ting", "ning", "ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:  # noqa: PLR2004
            return word[: -len(ending)]
    return word
