"""What a sentence of a report is: empty talk, a change that was made, a finding, an offer, what is left to do.

Judged by the sentence's own words, English and Chinese. The cues are data; each is one linear expression.
"""

import re
from functools import cache

from foldline.core.note.prose import is_cjk

SHORT = 60
"""Characters below which a sentence that begins politely says nothing else."""
SHORT_CJK = 12
LEAST_TITLE = 4
"""Words below which a point is a title."""
LEAST_STATEMENT = 6
"""Words before a colon that make a sentence of their own."""
LEAST_STATEMENT_CJK = 12
"""Characters, where they are Chinese, Japanese or Korean."""
LONGEST_HEADING = 80
"""Characters of a line that can still announce what follows."""

_DONE = (
    "added|fixed|removed|updated|created|moved|refactored|replaced|renamed|implemented|made|changed|extracted|deleted|"
    "cleaned|wrote|rewrote|converted|switched|introduced|merged|reverted|copied|installed|configured|committed|pushed"
)
_STEMS = (
    "add|fix|remov|updat|creat|mov|refactor|replac|renam|implement|mad|chang|extract|split|delet|clean|wrote|rewr|"
    "convert|switch|introduc|support|merg|revert|bump|wir|load|return|allow|prevent|cach|consolidat|complet|sav|reduc|"
    "commit"
)
_EXPRESSIONS = {
    "filler": (
        r"(?:done|perfect|great|good|excellent|fixed|ok(?:ay)?|sure|yes|right|exactly|got it|found it|all set|thanks|"
        r"understood|you're (?:absolutely )?(?:right|welcome)|no (?:problem|worries)|of course|wonderful|awesome|nice|"
        r"yo|stopped|here(?:'s| is| are)|i can (?:help|assist|do)|good (?:idea|question|call|point|catch)|"
        rf"makes sense)\b[^`/\d.!?]*|(?:{_DONE})|(?:好的?|完成|搞定|没问题|当然|明白|收到|是的)[^`/\d。！？]*"
    ),
    "process": (
        r"(?:(?:ok(?:ay)?|great|good|perfect|excellent),? )?(?:now )?(?:let me\b|i'll\b|i will\b|let's\b|i need to\b|"
        r"i'm going to\b|i(?: now)? have (?:a|the|all|enough)\b|i(?: can)? (?:now )?(?:see|understand)\b|"
        r"first,? (?:let|i)\b|looking at\b|time to\b|next(?:,| is| up)|no response requested|please hold|"
        r"让我|我来|我先|接下来)"
    ),
    "offer": (
        r"\b(?:want me\b|want to (?:test|try|continue)|would you (?:like|prefer)|should (?:i|we)\b|shall i|"
        r"let me know|ready (?:to|for)\b|if you(?:'d| would)? (?:like|want|need)|feel free|is there anything|"
        r"what(?:'s| is) your take|how does that|anything else|please (?:confirm|let me|provide|tell)|"
        r"could you (?:please )?(?:confirm|provide|tell))"
    ),
    "offer_zh": (r"(?:需要|要不要|要)我.{0,30}[吗？?]|是否需要我|请告诉我|请问|[你您]希望|还有什么需要"),
    "telling": (
        r"`[^`]+`|\d|\b(?:because|since|instead|cause|bug|problem|issue|need|must|only|never|cannot|can't|found|means|"
        r"recommend|suggest|i would|i'd|risk|not)\b|因为|原因|问题|必须|不能|发现|建议"
    ),
    "made": (
        r"(?:(?:done|fixed|also|and|both)[.,!:]? )?(?:i(?:'ve| have)? |we(?:'ve| have)? )?(?:(?:just|also) )?"
        rf"(?:{_DONE})\b|已|新增了|修复了|删除了|改成了"
    ),
    "holds_now": (
        r"\b(?:now|no longer|has been|have been|"
        r"(?:is|are|was|were) (?:added|fixed|removed|moved|updated|replaced|renamed))\b|现在|已经|不再"
    ),
    "change": rf"\b(?:{_STEMS})\w*|增加|添加|修复|删除|更新|创建|移动|重构|替换|重命名|实现|改|支持|完成",
    "finding": (
        r"\b(?:root cause|because|turns out|the (?:problem|issue|bug|reason|cause)|note that|important|caveat|"
        r"limitation|must|cannot|can'?t|risk|however|careful|workaround)\b|原因|问题|注意|必须|不能|限制|但是"
    ),
    "checks_pass": (
        r"\W*(?:(?:perfect|great|good|excellent|done)[!.,]? )?(?:all |the )?(?:\w+ )?(?:tests?|checks?|lint|build)\b"
        r"[\w ,]{0,30}(?:pass(?:es|ed|ing)?|green|clean|succe\w+)(?: and [\w ]{0,30})?"
    ),
    "label": r"\w[\w /-]{0,24}[:：] \S+(?: \S+){0,2}\Z|(?:option|approach|方案|选项)\s*(?:\d|[a-d]\b)",
    "field": r"\w[\w /-]{2,24}[:：] ",
    "left": (
        r"remaining|next step|next up|what's next|todo|to do|still (?:open|to)|left to|not (?:yet )?done|pending|"
        r"future|outstanding|follow-?ups?\b|下一步|接下来|剩余|待办|未完成|后续"
    ),
    "over": r"\b(?:made|completed|finished|resolved|fixed)\b|(?<!not )(?<!yet )\bdone\b|已完成",
    "vague": (
        r"(?:summary|changes?|overview|result|final|what (?:was|i)|here|the |this |architecture|deep |files?|benefits|"
        r"risks|options?|pros|cons|key |code flow|before|after|总结|概述|说明|结果)[\w\s:'’-]*"
    ),
    "announcing": (
        r"(?:here|below|what|how|the following|these|this|those|summary|changes?|steps?|result|output|note|let me|"
        r"i'll|i will|now|next|then|first|two|three|four|\d+|you can|to \w+|in short|in summary|for example|e\.g|"
        r"usage|options?|example|具体|以下|如下|下面|这是|主要|其中|例如|总结)\b|"
        r".*\b(?:these|following|below)\b|.*(?:\b(?:as follows|the following|"
        r"these|like this|this way|like so|for instance|ways|is|are|was|were|be|includes?)|如下|以下)\W*\Z"
    ),
    "failing": (
        r"\b(?:i|we) (?:still )?(?:could(?:n't| not)|can(?:'t|not| not)|was(?:n't| not) able|were(?:n't| not) able|"
        r"am (?:unable|not able)|did not manage|failed to|have not been able)\b|\bunable to\b|"
        r"\bcould(?:n't| not) be \w+|\bdoes(?:n't| not) (?:resolve|work|run) (?:from|on|in) here\b|"
        r"无法|没能|未能|做不到|不能访问"
    ),
    "alternative": (
        r"(?:the usual|the other (?:way|option)|another (?:way|option|approach)|alternatively|one option|"
        r"(?:option|approach|variant) (?:\d|[a-d]\b)|i(?:'d| would)\b|we (?:could|might)\b|(?:you|it|this|that) "
        r"(?:could|would|might)\b|otherwise|instead, we|"
        r"通常|也可以|另一种|或者|方案)|.*\b(?:ruled out|would (?:be|have|need|take|catch)|could (?:be|also))\b"
    ),
    "closer": (
        r"(?:nothing (?:is|was|else|has)|no (?:data|change|harm|worries|action)|that(?:'s| is) (?:it|all|why|the \w+)|"
        r"everything (?:is|else)|all (?:is )?(?:good|set|done|clean|committed)|as (?:expected|you)|in other words|"
        r"一切正常|就这样|没有问题)\b[^`/\d]{0,40}"
    ),
    "state": (
        r"\b(?:is|are) (?:\w+ )?(?:\w+ed|gone|kept|left out|shown|sent|written|read|named|taken|called)\b|"
        r"\binstead of\b|\A`[^`]+` (?:\w+s|can|has|is)\b"
    ),
    "stage": r"(?:（[^（）]*）|\([^()]*\)|\*[^*]+\*|【[^【】]*】)[\s。.…]*",
    "still_to_do": (r"\bstill (?:has|have|needs?|must|to be)\b|\b(?:has|have) yet to\b|\bremains? to be\b|仍需|尚未"),
    "dangling": r"(?:\s+(?:so|that|with|now|into|to|and|the|by|as|via|of|in|for|these|like|which))+\Z",
}
"""The cues as expressions for text in lower case, compiled on first use."""


