"""Which language the user writes, and which one they want to be answered in.

By the script of their words, and for Latin letters by very common words; what a user states wins over what they
write. Code, paths and addresses are no language. Where the evidence is thin, no language is named.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from foldline.core import prompts
from foldline.core.profiles import template_text
from foldline.core.profiles.language_names import chinese_name
from foldline.core.profiles.language_wishes import stated_language
from foldline.core.profiles.templates import Language

_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("Han", "\u3400-\u9fff\uf900-\ufaff"),
    ("Japanese", "\u3041-\u30ff\uff66-\uff9d"),
    ("Korean", "\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3"),
    ("Russian", "\u0400-\u052f"),
    ("Greek", "\u0370-\u03ff\u1f00-\u1fff"),
    ("Arabic", "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff"),
    ("Hebrew", "\u0591-\u05f4"),
    ("Thai", "\u0e01-\u0e5b"),
    ("Hindi", "\u0900-\u097f"),
    ("Bengali", "\u0980-\u09ff"),
    ("Tamil", "\u0b80-\u0bff"),
    ("Georgian", "\u10a0-\u10ff"),
    ("Armenian", "\u0531-\u058f"),
)
"""Scripts by the ranges of their letters, named by the language written in them most."""
_UNSPACED = frozenset({"Han", "Japanese", "Thai"})
"""Written without spaces: here a letter counts, elsewhere a word."""
_LETTERS_OF = (("Ukrainian", "Russian", "їєіґ"), ("Urdu", "Arabic", "ٹڈڑےں"), ("Persian", "Arabic", "پچژگ"))
"""Languages told from the one their script is named after by letters only they have."""
_COMMON_WORDS = {
    "English": "the and is to of in it that for you this with on not be are can please do what how my we if i a was",
    "Spanish": "el la los las y en es una un por con para lo más como pero no está esto del al que de se me qué hay",
    "Portuguese": "o a os as e em é um uma por com para não mais como mas isso está do da no na ao que de se você",
    "French": "le la les et en est un une des du pour avec que qui pas ne dans sur ce je vous au il nous de c'est",
    "German": "der die das und ist nicht ein eine zu mit für auf den im von ich es wie bitte sie wir auch dem noch",
    "Italian": "il lo la gli le e è un una di che per con non sono questo nel del della come più mi ho si anche",
    "Dutch": "de het een en is niet van voor met dat op te in je ik maar ook zijn wat er deze hoe kan dit we",
    "Polish": "i w nie na się jest to że z do jak co czy tak ale dla od po przez może proszę mam już tylko",
    "Turkish": "ve bir bu için ile de da ne mi mı var çok daha gibi olarak ben sen ama değil nasıl lütfen",
    "Swedish": "och är det att en ett som på inte för med av den till jag du om vi kan har vad hur så",
    "Indonesian": "yang dan di ini itu untuk dengan tidak dari ke saya kamu bisa apa ada akan pada juga tolong",
    "Vietnamese": "và là của không có được cho này một trong với tôi bạn các những để thì cái gì hãy khi như",
}
_HEAD, _TAIL = 4_000, 2_000
"""Characters of a turn that are looked at, from its start and its end: long turns are pastes."""
_OWN_SHARE = 0.4
"""A line that mixes scripts counts as the one that makes up this share of it: technical words are often English."""
_KANA_SHARE = 0.1
_COMMON_SHARE = 0.15
_COMMON_HITS = 2


def template_language(texts: Sequence[str], default: Language = "en") -> Language:
    """The template language that fits what the user writes: `zh` for Chinese, else `en`.

    Args:
        texts: the user's turns, oldest first.
        default: taken where the turns tell nothing.

    >>> template_language(["把 config.py 里的端口改成 8080", "ok"])
    'zh'
    """
    if not any(_is_worded(text) for text in texts):
        return default
    return "zh" if spoken_language(texts) == "Chinese" else "en"


def locale_language(locale: str) -> Language:
    """The template language for a locale's name.

    >>> locale_language("zh_CN.UTF-8"), locale_language("C.UTF-8")
    ('zh', 'en')
    """
    return "zh" if locale.lower().startswith("zh") else "en"


def wanted_language(texts: Sequence[str]) -> str:
    """The English name of the language the user wants: the one they last asked for, else the one they write.

    >>> wanted_language(["Please reply in Spanish from now on.", "Thanks, now fix the login page"])
    'Spanish'
    """
    return stated_language(texts) or spoken_language(texts)


def spoken_language(texts: Sequence[str]) -> str:
    """The English name of the language most of the turns are written in; empty where nothing tells it.

    >>> spoken_language(["não funciona, o arquivo não está na pasta"])
    'Portuguese'
    """
    told = [name for name in map(_language_of, texts) if name]
    if not told:
        return _language_of("\n".join(texts))
    votes = Counter(told)
    most = max(votes.values())
    return next(name for name in reversed(told) if votes[name] == most)


def language_line(wanted: str, language: Language) -> str:
    """The line that names the language of a summary, where it is not the template's own.

    Args:
        wanted: English name of the language (`wanted_language`).
        language: the template's.

    >>> language_line("English", "en")
    ''
    """
    if wanted in {"", {"en": "English", "zh": "Chinese"}[language]}:
        return ""
    texts = {block.name: block.text for block in template_text.parse(prompts.read(f"parts.{language}"))}
    name, gap = (chinese_name(wanted), "") if language == "zh" else (wanted, " ")
    return f"{texts['language']}{gap}{name}{texts['language_end']}"


def _language_of(text: str) -> str:
    text = _worded(text)
    return _by_script(text) or _by_common_words(text)


def _is_worded(text: str) -> bool:
    return any(char.isalpha() for char in _worded(text))


def _worded(text: str) -> str:
    """The part of a turn that is in words: no code, paths, addresses."""
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}\n{text[-_TAIL:]}"
    return _no_words().sub(" ", text)


@cache
def _no_words() -> re.Pattern[str]:
    word = "A-Za-z0-9_"
    return re.compile(
        r"```.*?(?:```|\Z)|`[^`\n]*`|https?://[!-~]+"
        rf"|(?<![{word}.~-])[{word}.~-]*+[/\\][!-~]+"
        rf"|(?<![{word}])[A-Za-z_][{word}]*(?:[._(][{word})]+)+",
        re.DOTALL,
    )


def _by_script(text: str) -> str:
    """The language of the script that carries the lines it stands in, were there prose in Latin letters beside."""
    if text.isascii():
        return ""
    own: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    latin = 0
    for line in text.split("\n"):
        found: Counter[str] = Counter()
        for match in _runs().finditer(line):
            found[match.lastgroup or ""] += len(match[0]) if match.lastgroup in _UNSPACED else 1
        words = _words(line)
        if found:
            own.update(found)
            beside.update(dict.fromkeys(found, len(words)))
        elif _common(words):
            latin += len(words)
    if own["Japanese"] > _KANA_SHARE * own["Han"]:
        own["Japanese"] += own.pop("Han", 0)
    if not own:
        return ""
    name, letters = own.most_common(1)[0]
    if letters < _OWN_SHARE * (letters + beside[name] + latin):
        return ""
    if name == "Han":
        return "Chinese"
    return next((other for other, script, letters in _LETTERS_OF if script == name and set(letters) & set(text)), name)


def _by_common_words(text: str) -> str:
    """The language of the lines that read as prose, else that of all words together."""
    votes: Counter[str] = Counter()
    for line in text.split("\n"):
        words = _words(line)
        votes[_common(words)] += len(words)
    del votes[""]
    return votes.most_common(1)[0][0] if votes else _common(_words(text))


def _common(words: Sequence[str]) -> str:
    """The language whose common words make up the largest part of these; empty where it is too small or a tie."""
    hits = {name: sum(word in common for word in words) for name, common in _common_words().items()}
    first, second = sorted(hits.values(), reverse=True)[:2]
    if first < max(_COMMON_HITS, _COMMON_SHARE * len(words)) or first == second:
        return ""
    return max(hits, key=lambda name: hits[name])


def _words(text: str) -> list[str]:
    return [word.lower() for word in _latin_words().findall(text)]


@cache
def _common_words() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in _COMMON_WORDS.items()}


@cache
def _runs() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{name}>[{letters}]+)" for name, letters in _SCRIPTS))


@cache
def _latin_words() -> re.Pattern[str]:
    letters = "A-Za-z\u00c0-\u024f\u1e00-\u1eff"
    return re.compile(rf"[{letters}]+(?:['’][{letters}]+)*")
