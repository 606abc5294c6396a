"""What the user said and asked: every message a human typed, the newest request, and the one nobody answered.

Words are quoted as they were typed. Only a long paste is ever cut, visibly.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property

from foldline.core.counting.estimate import EstimateCounter
from foldline.core.facts import Quote
from foldline.core.messages import Json, Message, ToolCallPart
from foldline.core.session import Item
from foldline.core.speech import ask_cues
from foldline.core.speech.authorship import human_text, is_human
from foldline.core.speech.pastes import clip_pastes, typed_parts, without_pastes
from foldline.core.speech.sentences import Span, clauses, sentences

PASTE_TOKENS = 300
"""Typed text beyond this many tokens in one paragraph counts as a paste."""
LONGEST_REQUEST = 8_000
"""Characters up to which a request stands exactly, its pastes too; beyond, its pastes are clipped."""
LONGEST_OPTIONS = 1_200
"""Characters of options that an unanswered question may bring with it."""
LONGEST_ASIDE = 2
"""Sentences an agent may add behind its question ("Otherwise I go on with B.") without taking it back."""


def said(items: Sequence[Item], *, count: Callable[[str], int], paste_tokens: int = PASTE_TOKENS) -> tuple[Quote, ...]:
    """Every message a human typed, newest first, word for word but for clipped pastes.

    Args:
        items: the messages, oldest first.
        count: tokens of a text.
        paste_tokens: longest paragraph left whole; a recognised paste keeps a quarter of it.

    >>> from foldline.core.messages import TextPart
    >>> said([Item("1", Message("user", (TextPart("never push"),)))], count=len)
    (Quote(text='never push', entry_id='1'),)
    """
    typed = ((item.id, human_text(item.message)) for item in reversed(items))
    return tuple(Quote(clip_pastes(text, paste_tokens, count), entry_id) for entry_id, text in typed if text.strip())


def newest_request(items: Sequence[Item]) -> Quote | None:
    """The newest human message that asks something: a question, an order, a wish, a report of trouble.

    >>> from foldline.core.messages import TextPart
    >>> talk = [Item("1", Message("user", (TextPart("fix it"),))), Item("2", Message("user", (TextPart("ok thanks"),)))]
    >>> newest_request(talk)
    Quote(text='fix it', entry_id='1')
    """
    return next((quote for quote in _typed_newest_first(items) if asks(quote.text)), None)


def open_request(items: Sequence[Item]) -> Quote | None:
    """The last question or request after which only its author spoke: the user's, or one the agent put to the user.

    Text beside tool calls is no answer: the agent is still at work on the request.
    """
    answered = frozenset(result.call_id for item in items for result in item.message.results)
    for index in range(len(items) - 1, -1, -1):
        item = items[index]
        if is_human(item.message):
            return _open_human(items[: index + 1])
        if not _speaks(item.message):
            continue
        if question := _asked_by_call(item.message, answered):
            return Quote(question, item.id)
        if item.message.calls or item.message.stop_reason in {"aborted", "error"}:
            return _open_human(items[: index + 1])
        question = final_question(item.message.text)
        return Quote(question, item.id) if question else None
    return None


def asks(text: str) -> bool:
    """Whether typed text asks something; thanks, greetings and a bare yes do not. Who pastes something wants help.

    >>> asks("ok, thanks a lot"), asks("the build fails"), asks("帮我看看")
    (False, True, True)
    """
    patterns = _patterns()
    typed = without_pastes(text)
    if len(typed) < len(text):
        return True
    typed = patterns.end_mark.sub("", text).strip()
    if patterns.slash_command.fullmatch(typed):
        return False
    if patterns.cjk.search(typed):
        return patterns.assent_zh.fullmatch(typed) is None
    if not patterns.word.search(typed):
        return "?" in typed
    return any(_sentence_asks(sentence) for sentence in sentences(typed))


def final_question(text: str) -> str:
    r"""The question an answer ends with, exact, with the options listed behind it; empty when it ends otherwise.

    >>> final_question("Done. Which one?\n1. red\n2. blue")
    'Which one?\n1. red\n2. blue'
    """
    spoken = [
        Span(sentence.text, part.start + sentence.start)
        for part in _spoken_parts(text)
        for sentence in sentences(part.text)
    ]
    last = next((at for at in range(len(spoken) - 1, -1, -1) if _puts_question(spoken[at].text)), None)
    if last is None:
        return ""
    listed = _patterns().list_item
    if sum(not listed.match(span.text) for span in spoken[last + 1 :]) > LONGEST_ASIDE:
        return ""
    first = last
    while first > 0 and (
        _puts_question(spoken[first - 1].text) or _leads_up(spoken[first - 1].text, spoken[first].text)
    ):
        first -= 1
    whole = text[spoken[first].start :].strip()
    return whole if len(whole) <= LONGEST_OPTIONS else text[spoken[first].start : spoken[last].end].strip()


class _Patterns:
    """The expressions of this module, each compiled on first use."""

    @cached_property
    def orders(self) -> frozenset[str]:
        return frozenset(f"{ask_cues.ORDERS} {ask_cues.MISSPELT_ORDERS}".split())

    @cached_property
    def lead_ins(self) -> frozenset[str]:
        return frozenset(ask_cues.LEAD_INS.split())

    @cached_property
    def assent(self) -> frozenset[str]:
        return frozenset(ask_cues.ASSENT.split())

    @cached_property
    def slash_command(self) -> re.Pattern[str]:
        return re.compile(r"/[\w:-]*")

    @cached_property
    def word(self) -> re.Pattern[str]:
        return re.compile(r"\w")

    @cached_property
    def cjk(self) -> re.Pattern[str]:
        return re.compile(r"[\u3400-\u9fff]")

    @cached_property
    def assent_zh(self) -> re.Pattern[str]:
        return re.compile(ask_cues.ASSENT_ZH)

    @cached_property
    def words(self) -> re.Pattern[str]:
        return re.compile(r"[a-z][a-z'’-]*")

    @cached_property
    def wants(self) -> re.Pattern[str]:
        return re.compile(ask_cues.WANTS, re.IGNORECASE)

    @cached_property
    def questions(self) -> re.Pattern[str]:
        return re.compile(ask_cues.QUESTIONS, re.IGNORECASE)

    @cached_property
    def trouble(self) -> re.Pattern[str]:
        return re.compile(ask_cues.TROUBLE, re.IGNORECASE)

    @cached_property
    def no_trouble(self) -> re.Pattern[str]:
        return re.compile(ask_cues.NO_TROUBLE, re.IGNORECASE)

    @cached_property
    def ends_in_question(self) -> re.Pattern[str]:
        return re.compile(r"[?？][\"')\]*_”’」）`\s]*\Z")

    @cached_property
    def asks_back(self) -> re.Pattern[str]:
        return re.compile(ask_cues.ASKS_BACK, re.IGNORECASE)

    @cached_property
    def asking_tool(self) -> re.Pattern[str]:
        return re.compile(r"(?:\b|_)ask(?![a-z])|Ask(?![a-z])|[qQ]uestion|user_?[iI]nput|[cC]larif|[eE]licit")

    @cached_property
    def end_mark(self) -> re.Pattern[str]:
        return re.compile(r"#{2,}\w+#{2,}")

    @cached_property
    def list_item(self) -> re.Pattern[str]:
        return re.compile(r"\s*(?:[-*+•]|\(?\w[.)、])\s")


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def starts_with_order(clause: str) -> bool:
    """Whether an English clause opens with the verb of an order, lead-ins like "ok, please" aside.

    >>> starts_with_order("ok now delete it"), starts_with_order("the delete key")
    (True, False)
    """
    patterns = _patterns()
    for word in patterns.words.findall(clause.lower()):
        if word in patterns.orders:
            return True
        if word not in patterns.lead_ins:
            return False
    return False


def wants_something(sentence: Span) -> bool:
    """Whether a sentence states a wish or an order, be it put as a question."""
    return bool(_patterns().wants.search(sentence.text)) or any(
        starts_with_order(clause.text) for clause in clauses(sentence)
    )


def _sentence_asks(sentence: Span) -> bool:
    patterns = _patterns()
    text = sentence.text
    if patterns.ends_in_question.search(text) or patterns.questions.search(text):
        return True
    if all(word in patterns.assent for word in patterns.words.findall(text.lower())):
        return False
    return wants_something(sentence) or bool(patterns.trouble.search(patterns.no_trouble.sub(" ", text)))


def _spoken_parts(text: str) -> tuple[Span, ...]:
    """The text without its pastes; a last paragraph of prose is the speaker's own, however the answer is laid out."""
    parts = typed_parts(text)
    start = text.rstrip().rfind("\n\n") + 1
    closing = text[start:]
    if "```" in closing or "~~~" in closing or (parts and parts[-1].end == len(text)):
        return parts
    return (*(part for part in parts if part.end <= start), Span(closing, start))


