"""Taking a rule back: a later clause of the user that lifts exactly one earlier rule.

When in doubt nothing is lifted: a rule kept too long costs a line, a rule lost costs the user's trust. The phrases are
data: `foldline.core.speech.retraction_cues`.
"""

import re
from collections.abc import Sequence
from functools import cache

from foldline.core.facts import Rule
from foldline.core.speech import retraction_cues
from foldline.core.speech.cues import Cues, compiled

LEAST_SHARE = 0.3
"""Share of the words of a permission that the lifted rule must have too."""
LEAST_SHARE_NOW = 0.6
"""The same where the permission may only be the next step of the work: "you can run the tests now"."""
LEAST_STEM = 3

_STOPWORDS = """
the a an to of in on at for from with and or but not no any all some my your our me you i we it that this these
those is are be was were do does did don't dont can may could should must will would now again after ever never
always only rule rules about what said told forget ignore drop anymore more longer actually please just ok okay fine
allowed free feel use used using need needs have has had want instruction restriction earlier previous before there
here if when so scrap cancel lift ban limit limits thing things back take took mind changed second thought thoughts
asked wrote order orders preference requirement
"""
_COMMON_PAIRS = """
可以 以用 现在 在可 不用 用再 不要 规则 要求 那条 条规 取消 以后 不能 必须 作废 忘掉 之前 前说 说的 了吧 都要 这条
条作 重新 新可 以重 条取 用了
"""
"""Pairs of Chinese characters that say nothing about a rule's subject."""


def retracted(clause: str, rules: Sequence[Rule]) -> int | None:
    """The index of the one rule a clause takes back, if it explicitly takes back exactly one.

    >>> retracted("you can use emojis again", [Rule("r-1", "no emojis", "1"), Rule("r-2", "never push", "1")])
    0
    """
    if not rules:
        return None
    plain = _plain(clause)
    cues = _tables()
    is_lift = bool(cues["lifts"].search(plain))
    is_again = is_lift or bool(cues["allows_again"].search(plain))
    if not is_again and not cues["allows_now"].search(plain):
        return None
    if _this_time().search(plain) or plain.rstrip().endswith(("?", "？")):
        return None
    standing = [index for index, rule in enumerate(rules) if rule.taken_back is None and not rule.pinned]
    if not is_lift:
        standing = [index for index in standing if _forbids().search(_plain(rules[index].text))]
    wanted = _content(plain)
    if not wanted:
        return standing[0] if is_lift and len(standing) == 1 else None
    return _best(wanted, rules, standing, LEAST_SHARE if is_again else LEAST_SHARE_NOW)


def points_back(clause: str) -> bool:
    """Whether a clause takes back what the clause before it names: "the emoji rule, forget it".

    >>> points_back("forget it"), points_back("forget the emoji rule")
    (True, False)
    """
    return bool(_tables()["points_back"].search(_plain(clause)))


def _best(wanted: frozenset[str], rules: Sequence[Rule], standing: Sequence[int], least_share: float) -> int | None:
    """The only standing rule that shares most words with the clause."""
    shared = {index: len(wanted & _content(_plain(rules[index].text))) for index in standing}
    most = max(shared.values(), default=0)
    best = [index for index, number in shared.items() if number == most]
    if most == 0 or len(best) != 1 or most / len(wanted) < least_share:
        return None
    return best[0]


@cache
def _tables() -> dict[str, Cues]:
    sources = {
        "lifts": retraction_cues.LIFTS + retraction_cues.LIFTS_ZH,
        "allows_again": retraction_cues.ALLOWS_AGAIN + retraction_cues.ALLOWS_ZH,
        "allows_now": retraction_cues.ALLOWS_NOW,
        "points_back": retraction_cues.POINTS_BACK,
    }
    return {name: Cues.of(table, retraction_cues.FRAGMENTS) for name, table in sources.items()}


def _this_time() -> re.Pattern[str]:
    return compiled(r"\b(?:this\s+(?:time|once)|just\s+(?:this\s+)?once|for\s+this\s+one)\b|这次|这一次|仅此一次")


def _forbids() -> re.Pattern[str]:
    return compiled(
        r"\b(?:don't|dont|do\s+not|never|no|not|must\s?n't|stop|avoid|without|only|until|unless|before|ask|forbidden"
        r"|off|hands|quit|refrain|leave|keep|max|banned)\b|不|别|禁止|勿|只|仅|避免|先|除非"
    )


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def _content(plain: str) -> frozenset[str]:
    """The words that say what a clause is about, cut to their stems; pairs of characters for Chinese."""
    stems = {_stem(word) for word in compiled(r"[a-z0-9_][\w'.]{2,}").findall(plain) if word not in _stopwords()}
    if not plain.isascii():
        runs = compiled(r"[^\x00-\u33ff\uff00-\U0010ffff]+").findall(plain)
        stems.update({run[at : at + 2] for run in runs for at in range(len(run) - 1)} - set(_COMMON_PAIRS.split()))
    return frozenset(stems)


@cache
def _stopwords() -> frozenset[str]:
    return frozenset(_STOPWORDS.split())


def _stem(word: str) -> str:
    word = word.strip("'.")
    for ending in ("ting", "ning", "ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            return word[: -len(ending)]
    return word
