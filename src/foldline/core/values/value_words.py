"""The words and signs by which a sentence tells what a value is of, and whether it holds. English and Chinese.

All but names and secrets is matched against text in lower case.
"""

import re
from functools import cache

_CJK = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"


def label_of(words: str) -> str:
    """The name of a thing in lower case, without the words that do not name it.

    >>> label_of("please set the staging port"), label_of("请把测试端口")
    ('staging port', '测试端口')
    """
    kept = []
    for found in _label_word().finditer(words):
        word = _chinese_lead().sub("", found[0]).lower().strip("'_-")
        if word and word not in _empty_words() and not any(map(str.isdigit, word)):
            kept.append(word)
    return " ".join(kept[-3:])


@cache
def clause_break() -> re.Pattern[str]:
    """Where the words before a value no longer speak of it."""
    return re.compile(r"[,;.!?)\]]+(?=\s|$)|[(\[，。；！？、]| -+ |—|\b(?:and|but|while)\b|以及|和")


@cache
def joint() -> re.Pattern[str]:
    """What joins a thing and its value, at the end of the words before the value."""
    return re.compile(
        r"(?:[:=]|\b(?:is|are|be|equals?|to|of|at)\b|是|为|改成|改为|换成|换为|设为|设成|等于|到|叫|：)[\s\"'`(“「]*"
        r"(?:(?:now|actually|exactly|about|currently|really|only)\s+)*$"
    )


@cache
def label_behind() -> re.Pattern[str]:
    """``8081 is the staging port``."""
    return re.compile(r"[\"'`)]*\s+(?:is|are)\s+(?:the|our|my|its)\s+((?:[\w-]+\s?){1,4})")


@cache
def change() -> re.Pattern[str]:
    """Words of a line that changes something said before."""
    return re.compile(
        r"\b(?:change|switch|update|bump|instead|actually|rather|make|set|now|move|raise|lower|increase|decrease|reduce"
        r"|correct(?:ion)?|replace|sorry|wait|no longer)\b|改|换|变|更正|其实|不是"
    )


@cache
def retiring() -> re.Pattern[str]:
    """What stands before a value that no longer holds."""
    return re.compile(
        r"(?:\b(?P<surely>instead of|rather than|not|no longer|isn't|old)\b|(?P<surely_zh>不是|不要|别用|不再是|而不是)"
        r"|\b(?P<maybe>from|replac(?:e|ing))\b|(?P<maybe_zh>从|把))"
        r"\s*(?:(?:the|a|an|our|old|port|version|value|number|id)\s+){0,3}[\"'`(“「]?$"
    )


@cache
def rejecting() -> re.Pattern[str]:
    """What stands after a value that is found wrong, so that another one in the message takes its place."""
    wrong = (
        r"too\s+(?:short|long|small|big|large|high|low|much|many|few|little|slow|fast|late|early|tight|strict|loose|old)"
        r"|wrong|(?:not|n't)\s+(?:enough|right|correct)|outdated|no\s+longer\s+\w+"
    )
    degree = r"(?:(?:a\s+(?:bit|little)|way|far|much|still|just|really|clearly|actually)\s+)*"
    return re.compile(
        rf"[\"'`)”」]*\s*(?:(?:is|are|was|were|seems|feels)\s+{degree}(?:{wrong})\b|(?:isn't|aren't|wasn't)\s+(?:enough|right|correct)\b"
        r"|(?:实在|有点|还是|也|有些)?(?:太[短长大小高低多少快慢晚早久贵挤紧松]|不够|不对|错了|不行|作废|过时))"
    )


@cache
def sign_of_change() -> re.Pattern[str]:
    """What stands between an old value and its new one, and nothing else: ``8080 -> 9090``."""
    return re.compile(r"[\"'`)”」]*\s*(?:->|→|=>|—>)\s*[\"'`(“「]*")


@cache
def amending() -> re.Pattern[str]:
    """What stands before a value that corrects the one just given, without naming its thing."""
    slip = r"\b(?:sorry|oops|whoops|correction|scratch that|my mistake|my bad|typo|no,? wait|wait,? no)\b[,:.!\s-]*"
    meant = r"(?:\bi\s+)?\b(?:meant|mean)\s+(?:to\s+say\s+)?(?:the\s+)?(?:[\w-]+\s+)?"
    pronoun = r"\b(?:make|change|set|switch|bump|raise|lower|turn)\s+(?:it|that|this|them)\s+(?:to\s+|be\s+|into\s+)?"
    restated = r"(?:it'?s|it\s+is|that'?s|(?:it|that)\s+should\s+be)\s+"
    slip_zh = (
        r"(?:说错了|搞错了|打错了|写错了|记错了|弄错了|口误|更正|不对)[，,：:。！\s]*(?:我?是说|我的意思是|应该?是|是)?"
    )
    change_zh = r"(?:改成|改为|换成|换为|改到|应该是|应为)"
    return re.compile(rf"(?:{slip}(?:{meant}|{restated})?|{meant}|{pronoun}|{slip_zh}|{change_zh})[\"'`(“「]*$")


