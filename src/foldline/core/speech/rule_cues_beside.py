r"""Phrases that lay down a rule only beside others: fragments, scopes of an order, rules put as questions.

Data, no code; in the notation of `foldline.core.speech.cues`, with the fragments of `foldline.core.speech.rule_cues`.
"""

NO_SUCH = r"""
no_ noo zero_ single_ >> {lead}(?!.*\b(?:is|are|was|were|has|have|had|does|did|can|could|will|would|shows?|showing
    |loads?|loading|works?|appears?|seems?|came|comes?|found|happens?|exists?|matche[sd]|available|needed|required
    |necessary)\b)(?:no|zero(?! (?:out|in)\b)|nooo*|absolutely no|not a single) (?!(?:problem|worr|idea|need|clue
    |luck|wait|way\b|one\b|matter|doubt|longer|rush|thanks|pressure|offen[sc]e|such|reason|hurry|(?:i|it|that|this
    |the|we|you|they|its|not|no|but|then)\b|dice|change\b|difference|response|result|don'?t|dont|output|data|effect
    |success|errors?\b|issues?\b|warnings?\b|more errors|failures?\b|sense|good|stress|biggie|kidding|surprise
    |question|comment ?$|(?:can|go|do|use|remove|delete|add|make|put|keep|revert|undo|write|show|give|read|fix
    |try\b(?!/)|move|rename|let|stop|just|still|leave|look|see|get|tell|please|actually|wait
    |only)\b))(?!.* then ?[.!]*$)(?:[\w@`'"/.*+\#-]+(?:\s+|$|(?=[.!,;:)]))){1,6}[.!,;:)\s]*$
"""
"""A fragment that forbids a thing: "no emojis!". It binds at the start of a sentence or behind an order."""

WITH_ORDER = r"""
any before each every go time >> \b(?:every|each) (?:single )?time\b|\bbefore (?:you )?(?:commit|push|merg|releas
    |deploy|submit)\w*|\b(?:at all times|as you go)\b|\b(?:every|each|any) \w+ you (?!\w+ed\b)\w
answer commit message of replies response >> \bat the (?:end|start|beginning|top|bottom) of (?:your|every|each
    |all)\b|\bin (?:all|every) (?:(?:your|of your|future|further) )?(?:answers?|replies|responses?|messages?
    |commits?)\b
"""
"""Scopes that make a rule of the order in the same clause."""

SCOPE_BEFORE_ORDER = r"""
after before prior if when >> {lead}(?:(?:before|prior to|after) (?:you (?:ever )?)?|(?:when
    |if) you (?:need to )?){doing}\b(?! (?:{this}|with)\b)
^if ^when & i_ >> {lead}(?:when|if) i (?:say|ask|paste)\b(?! (?:{this}|with)\b)
time whenever >> {lead}(?:whenever|every ?time|each time|any ?time) (?:you|we|there|i (?:ask|say|send|paste|write
    |give)|an?|the|something|anything)\b
when while >> ^[\W_]*(?:(?:and|but|also|please|ok|so)\W+)*(?:when|while) (?!you'?re done|done|finished)\w+ing\b
if >> ^[\W_]*(?:(?:and|but|also|please|ok|so)\W+)*if (?:an?|any|something|anything|somebody|anybody
    |you (?:ever )?(?:break|find|see|hit|get|run into|notice|encounter|need) (?:an?|any|some|something|anything
    |more|help)|you (?:don'?t|dont) know)\b
^when >> {lead}(?:when|whenever) (?:a |an |any |the )?(?:\w+ )?\w+s? (?:fails?|breaks?|crash(?:es)?|changes?
    |conflicts?|goes? wrong|is missing|are missing)\b
^when >> {lead}when(?:ever)? we (?:play|talk|chat|write|work|code|review|test|deploy|release|commit|roleplay|rp
    |meet|discuss)\b
"""
"""A condition of a general kind: with an order behind it, a rule."""

UNTOUCHED = r"""
without >> ^[\W_]*(?:(?:and|but|all)\W+)*without (?:changing|touching|breaking|modifying|altering|renaming)\b
"""
"""A bound set to an order that stands in the same sentence."""

WISHES = r"""
can could please pls will would & allways alwasy alway alwyas avoid awlays evr only ot quit refrain stop ver >>
    \b(?:can|could|would|will|pls|please) (?:you|u|we) (?:(?:please|pls|just|maybe|also|at least) )*(?:(?:{always}
    |{never}|not|only) (?!reproduce|show|list|print|give|see|get|be\b|have\b|trust|tell|rely|assume|that\b|this\b)
    |stop \w+ing|avoid|quit \w+ing|refrain)
answer communicate reply respond speak talk & {tongues} >> \b(?:can|could|would) (?:you|u) (?:(?:please
    |pls) )*(?:answer|reply|respond|speak|talk|communicate) (?:(?:to me|only|back) )*in {language}\b
can could would & asking each from future going rest time whenever >> \b(?:can|could|would) (?:you|u
    |we)\b.*\b(?:from now on|going forward|for the rest of|in (?:the )?future|every time|each time|whenever
    |without asking)\b
keep >> \b(?:can|could) (?:we|you)\b.*\bkeep .+\b(?:around|intact|unchanged|untouched|as is|as it is)\b
speak talk switch continue & {tongues} >> \b(?:can|could|would|will) (?:you|u|we) (?:(?:please|pls) )?(?:speak|talk
    |switch to|continue in) {language} (?:with|to (?:me|us)|please|pls|from|now)\b
"""
"""Rules in the form of a question."""

IN_POLITE_REQUEST = r"""
dnt do let longer neevr nev not nver >> ^[\W_]*(?:and|but|just|please|pls|\W)*{neg} (?:(?:just
    |please) )?(?!{idle})[a-z@`]
without >> ^[\W_]*without (?:changing|touching|breaking|modifying|altering|removing|deleting|editing|renaming)\b
without & using adding install introduc pulling >> \bwithout (?:using|adding|installing|introducing
    |pulling in) (?:any|new|external|third)\b
"""
"""Prohibitions that count inside a request put as a question."""
