"""What kind of exact value a word is, if it is one. Looks at one word at a time, never at a whole output."""

import re
from functools import cache

IDENTIFYING = frozenset({"url", "email", "uuid", "hash", "code", "version", "address", "port", "colour", "variable"})
"""Kinds that are exact by their shape alone, whoever wrote them."""

MANY_DIGITS = 4
LONG_CODE = 5
"""A word of capitals and digits this long is a code; shorter ones are rather names (``H1``, ``T5``)."""

_COMMON_WORDS = frozenset({
    "utf-8", "utf-16", "utf-32", "sha-1", "sha-256", "sha-512", "md5", "sha1", "sha256", "sha512", "base64",
    "base32", "iso-8859-1", "es2015", "es2020", "es2022", "x86_64", "amd64", "arm64", "int8", "int16", "int32",
    "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "win32", "win64", "http2", "http3",
    "oauth2", "ipv4", "ipv6", "gpt-4", "gpt-3", "utf8", "utf16", "latin1", "k8s", "i18n", "l10n", "a11y", "mp3",
    "mp4", "h264", "h265", "web3", "s3", "ec2", "e2e", "p2p", "b2b",
})  # fmt: skip
_CODE_SUFFIXES = (
    "py|pyi|js|jsx|ts|tsx|mjs|cjs|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|md|txt|json|jsonl|yaml|yml|toml|html|css"
    "|scss|vue|svelte|sh|sql|xml|csv|lock|log|ini|cfg|ipynb|lua|dart|scala|ex|exs|png|jpg|jpeg|gif|svg|pdf|zip|gz"
)


def kind_of(word: str) -> str:
    """The kind of value a word is: one of `IDENTIFYING`, ``date``, ``time``, ``money``, ``number``, or empty.

    >>> [kind_of(word) for word in ("#b5bd68", "v1.2.3", "ORD-2291-XK", "8080", "main.py:12", "hello")]
    ['colour', 'version', 'code', 'number', '', '']
    """
    if "://" in word:
        return "url" if _url().fullmatch(word) else ""
    if word.lower() in _COMMON_WORDS:
        return ""
    found = _shapes().fullmatch(word)
    kind = found.lastgroup if found else None
    if kind is None:
        return "code" if _is_code(word) else ""
    if kind in {"place", "ordinal"}:
        return ""
    return kind


def unit_after(text: str, at: int) -> str:
    """The unit that follows a number which ends at ``at``, with the blank before it; empty when there is none.

    >>> unit_after("wait 30 seconds", 7)
    ' seconds'
    """
    found = _unit().match(text, at)
    return found[0] if found else ""


def has_unit(word: str) -> bool:
    """True for a number written together with its unit.

    >>> has_unit("30ms"), has_unit("70%"), has_unit("30")
    (True, True, False)
    """
    found = _number_start().match(word)
    return bool(found and found.end() < len(word) and _unit().fullmatch(word, found.end()))


def _is_code(word: str) -> bool:
    """A made-up name with digits: an order number, a booking, an account, a tag of a build."""
    if not _code().fullmatch(word) or re.fullmatch(r"\d+-[a-z]+", word):
        return False
    digits = sum(map(str.isdigit, word))
    upper = any(map(str.isupper, word))
    separated = "-" in word or "_" in word
    if word.startswith("#") or digits >= MANY_DIGITS or (upper and len(word) >= LONG_CODE):
        return True
    return separated and (upper or digits > 1 or _region().match(word) is not None)


