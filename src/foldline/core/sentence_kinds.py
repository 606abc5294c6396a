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

_DONE_VERBS = (
    "added fixed removed updated created moved refactored replaced renamed implemented made changed extracted deleted "
    "cleaned wrote rewrote converted switched introduced merged reverted copied installed configured committed pushed"
)
_CHANGE_STEMS = (
    "add fix remov updat creat mov refactor replac renam implement mad chang extract split delet clean wrote rewr "
    "convert switch introduc support merg revert bump wir load return allow prevent cach consolidat complet sav reduc "
    "commit"
)


def is_empty_talk(text: str) -> bool:
    """True for what says nothing once its moment has passed: "Done.", "Let me look", an announced list, a question.

    >>> is_empty_talk("Perfect!"), is_empty_talk("Perfect! The parser reads CRLF now.")
    (True, False)
    """
    cues, low = _cues(), text.lower()
    if low.endswith((":", "：", "?", "？")):
        return True
    if len(low) < SHORT and cues.filler.fullmatch(low.rstrip(".!。！ ")) and (len(low) < SHORT_CJK or not is_cjk(low)):
        return True
    return bool(cues.process.match(low) or cues.offer.search(low))


def is_offer(text: str) -> bool:
    """True where an agent offers to go on or asks what to do."""
    return bool(_cues().offer.search(text.lower()))


def is_telling(text: str) -> bool:
    """True where a sentence names something exact or gives a reason."""
    return bool(_cues().telling.search(text.lower()))


def is_made(text: str) -> bool:
    """True where a text says that a change has been made, not that one could be.

    >>> is_made("Added a retry"), is_made("Add a retry")
    (True, False)
    """
    return bool(_cues().made.match(text.lower()) or _cues().holds_now.search(text.lower()))


def is_change(text: str) -> bool:
    """True where a text speaks of a change, made or to be made."""
    return bool(_cues().change.search(text.lower()))


def is_finding(text: str) -> bool:
    """True where a text tells a cause, a limit or a warning."""
    return bool(_cues().finding.search(text.lower()))


def is_check_verdict(text: str) -> bool:
    """True for "All tests pass." and its kin."""
    return bool(_cues().checks_pass.fullmatch(text.lower().rstrip(".!。 ")))


def is_label(text: str) -> bool:
    """True for a field of a record, "Location: src", or an option that is only put forward."""
    return bool(_cues().label.match(text.lower()))


def names_what_is_left(heading: str) -> bool:
    """True for a heading or an announcing line under which stands what remains to be done.

    >>> names_what_is_left("Next steps:"), names_what_is_left("Follow-ups completed")
    (True, False)
    """
    if not heading or len(heading) > LONGEST_HEADING:
        return False
    low = heading.lower()
    return bool(_cues().left.search(low)) and not _cues().over.search(low)


def is_vague_heading(heading: str) -> bool:
    """True for a heading that says only that something follows."""
    return bool(_cues().vague.fullmatch(heading.lower()))


def as_statement(text: str) -> str:
    """A line that announces a list of what was done, without its colon and the words that hang before it.

    >>> as_statement("Created `docs/plan.md` with:")
    'Created `docs/plan.md`'
    """
    bare = text.rstrip(":：")
    if bare == text or "`" not in bare or not _cues().made.match(bare.lower()):
        return text
    hanging = _cues().dangling.search(bare.lower())
    return bare[: hanging.start()] if hanging else bare