@cache
def arrow() -> re.Pattern[str]:
    """What stands after a value that another one replaces."""
    return re.compile(r"[\"'`)”」]*\s*(?:[\w-]+\s+)?(?:->|→|=>|\b(?:to|with|by)\b|到|改|换|变)")


@cache
def number_noun() -> re.Pattern[str]:
    """Things whose value is a number, however small."""
    return re.compile(
        r"\b(?:port|pin|code|limit|timeout|size|count|max|maximum|min|minimum|threshold|retries|retry|version|python"
        r"|node|level|room|gate|seat|floor|age|budget|price|score|rate|width|height|depth|length|weight|number|id|page|batch"
        r"|seed|epochs?|workers?|threads?|replicas?|quantity|amount|total|temperature)\b"
        r"|端口|上限|下限|大小|数量|次数|长度|宽度|高度|版本|编号|房间|年龄|预算|价格|温度"
    )


@cache
def elliptic() -> re.Pattern[str]:
    """A number (``#``) whose unit a neighbour gives: ``at most 5 s, the station gives up after 8``."""
    return re.compile(r"\b(?:after|every|within|than|(?:at )?(?:most|least)|up to) #(?:$|[.,;!?)](?:\s|$)|\s$)")


@cache
def numbering() -> re.Pattern[str]:
    """Things that are only counted off: their number is a place, not a value."""
    return re.compile(
        r"\b(?:lines?|steps?|items?|points?|options?|headings?|phases?|tasks?|tests?|comments?|sections?)$"
    )


_MONTHS = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?"
)


_LOWER_MONTHS = (
    "january|february|april|june|july|august|september|october|november|december|jan|feb|apr|aug|sept?|oct|nov"
)


@cache
def month() -> re.Pattern[str]:
    """The name of a month right before or after a number."""
    return re.compile(
        rf"(?P<before>\b(?:{_MONTHS}|{_LOWER_MONTHS})\.? $)|^(?: of)? (?P<after>{_MONTHS}|{_LOWER_MONTHS}|march|may)\b"
    )


@cache
def named() -> re.Pattern[str]:
    """A thing that has a name, and the name: in quotes, or a word that looks like one."""
    nouns = (
        "code ?name|user ?name|host ?name|host|branch|bucket|region|database|db|table|schema|tenant|project|cluster"
        "|namespace|environment|tag|account|folder|repo(?:sitory)?|domain|model|service|queue|topic|channel|currency"
        "|locale|time ?zone|name|package|image|endpoint|prefix|suffix|theme"
    )
    letters = (
        "region|zone|cluster|tenant|bucket|environment|namespace|warehouse|gate|room|slot|lane|plan|option|variant"
    )
    chinese = "名字|名称|代号|用户名|分支|数据库|项目|域名|型号|编号|账号|仓库|环境"
    return re.compile(
        rf"\b(?i:{nouns})(?: name)?\s*(?i:should be|must be|will be|is called|is named|is|=|:|to|called|named)\s+"
        r"(?:[\"'`“](?P<quoted>[^\"'`“”\n]{1,60})[\"'`”]|(?P<bare>[A-Za-z][\w./:-]*\w))"
        rf"|\b(?:{letters})\s+(?P<letter>[B-HJ-Z]|A(?=\s*(?:$|[,.;!?)])))(?![\w'’-])"
        rf"|(?:{chinese})名?(?:是|为|叫|：|:)\s*[“\"「『]?(?P<chinese>[^\s，。；、！？,.;“”\"「」『』]{{1,30}})"
    )


ENUMERATION_LEADS = (
    *("one of", "either", "value", "option", "choices", "allowed", "state", "level", "mode", "status", "must be"),
    "choose",
)
"""A line without any of these and without a bar enumerates nothing."""


