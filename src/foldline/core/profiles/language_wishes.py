"""A stated wish about the language of the answers: "reply in Spanish", "用中文回答".

Precision first: it must be an order to the one addressed, about how to talk. What a program, a third person or a
file is to be written in is no such wish, and neither is a refused language.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from foldline.core.profiles.language_names import by_any_name

_LONGEST_CLAUSE = 200
"""Characters; a wish is short, and what is longer is pasted text."""
_REACH = 5
"""Words that may stand between the verb and the language."""
_WORDS = {
    "talk": "reply respond answer speak talk chat converse communicate responde respóndeme respondeme responda "
    "responder contesta contéstame contestame conteste habla háblame hablame hable hablemos fale réponds "
    "répondez parle parlez parlons antworte antworten sprich sprechen rede rispondi rispondimi parla "
    "parlami parliamo antwoord praat отвечай отвечайте ответь ответьте говори говорите общайся",
    # these may be about a file, so nothing but words of "to_me" may stand between them and the language
    "write": "write continue explain summarize summarise escribe escríbeme escribeme escriba explica explícame "
    "sigue escreva explique écris écrivez schreib schreibe schreiben erkläre mach scrivi scrivimi spiega "
    "schrijf пиши пишите продолжай",
    "to_me": "me to us back it this everything always only your all my answer answers reply replies response "
    "responses message messages summary summaries siempre solo sólo sempre só toujours uniquement bitte "
    "immer nur weiter mir sie moi всегда только мне",
    "within": "in en em auf по на",
    "switch": "switch change go",
    # what may stand before an order; anything else makes it a sentence about somebody or something
    "lead": "please pls plz kindly always only just now ok okay also and then so but instead from here on going "
    "forward the future you must should can could would will need to make sure remember i i'd want like "
    "prefer let's let us do por favor siempre a partir de ahora desde sempre agora s'il te vous plaît "
    "merci désormais maintenant toujours bitte ab jetzt sofort immer per favore d'ora in poi пожалуйста "
    "теперь всегда alsjeblieft",
    # what may follow the language; a noun there makes it an adjective
    "follow": "please from when for to only now always if and not unless until even while again instead as or so "
    "because since thanks por a bitte s'il per ab y und et e языке пожалуйста",
    "asking": "please por bitte s'il per from only again instead now ab пожалуйста",
    "refused": "not never don't nicht nie pas ne jamais no nunca não nem non не niet",
    "to_talk": "reply respond answer talk speak your all our",
}
_ZH_LEAD = (
    "请|請|麻烦|务必|以后|今后|后续|之后|接下来|从现在起|从现在开始|都|全部|一律|始终|全程|只|仅|要|必须|应该|应当|需要|"
    "可以|能|能否|能不能|可不可以|你|您|我们|咱们|我希望你|我要你|希望你|记得|记住|尽量|统一|还是|改|直接|继续|再"
)
_ZH_TALK = (
    "回答|回复|回覆|答复|回应|回我|跟我|和我|与我|交流|沟通|对话|聊|说话|说吧|讲话|解释|总结|输出|答|写总结|写摘要"
)


def stated_language(texts: Sequence[str]) -> str:
    """The English name of the language last asked for; empty where none was.

    Args:
        texts: the user's turns, oldest first.

    >>> stated_language(["Antworte bitte auf Deutsch.", "The bot should reply in French to French users"])
    'German'
    """
    for text in reversed(texts):
        for clause in reversed(list(_clauses(text))):
            if name := _ordered(clause) or _ordered_unspaced(clause):
                return name
    return ""


def _clauses(text: str) -> Iterator[str]:
    """The clauses short enough to be an order, trimmed and in lower case."""
    for clause in _clause_ends().split(text):
        stripped = clause.strip(" \t\"'“”‘*_>-()（）「」")
        if 0 < len(stripped) <= _LONGEST_CLAUSE:
            yield stripped.lower().replace("’", "'")


def _ordered(clause: str) -> str:
    """The language of an order whose words are set apart by spaces."""
    words = _words().findall(clause)
    for at in range(len(words)):
        for width in (2, 1):
            name = by_any_name().get(" ".join(words[at : at + width]))
            if name and _is_order(words[:at], words[at + width :]):
                return name
    return ""


def _is_order(before: list[str], after: list[str]) -> bool:
    """Whether the words around the name of a language ask to be talked to in it."""
    if after and after[0] not in _among("follow"):
        return False
    is_within = bool(before) and before[-1] in _among("within")
    if is_within:
        return _is_talk(before[:-1], is_within=True) or _is_plea(before[:-1], after)
    return _is_switch(before, after) or _is_talk(before, is_within=False)


def _is_talk(before: list[str], *, is_within: bool) -> bool:
    """Whether they say "reply (to me) in", "speak", "write your answers in": the nearest verb decides."""
    for back, word in enumerate(reversed(before[-_REACH - 1 :]), 1):
        between = before[len(before) - back + 1 :]
        if word in _among("talk"):
            return _is_lead(before[:-back])
        if word in _among("write"):
            return is_within and _among("to_me").issuperset(between) and _is_lead(before[:-back])
        if word in _among("refused"):
            return False
    return False


def _is_plea(before: list[str], after: list[str]) -> bool:
    """Whether they ask for nothing but the language, politely: "in .. please"."""
    return _is_lead(before) and not _among("asking").isdisjoint([*before, *after[:1]])


def _is_switch(before: list[str], after: list[str]) -> bool:
    """Whether they say "use .. (for your answers)" or "switch (back) to"."""
    is_alone = not after or after[0] in _among("asking")
    match before:
        case [*lead, "use"]:
            return _is_lead(lead) and (is_alone or not _among("to_talk").isdisjoint(after[:2]))
        case [*lead, verb, "back", "to"] | [*lead, verb, "to"] if verb in _among("switch"):
            return _is_lead(lead) and is_alone
        case _:
            return False


def _is_lead(words: list[str]) -> bool:
    """Whether an order can begin so. What "I want" is an order only where "you" follows."""
    return _among("lead").issuperset(words) and ("you" in words or {"i", "i'd"}.isdisjoint(words))


@cache
def _among(name: str) -> frozenset[str]:
    return frozenset(_WORDS[name].split())


def _ordered_unspaced(clause: str) -> str:
    """The language of an order in Chinese, Japanese or Korean."""
    if clause.isascii():
        return ""
    for pattern in _patterns():
        if match := pattern.search(clause):
            return by_any_name()[match["name"]]
    return ""


@cache
def _clause_ends() -> re.Pattern[str]:
    return re.compile(r"[.,;:!?\n。，；：！？、]+")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"\w+(?:'\w+)*")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    name = f"(?P<name>{'|'.join(sorted(map(re.escape, by_any_name()), key=len, reverse=True))})"
    talk = rf"(?:来|进行)?(?:(?:{_ZH_TALK}).*|吧|谢谢)?$"
    chinese = rf"^(?:{_ZH_LEAD})*(?:(?:用|使用|以|改用|换成|切换到|切换成){name}{talk}"
    say = rf"^(?:{_ZH_LEAD})*(?:说|讲){name}(?:吧|谢谢|就行|即可)?$"
    japanese = rf"{name}で(?:答え|回答|返答|返事|返信|話し|話そ|説明|お願い|書いて)"
    korean = rf"{name}\s?(?:으?로)\s?(?:\w+\s)?(?:대답|답변|답해|답장|말해|말씀|이야기|얘기|설명|써)"
    return tuple(map(re.compile, (chinese + ")", say, japanese, korean)))