class _Cues:
    """The expressions of this module, all for text in lower case, compiled on first use."""

    def __init__(self) -> None:
        done, stems = _DONE_VERBS.replace(" ", "|"), _CHANGE_STEMS.replace(" ", "|")
        self.filler = _expression(
            r"(?:done|perfect|great|good|excellent|fixed|ok(?:ay)?|sure|yes|right|exactly|got it|found it|",
            r"all set|thanks|",
            r"understood|you're (?:absolutely )?right|no (?:problem|worries)|of course|wonderful|awesome|nice|yo|",
            r"stopped|",
            r"here(?:'s| is| are)|i can (?:help|assist|do)|good (?:idea|question|call|point|catch)|",
            r"makes sense)\b[^`/\d.!?]*|",
            r"(?:好的?|完成|搞定|没问题|当然|明白|收到|是的)[^`/\d。！？]*",
        )
        self.process = _expression(
            r"(?:(?:ok(?:ay)?|great|good|perfect|excellent),? )?(?:now )?(?:",
            r"let me\b|i'll\b|i will\b|let's\b|i need to\b|i'm going to\b|i(?: now)? have (?:a|the|all|enough)\b|",
            r"i(?: can)? (?:now )?(?:see|understand)\b|first,? (?:let|i)\b|looking at\b|time to\b|next(?:,| is| up)|",
            r"no response requested|please hold|让我|我来|我先|接下来)",
        )
        self.offer = _expression(
            r"(?:do you )?want me\b|want to (?:test|try|continue)|would you (?:like|prefer)|should (?:i|we)\b|",
            r"shall i|",
            r"let me know|ready (?:to|for)\b|if you(?:'d| would)? (?:like|want|need)|feel free|is there anything|",
            r"what(?:'s| is) your take|how does that|anything else|please (?:confirm|let me|provide|tell)|",
            r"could you (?:please )?(?:confirm|provide|tell)|(?:需要|要不要|要)我.{0,30}[吗？?]|",
            r"是否需要我|请告诉我|请问|",
            r"[你您]希望|还有什么需要",
        )
        self.telling = _expression(
            r"`[^`]+`|\d|\b(?:because|since|instead|cause|bug|problem|issue|need|must|only|never|cannot|can't|",
            r"found|means|",
            r"recommend|risk|not)\b|因为|原因|问题|必须|不能|发现|建议",
        )
        self.made = _expression(
            r"(?:(?:done|fixed|also|and|both)[.,!:]? )?(?:i(?:'ve| have)? |we(?:'ve| have)? )?(?:(?:just|",
            rf"also) )?(?:{done})\b|",
            r"已|新增了|修复了|删除了|改成了",
        )
        self.holds_now = _expression(
            r"\b(?:now|no longer|has been|have been|(?:is|are|was|were) (?:added|fixed|removed|moved|updated|",
            r"replaced|renamed))\b|",
            r"现在|已经|不再",
        )
        self.change = _expression(
            rf"\b(?:{stems})\w*|增加|添加|修复|删除|更新|创建|移动|重构|替换|重命名|实现|改|支持|完成"
        )
        self.finding = _expression(
            r"\b(?:root cause|because|turns out|the (?:problem|issue|bug|reason|cause)|note that|important|",
            r"caveat|limitation|",
            r"must|cannot|can'?t|risk|however|careful|workaround)\b|原因|问题|注意|必须|不能|限制|但是",
        )
        self.checks_pass = _expression(
            r"\W*(?:(?:perfect|great|good|excellent|done)[!.,]? )?(?:all |the )?(?:\w+ )?(?:tests?|checks?|lint|",
            r"build)\b",
            r"[\w ,]{0,30}(?:pass(?:es|ed|ing)?|green|clean|succe\w+)(?: and [\w ]{0,30})?",
        )
        self.label = _expression(
            r"\w[\w /-]{0,24}[:：] \S+(?: \S+){0,2}\Z|(?:option|approach|方案|选项)\s*(?:\d|[A-D]\b)"
        )
        self.left = _expression(
            r"remaining|next step|next up|what's next|todo|to do|still (?:open|to)|left to|not (?:yet )?done|pending|",
            r"future|outstanding|follow-?ups?\b|下一步|接下来|剩余|待办|未完成|后续",
        )
        self.over = _expression(r"\b(?:made|completed|finished|resolved|fixed)\b|(?<!not )(?<!yet )\bdone\b|已完成")
        self.vague = _expression(
            r"(?:summary|changes?|overview|result|final|what (?:was|i)|here|the |this |architecture|deep |files?|",
            r"benefits|risks|",
            r"options?|pros|cons|key |code flow|before|after|总结|概述|说明|结果)[\w\s:'’-]*",
        )
        self.dangling = _expression(
            r"(?:\s+(?:so|that|with|now|into|to|and|the|by|as|via|of|in|for|these|like|which))+\Z"
        )


def _expression(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts))


@cache
def _cues() -> _Cues:
    return _Cues()