def is_empty_talk(text: str) -> bool:
    """True for what says nothing once its moment has passed: "Done.", "Let me look", an announced list, a question.

    >>> is_empty_talk("Perfect!"), is_empty_talk("Perfect! The parser reads CRLF now.")
    (True, False)
    """
    low = _low(text)
    if low.endswith((":", "：", "?", "？")):
        return True
    return _is_filler(low) or bool(_cue("process").match(low)) or is_offer(low)


def _is_filler(low: str) -> bool:
    limit = SHORT_CJK if is_cjk(low) else SHORT
    return len(low) < limit and bool(_cue("filler").fullmatch(low.rstrip(".!。！ ")))


def is_offer(text: str) -> bool:
    """True where an agent offers to go on or asks what to do."""
    low = _low(text)
    return bool(_cue("offer").search(low)) or (not low.isascii() and bool(_cue("offer_zh").search(low)))


def is_telling(text: str) -> bool:
    """True where a sentence names something exact or gives a reason."""
    return bool(_cue("telling").search(_low(text)))


def is_made(text: str) -> bool:
    """True where a text says that a change has been made, not that one could be.

    >>> is_made("Added a retry"), is_made("Add a retry")
    (True, False)
    """
    return bool(_cue("made").match(_low(text)) or _cue("holds_now").search(_low(text)))


