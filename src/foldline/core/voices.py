"""Who said what, sentence by sentence, and how much each sentence tells somebody who was not there."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import log

from msgspec import Struct

from foldline.core.authorship import human_text
from foldline.core.pastes import without_pastes
from foldline.core.prose import is_cjk, pieces
from foldline.core.ranking import centrality, words
from foldline.core.sentence_kinds import is_empty_talk
from foldline.core.session import Item

MOST_PIECES = 40
"""Pieces of one message that are listened to; a longer one is a document."""


class Voice(Struct, frozen=True):
    """One sentence of the talk."""

    text: str
    speaker: str
    """A name where the message has one, else empty."""
    by_human: bool
    at: int
    """Position of its message."""
    weight: float
    """How much it tells, about 0 to 5."""


def voices(items: Sequence[Item]) -> list[Voice]:
    """Everything quotable that people and agents said, in order, each with its weight."""
    heard = [(text, at, human) for at, item in enumerate(items) for text, human in _spoken(item)]
    central = centrality([text for text, _, _ in heard])
    found = []
    for (text, at, human), share in zip(heard, central, strict=True):
        weight = share + tells(text) + (0.3 if human else 0.0)
        found.append(Voice(text, items[at].message.speaker, human, at, weight))
    return found


def _spoken(item: Item) -> Iterator[tuple[str, bool]]:
    message = item.message
    if message.role == "assistant":
        text, by_human = message.text, False
    else:
        text, by_human = without_pastes(human_text(message)), True
    if not text.strip():
        return
    for number, piece in enumerate(pieces(text)):
        if number == MOST_PIECES:
            return
        if piece.kind != "heading":
            yield piece.text, by_human


def tells(text: str) -> float:
    """How much a sentence tells by its own words: plans, promises, ties between people, places, times, numbers, names.

    >>> tells("I promised Ann to bring the tent on 3 May.") > tells("That sounds great!")
    True
    """
    patterns = _patterns()
    weight = sum(worth for pattern, worth in patterns.telling if pattern.search(text))
    length = len(text) * (2.5 if is_cjk(text) else 1.0)
    if length < 30:  # noqa: PLR2004 - columns: too short to stand alone
        weight -= 1.0
    elif length > 300:  # noqa: PLR2004
        weight -= 0.6
    if text.endswith(("?", "？")) or patterns.courtesy.match(text):
        weight -= 1.2
    if text.endswith(("!", "！")):
        weight -= 0.3
    return weight - 1.5 if is_empty_talk(text) else weight


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.courtesy = _cue(
            r"(?:wow|thank|thanks|hey|hi\b|hello|great|congrat|sounds|yeah|yep|aw+\b|so (?:glad|cool|nice|happy)|",
            r"good|nice|",
            r"awesome|amazing|cool|no problem|you're (?:so|right|welcome|doing)|i'm (?:so )?(?:glad|happy|sorry)|",
            r"glad|",
            r"that'?s (?:so|great|awesome|amazing|really|a|an)\b|take care|bye|see you|",
            r"谢谢|你好|哈哈|太好了|真棒|不客气|没关系|辛苦)",
        )
        self.telling = (
            (
                _cue(
                    r"\b(?:promis\w*|i'll never|we(?:'ll| will)|i(?:'ll| will)|going to|plan(?:ning|s|",
                    r"ned)? (?:to|on)|agreed)\b|",
                    r"答应|约定|约好|一定会|发誓|保证|打算|计划|我会|以后|将来",
                ),
                1.0,
            ),
            (
                _cue(
                    r"\b(?:my|his|her|our|their) (?:\w+ )?(?:mom|mother|dad|father|sister|brother|son|daughter|wife|",
                    r"husband|partner|friend|girlfriend|boyfriend|boss|team|family|dog|cat|kids?|colleague)s?\b|",
                    r"妈妈|爸爸|姐姐|妹妹|哥哥|弟弟|朋友|妻子|丈夫|老婆|老公|同事|老板|主人|师父|徒弟|女儿|儿子",
                ),
                0.8,
            ),
            (
                _cue(
                    r"\b(?:live[sd]? in|moved to|from|born|work(?:s|ed)? (?:at|as)|studied|called|named|name is|",
                    r"years? old|birthday)\b|住在|来自|出生|名叫|叫做|我叫|[他她]叫|岁|生日|职业|工作是",
                ),
                0.8,
            ),
            (
                _cue(
                    r"\b(?:yesterday|today|tomorrow|last|next|monday|tuesday|wednesday|thursday|friday|saturday|",
                    r"sunday|",
                    r"january|february|march|april|june|july|august|september|october|november|december|week|month|",
                    r"year)\b|昨天|今天|明天|后天|上周|下周|去年|明年|月|星期|周[一二三四五六日]|晚上|早上",
                ),
                0.5,
            ),
            (
                _cue(
                    r"\b(?:hate|prefer|favou?rite|allerg\w+|afraid|my dream|decided|never|always|signed up|",
                    r"joined|started)",
                    r"\b|喜欢|讨厌|最爱|害怕|过敏|梦想|想要|决定|从不|总是|秘密|真相|发现",
                ),
                0.6,
            ),
            (_cue(r"\b(?:because|so that|since|reason|therefore)\b|因为|所以|为了"), 0.3),
            (_cue(r"在.{1,12}[里下上中旁]|附近|房间|地下"), 0.5),
            (_cue(r"\d"), 0.4),
            (re.compile(r"[a-z,] [A-Z][a-z]+"), 0.5),
        )


def _cue(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts), re.IGNORECASE)


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def about(query: str, heard: Sequence[Voice], limit: int) -> list[Voice]:
    """The sentences that share the most telling words with a query, in the order they were said; none where none do.

    Args:
        query: title and instruction of a section.
        heard: what was said.
        limit: how many sentences at most.
    """
    bags = [frozenset(words(voice.text)) for voice in heard]
    wanted = frozenset(words(query)) - _INSTRUCTING
    spread = {word: sum(word in bag for bag in bags) for word in wanted}
    worth = {word: log(1 + len(bags) / count) for word, count in spread.items() if 0 < count <= max(3, len(bags) // 4)}
    scored = []
    for at, bag in enumerate(bags):
        hits = bag & worth.keys()
        if hits and not is_empty_talk(heard[at].text):
            scored.append((sum(worth[word] for word in hits) / (len(bag) + 6) ** 0.5, -at))
    return [heard[-at] for _, at in sorted(sorted(scored, reverse=True)[:limit], key=lambda pair: -pair[1])]


_INSTRUCTING = frozenset(
    words(
        "list every all each write note section mention include describe summary keep item line sentence user agent "
        "conversation name give state one two three 列出所有每个写出说明包括描述用户对话"
    )
)
"""Words of an instruction that say how to write, not of what."""


def spread_out(heard: Sequence[Voice], parts: int, each: int) -> list[Voice]:
    """The most telling sentences of equal stretches of the talk, in order, so that no stretch goes unmentioned."""
    if not heard:
        return []
    first, last = heard[0].at, heard[-1].at + 1
    width = max(1, -(-(last - first) // parts))
    stretches: dict[int, list[Voice]] = {}
    for voice in heard:
        stretches.setdefault((voice.at - first) // width, []).append(voice)
    return [voice for stretch in stretches.values() for voice in _best(stretch, each)]


def _best(stretch: Iterable[Voice], number: int) -> list[Voice]:
    chosen = sorted(stretch, key=lambda voice: -voice.weight)[:number]
    return sorted(chosen, key=lambda voice: voice.at)