def _puts_question(sentence: str) -> bool:
    patterns = _patterns()
    return bool(patterns.ends_in_question.search(sentence) or patterns.asks_back.match(sentence))


def _leads_up(sentence: str, following: str) -> bool:
    """Whether a line introduces a list whose items are the questions, or is an item of it."""
    listed = _patterns().list_item
    return bool(listed.match(following)) and (bool(listed.match(sentence)) or sentence.rstrip().endswith((":", "：")))


def _speaks(message: Message) -> bool:
    """Whether the agent says or does something here; results, client notes and summaries are nobody's words."""
    return message.role == "assistant" and message.source != "summary" and bool(message.text.strip() or message.calls)


def _typed_newest_first(items: Sequence[Item]) -> Iterator[Quote]:
    for item in reversed(items):
        if (text := human_text(item.message)).strip():
            yield Quote(_exact(text), item.id)


def _exact(text: str) -> str:
    return text if len(text) <= LONGEST_REQUEST else clip_pastes(text, PASTE_TOKENS, EstimateCounter().count)


def _open_human(items: Sequence[Item]) -> Quote | None:
    """The newest asking message since the agent last finished speaking; a bare yes counts after a question of its."""
    since: list[Item] = []
    question = ""
    for item in reversed(items):
        if is_human(item.message):
            since.append(item)
        elif since and _speaks(item.message) and not item.message.calls and item.message.stop_reason != "aborted":
            question = final_question(item.message.text)
            break
    open_quote = newest_request(since[::-1])
    if open_quote is None and question and since:
        return next(_typed_newest_first(since[::-1]), None)
    return open_quote


def _asked_by_call(message: Message, answered: frozenset[str]) -> str:
    """The questions of calls that ask the user and have no result yet."""
    waiting = (call for call in message.calls if call.id not in answered and _patterns().asking_tool.search(call.name))
    return "\n".join(question for call in waiting for question in _questions(call))


def _questions(call: ToolCallPart) -> Iterator[str]:
    if not isinstance(call.arguments, dict):
        return
    several = call.arguments.get("questions")
    asked: list[Json] = [call.arguments, *(several if isinstance(several, list) else ())]
    for entry in asked:
        question = entry.get("question") if isinstance(entry, dict) else entry
        if isinstance(question, str) and question.strip():
            yield question
