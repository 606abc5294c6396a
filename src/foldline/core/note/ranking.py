"""Which quotes say most, and which say what another has said already. Words are compared, no model is asked.

Everything is linear in the text: likeness is looked up by word, never by comparing each with each.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import fsum

STOPWORDS = frozenset((
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "before", "being", "but", "by", "can", "could", "did", "do", "does", "doing", "done", "down", "for", "from",
    "get", "gets", "go", "going", "good", "got", "had", "has", "have", "he", "her", "here", "hers", "him", "his",
    "how", "i", "if", "in", "into", "is", "it", "its", "just", "know", "let", "like", "ll", "look", "make", "me",
    "more", "most", "my", "need", "needs", "no", "nor", "not", "now", "of", "off", "ok", "okay", "on", "once",
    "one", "only", "or", "other", "our", "out", "over", "own", "please", "really", "re", "same", "see", "she",
    "should", "so", "some", "such", "sure", "take", "than", "thanks", "that", "the", "their", "them", "then",
    "there", "these", "they", "thing", "things", "this", "those", "through", "to", "too", "under", "until", "up",
    "use", "used", "using", "ve", "very", "want", "was", "way", "we", "well", "were", "what", "when", "where",
    "which", "while", "who", "whom", "why", "will", "with", "without", "would", "yeah", "yes", "you", "your",
    "yours", "的", "了", "是", "我", "你", "他", "她", "它", "们", "在", "有", "和", "就", "不", "也", "都",
    "这", "那", "一", "个", "吗", "呢", "吧", "啊", "么", "什", "怎", "样", "要", "会", "能", "可", "以",
    "到", "说", "去", "很", "还",
))  # fmt: skip
SHORTEST_STEM = 3
"""Letters; shorter stems meet by chance."""
ALIKE = 0.75
"""Share of the smaller one's words that two quotes must have in common to say the same (chosen on real sessions:
below it, neighbouring steps of one task begin to merge)."""


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def words(text: str) -> list[str]:
    """The content words of a text in lower case; Chinese, Japanese and Korean as pairs of characters.

    >>> words("Fixed the retry in `http_client.py`")
    ['fix', 'retry', 'http', 'client', 'py']
    >>> words("修好重试")
    ['修好', '好重', '重试']
    """
    found: list[str] = []
    for run in _word().findall(text.lower()):
        if run[0] < "\u3040":
            if run not in STOPWORDS:
                found.append(_stem(run))
        elif len(run) == 1:
            found.append(run)
        else:
            found.extend(
                run[at : at + 2]
                for at in range(len(run) - 1)
                if run[at] not in STOPWORDS or run[at + 1] not in STOPWORDS
            )
    return found


@lru_cache(maxsize=8192)
def bag(text: str) -> frozenset[str]:
    """The content words of a text, each once; a note asks for them again and again.

    >>> sorted(bag("move it, moved"))
    ['mov']
    """
    return frozenset(words(text))


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    """The word without a common English ending, so that "move", "moves" and "moved" meet; never shown."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    if len(word) > SHORTEST_STEM and (word[-1] == "e" or word[-1] == word[-2]):
        return word[:-1]
    return word


class Said:
    """What the note has said so far, so that it says each thing once."""

    def __init__(self) -> None:
        self._quotes: list[frozenset[str]] = []
        self._with: defaultdict[str, list[int]] = defaultdict(list)

    def knows(self, text: str) -> bool:
        """True when a text that was added before says as much."""
        return self._knows(bag(text))

    def add(self, text: str) -> None:
        """Remember a text."""
        self._add(bag(text))

    def first(self, text: str) -> bool:
        """Remember a text, and tell whether it says something new."""
        own = bag(text)
        if self._knows(own):
            return False
        self._add(own)
        return True

    def _knows(self, own: frozenset[str]) -> bool:
        numbers = {word for word in own if any(char.isdigit() for char in word)}
        shared = Counter(index for word in own for index in self._with.get(word, ()))
        return any(
            common >= ALIKE * len(own)
            and numbers <= self._quotes[index]
            and (len(own) > 2 or len(self._quotes[index]) <= 2 * len(own))  # noqa: PLR2004 - two words meet by chance
            for index, common in shared.items()
        )

    def _add(self, own: frozenset[str]) -> None:
        for word in own:
            self._with[word].append(len(self._quotes))
        self._quotes.append(own)


def likeness(one: Iterable[str], other: Iterable[str]) -> float:
    """Share of the smaller set of words that both have, 0 to 1."""
    left, right = frozenset(one), frozenset(other)
    return len(left & right) / min(len(left), len(right)) if left and right else 0.0


def centrality(texts: Sequence[str]) -> list[float]:
    """How much each text is about what the others are about, 0 to 1.

    A word counts by the number of texts that have it, words of nearly all texts less; a long text does not win by
    its length.
    """
    bags = [bag(text) for text in texts]
    spread = Counter(word for own in bags for word in own)
    total = len(bags)
    weight = {word: count * (1 - count / (total + 1)) for word, count in spread.items() if count > 1}
    scores = [fsum(map(weight.__getitem__, own & weight.keys())) / (len(own) + 4) for own in bags]
    best = max(scores, default=0.0)
    return [score / best for score in scores] if best else scores