def is_change(text: str) -> bool:
    """True where a text speaks of a change, made or to be made."""
    return bool(_cue("change").search(_low(text)))


def is_finding(text: str) -> bool:
    """True where a text tells a cause, a limit or a warning."""
    return bool(_cue("finding").search(_low(text)))


def is_check_verdict(text: str) -> bool:
    """True for "All tests pass." and its kin."""
    return bool(_cue("checks_pass").fullmatch(_low(text).rstrip(".!。 ")))


def is_label(text: str) -> bool:
    """True for a field of a record, "Location: src", or an option that is only put forward."""
    return bool(_cue("label").match(_low(text)))


def is_field(text: str) -> bool:
    """True for a field of a record and for a bare title, which say nothing by themselves.

    >>> is_field("Departure: 04:00 AM from DEN"), is_field("Manual-commit strategy"), is_field("Removed a row")
    (True, True, False)
    """
    low = _low(text)
    if _cue("field").match(low):
        return True
    is_short = not is_cjk(low) and len(low.split()) < LEAST_TITLE
    return is_short and "`" not in low and not _cue("made").match(low) and not any(map(str.isdigit, low))


def names_what_is_left(heading: str) -> bool:
    """True for a heading or an announcing line under which stands what remains to be done.

    >>> names_what_is_left("Next steps:"), names_what_is_left("Follow-ups completed")
    (True, False)
    """
    if not heading or len(heading) > LONGEST_HEADING:
        return False
    low = _low(heading)
    return bool(_cue("left").search(low)) and not _cue("over").search(low)


def says_what_is_left(text: str) -> bool:
    """True for a sentence that itself says that something is still to be done.

    >>> says_what_is_left("`rehour` still has to be run on the box.")
    True
    """
    return bool(_cue("still_to_do").search(_low(text)))


def is_vague_heading(heading: str) -> bool:
    """True for a heading that says only that something follows."""
    return bool(_cue("vague").fullmatch(_low(heading)))


def as_statement(text: str) -> str:
    """A line that announces a list and says something itself, without its colon and the words that hang before it.

    >>> as_statement("Created `docs/plan.md` with:"), as_statement("Changes:")
    ('Created `docs/plan.md`', 'Changes:')
    >>> as_statement("A gauge that is silent is reported now, at most once an hour:")
    'A gauge that is silent is reported now, at most once an hour'
    """
    bare = text.rstrip(":：")
    if bare == text or not _is_statement(bare):
        return text
    hanging = _cue("dangling").search(_low(bare))
    return bare[: hanging.start()] if hanging else bare


def _is_statement(bare: str) -> bool:
    """True where what stands before a colon is a whole sentence on what came out, and not only a title."""
    low = _low(bare)
    if "`" in bare and _cue("made").match(low):
        return True
    if _is_filler(low) or _cue("process").match(low) or _cue("announcing").match(low):
        return False
    return len(low) >= LEAST_STATEMENT_CJK if is_cjk(low) else len(low.split()) >= LEAST_STATEMENT


def is_failing(text: str) -> bool:
    """True where an agent says what it could not do.

    >>> is_failing("I could not try the webhook."), is_failing("The parser could not read CRLF; now it does.")
    (True, False)
    """
    return bool(_cue("failing").search(_low(text)))


def is_state(text: str) -> bool:
    """True where a sentence says how a thing is now: "A gauge is reported after 35 minutes instead of 20".

    >>> is_state("The module is called watchdog."), is_state("You could add a cache.")
    (True, False)
    """
    return bool(_cue("state").search(_low(text)))


def is_stage_direction(text: str) -> bool:
    """True for what a player does beside what they say, set in brackets or asterisks.

    >>> is_stage_direction("（她拆信，看了很久。）"), is_stage_direction("（抬头）这么晚了。")
    (True, False)
    """
    return text[:1] in "（(*【" and bool(_cue("stage").fullmatch(text))


def is_outcome(text: str) -> bool:
    """False for what came out of nothing: a failure, a way not taken, a word that only rounds off.

    >>> is_outcome("The usual cure is an index, but that is a migration."), is_outcome("Nothing is lost.")
    (False, False)
    """
    low = _low(text)
    if is_failing(text) or says_what_is_left(text) or _cue("alternative").match(low):
        return False
    return not _cue("closer").fullmatch(low.rstrip(".!。！ "))


def _low(text: str) -> str:
    """In lower case, with the plain apostrophe that the cues are written with."""
    return text.lower().replace("’", "'")


@cache
def _cue(name: str) -> re.Pattern[str]:
    return re.compile(_EXPRESSIONS[name])
