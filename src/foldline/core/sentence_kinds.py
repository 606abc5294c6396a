"""What a sentence of a report is: empty talk, a change that was made, a finding, an offer, what is left to do.

Judged by the sentence's own words, English and Chinese. The cues are data; each is one linear expression.
"""

import re
from functools import cache

from foldline.core.prose import is_cjk

SHORT = 60
"""Characters below which a sentence that begins politely says nothing else."""
SHORT_CJK = 12
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
        r"(?:do you )?want me\b|want to (?:test|try|continue)|would you (?:like|prefer)|should (?:i|we)\b|shall i|"
        r"let me know|ready (?:to|for)\b|if you(?:'d| would)? (?:like|want|need)|feel free|is there anything|"
        r"what(?:'s| is) your take|how does that|anything else|please (?:confirm|let me|provide|tell)|"
        r"could you (?:please )?(?:confirm|provide|tell)|"
        r"(?:需要|要不要|要)我.{0,30}[吗？?]|是否需要我|请告诉我|请问|[你您]希望|还有什么需要"
    ),
    "telling": (
        r"`[^`]+`|\d|\b(?:because|since|instead|cause|bug|problem|issue|need|must|only|never|cannot|can't|found|means|"
        r"recommend|risk|not)\b|因为|原因|问题|必须|不能|发现|建议"
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
    "left": (
        r"remaining|next step|next up|what's next|todo|to do|still (?:open|to)|left to|not (?:yet )?done|pending|"
        r"future|outstanding|follow-?ups?\b|下一步|接下来|剩余|待办|未完成|后续"
    ),
    "over": r"\b(?:made|completed|finished|resolved|fixed)\b|(?<!not )(?<!yet )\bdone\b|已完成",
    "vague": (
        r"(?:summary|changes?|overview|result|final|what (?:was|i)|here|the |this |architecture|deep |files?|benefits|"
        r"risks|options?|pros|cons|key |code flow|before|after|总结|概述|说明|结果)[\w\s:'’-]*"
    ),
    "dangling": r"(?:\s+(?:so|that|with|now|into|to|and|the|by|as|via|of|in|for|these|like|which))+\Z",
}
"""The cues as expressions for text in lower case, compiled on first use."""


def is_empty_talk(text: str) -> bool:
    """True for what says nothing once its moment has passed: "Done.", "Let me look", an announced list, a question.

    >>> is_empty_talk("Perfect!"), is_empty_talk("Perfect! The parser reads CRLF now.")
    (True, False)
    """
    low = text.lower()
    if low.endswith((":", "：", "?", "？")):
        return True
    return _is_filler(low) or bool(_cue("process").match(low) or _cue("offer").search(low))


def _is_filler(low: str) -> bool:
    limit = SHORT_CJK if is_cjk(low) else SHORT
    return len(low) < limit and bool(_cue("filler").fullmatch(low.rstrip(".!。！ ")))


def is_offer(text: str) -> bool:
    """True where an agent offers to go on or asks what to do."""
    return bool(_cue("offer").search(text.lower()))


def is_telling(text: str) -> bool:
    """True where a sentence names something exact or gives a reason."""
    return bool(_cue("telling").search(text.lower()))


def is_made(text: str) -> bool:
    """True where a text says that a change has been made, not that one could be.

    >>> is_made("Added a retry"), is_made("Add a retry")
    (True, False)
    """
    return bool(_cue("made").match(text.lower()) or _cue("holds_now").search(text.lower()))


def is_change(text: str) -> bool:
    """True where a text speaks of a change, made or to be made."""
    return bool(_cue("change").search(text.lower()))


def is_finding(text: str) -> bool:
    """True where a text tells a cause, a limit or a warning."""
    return bool(_cue("finding").search(text.lower()))


def is_check_verdict(text: str) -> bool:
    """True for "All tests pass." and its kin."""
    return bool(_cue("checks_pass").fullmatch(text.lower().rstrip(".!。 ")))


def is_label(text: str) -> bool:
    """True for a field of a record, "Location: src", or an option that is only put forward."""
    return bool(_cue("label").match(text.lower()))


def names_what_is_left(heading: str) -> bool:
    """True for a heading or an announcing line under which stands what remains to be done.

    >>> names_what_is_left("Next steps:"), names_what_is_left("Follow-ups completed")
    (True, False)
    """
    if not heading or len(heading) > LONGEST_HEADING:
        return False
    low = heading.lower()
    return bool(_cue("left").search(low)) and not _cue("over").search(low)


def is_vague_heading(heading: str) -> bool:
    """True for a heading that says only that something follows."""
    return bool(_cue("vague").fullmatch(heading.lower()))


def as_statement(text: str) -> str:
    """A line that announces a list of what was done, without its colon and the words that hang before it.

    >>> as_statement("Created `docs/plan.md` with:")
    'Created `docs/plan.md`'
    """
    bare = text.rstrip(":：")
    if bare == text or "`" not in bare or not _cue("made").match(bare.lower()):
        return text
    hanging = _cue("dangling").search(bare.lower())
    return bare[: hanging.start()] if hanging else bare


@cache
def _cue(name: str) -> re.Pattern[str]:
    return re.compile(_EXPRESSIONS[name])
