"""Who said what, sentence by sentence, and how much each sentence tells somebody who was not there."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import fsum, log

from msgspec import Struct

from foldline.core.note.prose import is_cjk, pieces
from foldline.core.note.ranking import bag, centrality, words
from foldline.core.note.sentence_kinds import is_empty_talk, is_stage_direction
from foldline.core.session import Item
from foldline.core.speech.authorship import human_text
from foldline.core.speech.pastes import without_pastes

_KINDS = (
    ("promise promised promises i'll we'll will planning planned plan plans agreed going gonna", 1.0),
    ("mom mother dad father parents sister brother son daughter wife husband partner friend friends girlfriend", 0.8),
    ("boyfriend boss family dog cat kid kids grandma grandpa colleague team", 0.8),
    ("live lives lived moved born from work works worked studied called named birthday old", 0.8),
    ("yesterday today tomorrow tonight last next monday tuesday wednesday thursday friday saturday sunday ago", 0.5),
    ("january february march april june july august september october november december week month year years", 0.5),
    ("hate prefer favorite favourite allergic afraid dream decided never always joined started signed", 0.6),
    ("because since reason therefore", 0.3),
)
_KINDS_ZH = (
    ("答应 约定 约好 一定会 发誓 保证 打算 计划 我会 以后 将来", 1.0),
    ("妈妈 爸爸 姐姐 妹妹 哥哥 弟弟 朋友 妻子 丈夫 老婆 老公 同事 老板 主人 师父 徒弟 女儿 儿子", 0.8),
    ("住在 来自 出生 名叫 叫做 我叫 他叫 她叫 岁 生日 职业 工作是", 0.8),
    ("昨天 今天 明天 后天 上周 下周 去年 明年 月 星期 晚上 早上 年前", 0.5),
    ("喜欢 讨厌 最爱 害怕 过敏 梦想 想要 决定 从不 总是 秘密 真相 发现", 0.6),
    ("附近 房间 地下 里面 上面 旁边 港口 家里 后面 左边 右边 东边 西边", 0.5),
    ("名字 叫做 名单 信上 写着 写的 交给 托我 带给 送到 藏在 缝在 放在 归你 归我 欠", 0.8),
    ("死了 没了 失踪 受伤 杀 骗 出卖 走漏 怀疑 是谁 的人 先生 大人 姑娘", 0.6),
    ("今晚 明晚 子时 初一 初五 初三 天亮 夜里 两年 三年 十两", 0.5),
    ("因为 所以 为了", 0.3),
)
CUES = tuple((frozenset(kind.split()), worth) for kind, worth in _KINDS)
"""Words by which a sentence tells something to somebody who was not there, and how much each kind is worth."""
CUES_ZH = tuple((tuple(kind.split()), worth) for kind, worth in _KINDS_ZH)
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
    """How much it tells and how much it is about what the others are about, about -3 to 5."""
    fact: float = 0.0
    """How much it tells by its own words alone."""


def voices(items: Sequence[Item]) -> list[Voice]:
    """Everything quotable that people and agents said, in order, each with its weight."""
    heard = [(text, at, human) for at, item in enumerate(items) for text, human in _spoken(item)]
    central = centrality([text for text, _, _ in heard])
    found = []
    for (text, at, human), share in zip(heard, central, strict=True):
        fact = tells(text)
        weight = share + fact + (0.3 if human else 0.0)
        found.append(Voice(text, items[at].message.speaker, human, at, weight, fact))
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
    """How much a sentence tells by its own words: promises, plans, ties between people, places, times, numbers, names.

    >>> tells("I promised Ann to bring the tent on 3 May.") > tells("That sounds great!")
    True
    """
    low, cues = text.lower(), _cues()
    said = frozenset(cues.word.findall(low))
    weight = sum(worth for words_of_kind, worth in CUES if not said.isdisjoint(words_of_kind))
    if is_cjk(low):
        weight += sum(worth for kind, worth in CUES_ZH if any(cue in low for cue in kind))
        length = len(text) * 2.5
    else:
        length = float(len(text))
    weight += 0.4 * any(map(str.isdigit, text)) + 0.5 * bool(cues.name.search(text))
    if length < 30:  # noqa: PLR2004 - columns: too short to stand alone
        weight -= 1.0
    elif length > 300:  # noqa: PLR2004
        weight -= 0.6
    if text.endswith(("?", "？")) or cues.courtesy.match(low):
        weight -= 1.2
    if text.endswith(("!", "！")):
        weight -= 0.3
    if is_stage_direction(text):
        weight -= 1.0
    return weight - 1.5 if is_empty_talk(text) else weight


class _Cues:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.word = re.compile(r"[a-z][a-z']+")
        self.name = re.compile(r"[a-z,] [A-Z][a-z]+")
        self.courtesy = re.compile(
            r"(?:wow|thank|hey|hi\b|hello|great|congrat|sounds|yeah|yep|aw+\b|so (?:glad|cool|nice|happy)|good|nice|"
            r"awesome|amazing|cool|no problem|you're (?:so|right|welcome|doing)|i'm (?:so )?(?:glad|happy|sorry)|glad|"
            r"take care|bye|that'?s (?:so|great|awesome|amazing|really|a|an)\b|see you|"
            r"谢谢|你好|哈哈|太好了|真棒|不客气|没关系|辛苦)"
        )


@cache
def _cues() -> _Cues:
    return _Cues()


def about(query: str, heard: Sequence[Voice], limit: int) -> list[Voice]:
    """The sentences that share the most telling words with a query, in the order they were said; none where none do.

    Args:
        query: title and instruction of a section.
        heard: what was said.
        limit: how many sentences at most.
    """
    bags = [bag(voice.text) for voice in heard]
    wanted = bag(query) - _INSTRUCTING
    spread = {word: sum(word in own for own in bags) for word in wanted}
    worth = {word: log(1 + len(bags) / count) for word, count in spread.items() if 0 < count <= max(3, len(bags) // 4)}
    scored = []
    for at, own in enumerate(bags):
        hits = own & worth.keys()
        if hits and not is_empty_talk(heard[at].text):
            scored.append((fsum(worth[word] for word in hits) / (len(own) + 6) ** 0.5, -at))
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