@cache
def _shapes() -> re.Pattern[str]:
    number = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
    return re.compile(
        rf"""(?x)
        (?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{{2,}})
        | (?P<uuid>[0-9a-fA-F]{{8}}(?:-[0-9a-fA-F]{{4}}){{3}}-[0-9a-fA-F]{{12}})
        | (?P<place>.*\.(?:{_CODE_SUFFIXES})(?:[:(\#]L?\d.*)?)
        | (?P<address>\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?:[:/]\d{{1,5}})?
            | (?:localhost|[A-Za-z][\w-]*(?:\.[\w-]+)*\.[a-z]{{2,}}):\d{{2,5}})
        | (?P<port>:\d{{2,5}} | \d{{4,5}}:\d{{2,5}})
        | (?P<colour>\#(?:[0-9a-fA-F]{{8}}|[0-9a-fA-F]{{6}}|(?=\d?[a-fA-F])[0-9a-fA-F]{{3}}))
        | (?P<date>\d{{4}}-\d\d-\d\d(?:T\d\d:\d\d.*)? | \d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}})
        | (?P<time>\d{{1,2}}:\d\d(?::\d\d)?(?:[ap]m)? | \d{{1,2}}[ap]m)
        | (?P<version>v\d+(?:\.\d+)* | v?\d+\.\d+\.\d+(?:[-+.]?[A-Za-z][\w.+-]*)?
            | (?:@?[\w./-]+)@[\^~]?v?\d+(?:\.\d+)*[\w.+-]* | [\^~]\d+(?:\.\d+)+)
        | (?P<money>[$€£¥₹]\d[\d,.]*[kKmMbB]?)
        | (?P<code>(?:[0-9A-Fa-f]{{2}}:){{5}}[0-9A-Fa-f]{{2}} | (?=(?:-?\d){{6,}}$)\d+(?:-\d+)+)
        | (?P<hash>(?:sha256:)?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{{7,64}})
        | (?P<ordinal>\d+(?:st|nd|rd|th|x|d|D)|\d{{1,2}}[.)])
        | (?P<number>(?:[<>≤≥~]=?)?[-+]?(?:{number})(?:%|°[CF]?)?)
        """
    )


@cache
def _url() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s<>\"'`]{3,}")


@cache
def _code() -> re.Pattern[str]:
    return re.compile(r"#?(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*|#\d{2,}")


@cache
def _region() -> re.Pattern[str]:
    """Lower-case names that end in a number, of three parts or more: ``eu-west-1``."""
    return re.compile(r"^[a-z]+(?:-[a-z]+)+-\d+[a-z]?$")


@cache
def _number_start() -> re.Pattern[str]:
    return re.compile(r"[-+]?\d[\d,.]*")


@cache
def _unit() -> re.Pattern[str]:
    after_blank = (
        "ms|sec(?:ond)?s?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|px|pixels?|bytes?|[kKMGT]i?B|tokens?"
        "|lines?|spaces?|rows?|columns?|characters?|chars?|words?|pages?|items?|users?|retries|attempts?|times|requests?|workers?"
        "|threads?|connections?|people|persons?|guests?|percent|dollars?|euros?|USD|EUR|GBP|CNY|km|cm|mm|kg|mg|miles?"
        "|feet|inches|degrees|fps|[kMG]?Hz|dpi|am|pm|s|h|m|kWh?|m[VA]"
    )
    no_noun = (
        "an?|and|or|but|in|on|of|for|to|is|are|was|were|with|by|at|from|as|so|that|than|more|less|each|per|now|if|i|we"
    )
    magnitude = rf"(?:hundred|thousand|million|billion|trillion|dozen)(?: (?!(?:{no_noun})\b)[a-z]+)?"
    rate = (
        r"(?:(?: ?/ ?| per | an? )(?:s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?|user|request)\b)?"
    )
    chinese = (
        "毫秒|秒|分钟|小时|时辰|天|周|个月|月|年|日|元|块|美元|次|个|人|岁|米|厘米|公里|公斤|行|字|页|点|号|度|两|文|斤|里|尺"
        "|丈|层|楼|室|条|倍|折"
    )
    return re.compile(
        rf"(?: ?(?:{magnitude}|{after_blank})|(?:s|m|h|d|k|K|M|G|g|V|W|A|em|rem|pt|vh|vw)|%|°[CF]?"
        rf"|\s?(?:[百千万亿]+(?:{chinese})?|{chinese}))(?![A-Za-z0-9_]){rate}"
    )


def shape_of(text: str, kind: str) -> str:
    """What a value has in common with one that could stand in its place: its kind, its unit, how it is built.

    >>> shape_of("35 min", "number") == shape_of("20 minutes", "number"), shape_of("eu-west-1", "code")
    (True, 'code a-a-0')
    """
    if kind == "number":
        unit = re.sub(r"[^A-Za-z%°\u3400-\u9fff]|[零一二三四五六七八九十百千万亿半]|两(?=.)", "", text).lower()
        return f"number {_SAME_UNITS.get(unit, unit.removesuffix('s'))}"
    if kind == "code":
        return f"code {re.sub(r'[0-9]+', '0', re.sub(r'[A-Za-z]+', 'a', text))}"
    return kind


_SAME_UNITS = {
    "s": "second", "sec": "second", "secs": "second", "seconds": "second", "min": "minute", "mins": "minute",
    "h": "hour", "hr": "hour", "hrs": "hour", "秒": "second", "分钟": "minute", "小时": "hour", "d": "day", "天": "day",
}  # fmt: skip