@cache
def enumeration() -> re.Pattern[str]:
    """Several words that are the only ones allowed: divided by bars, or named as a choice and listed."""
    member = r"[\"'`]?[\w.+/-]{1,30}[\"'`]?"
    between = r"(?:\s*,\s*(?:or |and )?|\s+or\s+|\s+and\s+)"
    choice = r"(?i:one of|either|must be|choose (?:from|between))"
    thing = r"(?i:values?|options?|choices|allowed|states?|levels?|modes?|statuses)(?: (?:are|is|of)\b|(?=\s*[:(\[]))"
    return re.compile(
        rf"(?P<pipes>(?<![|\w.+-])[\w.+-]+(?:\s?\|\s?[\w.+-]+){{2,}})"
        rf"|\b(?:{choice}|{thing})\s*[:(\[]?\s*(?P<list>{member}(?:{between}{member}){{2,20}})"
    )


@cache
def pasted() -> re.Pattern[str]:
    """Lines nobody typed: logs, traces, prompts, diffs, tables, JSON."""
    return re.compile(
        r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|at [\w.$<>]+ ?\(|File \"|\{\"|\[\{|[$>➜|]\s?"
        r"|\+{3} |-{3} |@@ |\d+\s{2,}\S|[+-]\s?\d+\s|npm |\w+@[\w.-]+[:~]|\w*Error: "
        r"|['\"]?(?:~?/|[A-Z]:\\)[^\s/\\]*[/\\])"
    )


def is_secret(word: str, label: str) -> bool:
    """True for what must never be carried on: keys, tokens, passwords, links that hold a password.

    >>> is_secret("sk-proj-abc123", ""), is_secret("hunter22", "db password"), is_secret("8080", "port")
    (True, True, False)
    """
    return bool(_secret_label().search(label) or _secret().match(word))


@cache
def _secret() -> re.Pattern[str]:
    return re.compile(
        r"(?:sk|pk|rk)[-_][\w-]{6}|gh[pousr]_|github_pat_|xox[abeprs]-|AKIA[A-Z0-9]{8}|ASIA[A-Z0-9]{8}|AIza|eyJ[\w-]{8}"
        r"|glpat-|hf_\w{8}|npm_\w{8}|[A-Za-z0-9+.-]+://[^/\s:@]*:[^/\s@]+@"
    )


@cache
def _secret_label() -> re.Pattern[str]:
    return re.compile(
        r"passw|passphrase|secret|api.?key|private.?key|credential|bearer|authorization"
        r"|(?:^|access|auth|api|refresh)[ _.-]?token$|密码|密钥|口令",
        re.IGNORECASE,
    )


@cache
def _label_word() -> re.Pattern[str]:
    return re.compile(rf"[A-Za-z][A-Za-z0-9_'-]*|[{_CJK}]+")


@cache
def _chinese_lead() -> re.Pattern[str]:
    return re.compile(
        r"^(?:请|把|将|现在|那么?|就|使用|用(?![户途量法例时])|我的|我们的|它的|的|更正|纠正|注意|记住|新的?|其实)+"
        r"|(?:现在|目前|已经?|应该?|其实|最新|最后)+$"
    )


@cache
def _empty_words() -> frozenset[str]:
    return frozenset({
        "a", "an", "the", "this", "that", "these", "those", "it", "its", "it's", "is", "are", "was", "were",
        "be", "been", "being", "to", "of", "for", "at", "on", "in", "into", "with", "from", "by", "as", "and",
        "or", "but", "not", "no", "so", "if", "then", "than", "i", "you", "we", "they", "he", "she", "my",
        "your", "our", "their", "me", "us", "use", "used", "using", "set", "make", "made", "put", "keep", "let",
        "let's", "please", "change", "changed", "switch", "update", "updated", "bump", "go", "give", "add",
        "now", "actually", "instead", "rather", "again", "also", "just", "only", "still", "should", "must",
        "will", "would", "can", "could", "may", "might", "has", "have", "had", "do", "does", "did", "need",
        "needs", "want", "wants", "like", "ok", "okay", "yes", "hey", "hi", "new", "old", "about", "around",
        "over", "under", "up", "down", "exactly", "approximately", "roughly", "least", "most", "every", "each",
        "all", "any", "some", "there", "here", "when", "where", "which", "who", "what", "how", "run", "start",
        "called", "named", "after", "before", "within", "per", "until", "since", "one", "either", "more", "less",
        "max", "value", "number", "raise", "lower", "increase", "decrease", "reduce", "replace", "move", "correct",
        "correction", "sorry", "oops", "wait", "meant", "mean", "fyi", "btw", "note", "reminder", "remember",
        "currently", "current", "latest", "final", "real", "actual", "right", "wrong", "turns", "out",
        "became", "becomes", "important",
    })  # fmt: skip
