"""Whether a text takes part in the conversation instead of summing it up: it answers, goes on, calls a tool."""

import re
from functools import cache

_LOOKED_AT = 60
"""Characters at the beginning of a text that tell."""
_MARKS = ("#", "- ", "* ", "【", "=", "> ", "1.")
"""How summaries begin: whatever the words after it, this is none of the openings below."""
_SHORT_TEXT = 400
"""Characters of a text that may be all about there being nothing to sum up."""


def reply_fault(text: str, *, may_ask: bool = True) -> str:
    """What makes a text a part of the conversation; empty where it is a summary.

    Args:
        text: what was written.
        may_ask: whether it may end in a question, as one that quotes what is open does.

    >>> reply_fault("Sure, I'll run the tests now.")
    'it answers the conversation instead of summarising it'
    >>> reply_fault("I rewrote the parser.")
    ''
    """
    if fault := _plain_fault(text):
        return fault
    opening = text[:_LOOKED_AT].lstrip("*_ \"'")
    is_answer = not text.startswith(_MARKS) and _answers().match(opening)
    if is_answer or _offers().match(text.rpartition("\n\n")[2]):
        return "it answers the conversation instead of summarising it"
    if not may_ask and text.rstrip("\"'”）)").endswith(("?", "？")):
        return "it asks a question"
    return ""


def _plain_fault(text: str) -> str:
    """What is wrong with a text of which the first words tell, or all of a short one."""
    if _calls().match(text):
        return "it calls a tool instead of summarising the conversation"
    if _goes_on().match(text):
        return "it continues the conversation instead of summarising it"
    if len(text) > _SHORT_TEXT:
        return ""
    if _finds_nothing().search(text):
        return "it says that there is nothing to summarise"
    return "it is the message of an error" if _errors().match(text) else ""


@cache
def _answers() -> re.Pattern[str]:
    """Openings of answers to a person."""
    return re.compile(
        r"""(?ix)
        (?: sure | certainly | of\ course | absolutely | great | okay | ok | got\ it | understood | you're\ right
          | thanks | thank\ you | hello | hi | hey )\b\s*[,.!:—-]
        | (?:sure|certainly|of\ course|absolutely)\b
        | i['’]ll\ | i\ will\ | let\ me\ | let['’]s\ | i['’]d\ be\ happy | i\ can\ help | how\ can\ i
        | i['’]m\ sorry | i\ apologi[sz]e | i\ cannot\b | i\ can['’]t\b | i['’]m\ unable | as\ an\ ai\b
        | 好的 | 当然 | 让我 | 抱歉 | 对不起 | 没问题 | 我来 | 我会 | 您好 | 你好
        """
    )


@cache
def _offers() -> re.Pattern[str]:
    """Closings of such answers."""
    return re.compile(
        r"(?i)(?:please )?(?:let me know|feel free to)\b|i hope this|if you (?:need|want|would like) (?:me|any|more)\b"
        r"|如果(?:您|你)需要|如需|希望这|请告诉我"
    )


@cache
def _calls() -> re.Pattern[str]:
    return re.compile(
        r"<(?:tool|invoke|function|antml)|<\|(?:tool|python|call|channel)|\[Tool Call\]|\[TOOL_CALLS\]"
        r"|\{\s*\"(?:name|tool|function|action|tool_calls|recipient_name)\"\s*:"
    )


@cache
def _goes_on() -> re.Pattern[str]:
    """A block of the transcript, as the prompt showed it."""
    return re.compile(
        r"\[(?:User|Assistant|Thinking|System|Tool Result)\b[^\]\n]{0,60}\]:|#\d+ (?:user|assistant)\b[^\n]{0,60}:"
        r"|(?:Human|User|Assistant|AI)\s*[:：]|</?(?:conversation|previous-summary|additional-context)>"
    )


@cache
def _errors() -> re.Pattern[str]:
    """What gateways and scripts put where a text should be."""
    return re.compile(
        r"""(?ix)
        \[?(?:api|internal|server|http|unknown|upstream|\s)*error\b\s*[\]:(\d]
        | (?:http\s*)?[45]\d\d\b[\s:-]+(?-i:[A-Z])
        | (?:rate\ limit|quota)\ (?:was\ |has\ been\ )?(?:exceeded|reached) | too\ many\ requests
        | service\ (?:is\ |temporarily\ )*unavailable | (?:request|connection)\ (?:failed|timed\ out|refused|reset)
        | [\[(]?(?:the\ |context\ |compression\ |conversation\ )*summary\ (?:is\ |was\ )*(?:unavailable|not\ available)
        | (?:failed|unable)\ to\ (?:(?:generate|create|produce|write)\ (?:a\ |the\ )?summary|summari[sz]e)
        """
    )


@cache
def _finds_nothing() -> re.Pattern[str]:
    return re.compile(
        r"(?i)\b(?:no|empty) (?:conversation|messages?|content|history|transcript) (?:was|were|is|to|provided)\b"
        r"|\b(?:conversation|transcript|history) (?:is|was|appears to be|seems to be) (?:empty|blank|missing)"
        r"|nothing to summari[sz]e|(?:provide|share|paste) (?:me )?(?:with )?the (?:conversation|transcript|text)"
        r"|没有(?:提供)?(?:任何)?(?:对话|内容)可|请提供(?:对话|内容|文本)"
    )
