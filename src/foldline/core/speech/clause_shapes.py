r"""Shapes of clauses around a rule: questions, quotations, conditions, fragments, headings. Data, no code.

In the notation of `foldline.core.speech.rule_cues`.
"""

POLITE = r"""
\b(?:can|could|would|will) (?:you|u|we)\b|\bplease\b|\bpls\b
"""

QUESTION = r"""
^[\W_]*(?:(?:ok|okay|so|and|but|also|hm+|wait|hey|btw|please|then|well|actually|alright)\W+)*(?:why|how|what|who
    |which|whose|where|when (?:do|did|will|is|are|should|can))\b
^[\W_]*(?:(?:ok|okay|so|and|but|also|hm+|wait|hey|btw|please|then|well|actually|alright)\W+)*(?:(?:do (?!it\b
    |this\b|that\b|these\b|those\b|the\b|an?\b|any\b)|(?:is|are|was|were|does|did|can|could|should|would|will|has
    |have|am|isn't|aren't|doesn't|don't|won't|can't|shouldn't) )(?:i|you(?! dare)|u|we|it|they|this|that|the|there
    |he|she|my|our|your|an?|any|these|those)\b)
"""
"""How a question starts, with or without its mark."""

TAG_QUESTION = r"""
(?:[,\s]+(?:ok|okay|alright|got it|understood|deal|clear|yes|capisce|please|pls|thanks|mkay)|[，,\s]*(?:好吗|行吗
    |可以吗|明白吗|知道吗|懂吗|好不好|行不行|听懂了吗|明白没有?))\s*[?？]+\s*$
"""
"""A question mark that only asks for a nod."""

REPORTED = r"""
adhere comply conform respect violat comment note docstring warning message sentence paragraph >>
    \b(?:doesn'?t|does not|don'?t) (?:adhere|comply|conform|respect)\b|\bviolat\w+|\b(?:comment|note|docstring
    |warning|message|sentence|paragraph) (?:saying|that says|which says|telling)
say said complain warn claim told tells according wrote >> \b(?:says?|said|complains|warns|claims|claimed
    |told (?:me|us)|tells (?:me|us)|according to|wrote)\b
that if whether >> ^\W*(?:\w+ ){0,3}(?:test|check|assert|verify|see|tests) (?:that|if|whether)\b
说 提示 写着 写道 要求 显示 报 >>
    (?:文档|注释|规范|官方|教程|手册|他|她|它|老板|同事|别人|报错|错误|日志|编译器)(?:里|中|上)?(?:说|提示
    |写着|写道|要求|显示|报)
"""
"""Words of others: no rule of the user, unless it is the user who says them (`OWN_WORDS`)."""

OWN_WORDS = r"""
\bi (?:\w+ )?(?:say|said|wrote|told|keep saying|repeat)\b|我(?:说|讲)
"""

DANGLING = r"""
^[\W_]*(?:\d+[.)]\s*)?(?:if|when|whenever) (?:you|we|i)\b
"""
"""A condition; without a clause behind it, it binds nobody."""

SCOPE_ONLY = r"""
^[\W_]*(?:\d+[.)]\s*)?(?:(?:and|but|so|ok|also|please|btw|now)\W+)*(?:from now on|from this point \w+
    |from here on(?: out)?|going forward|moving forward|henceforth|in (?:the )?future|for the (?:rest
    |remainder) of \w+ \w+|as a rule|always|never|remember|whatever you do|(?:in|for|on) (?:this|our|my) \w+
    |(?:new |hard |one )?rules?|in general|by default|(?:unless|until|when|whenever|if|before|after|every ?time
    |each time|any ?time|once|while|for every|for each|on every|with every)\b.+)\W*$
^\W*(?:新|硬性)?(?:规则|约定|规定|铁律|原则|底线|记住|切记|牢记|注意|从现在(?:开始|起)|以后|今后|除非\S+|如果\S+
    |每次\S{1,12}时?)\d*\W*$
"""
"""A clause that only says when a rule holds: the order stands in the next one."""

CONDITION = r"""
^[\W_]*(?:(?:and|but|so|or|even|except|especially)\W+)*(?:if|when|whenever|unless|until|till|once|while|before
    |after|because|since|so that|otherwise|except|even|as long as|not even|or else|for example|e\.?g|like
    |especially|including|in any|whatever\b|no matter\b|regardless\b|period\b|under any|come what|at all\b|ever\b
    |please\b|ok\b)
^\W*(?:除非|如果|否则|因为|哪怕|即使|包括)
"""
"""A clause that bounds the one before it."""

POINTS_BACK = r"""
^[\W_]*(?:(?:and|but|so|or|please|just|also|because|cause|cuz)\W+)*(?:that|this|it|these|those|they|them|he|she
    |anything else|everything else|nothing else|otherwise|such \w+|the same|same for)\b
\b(?:it|that|this|them|the (?:full|whole|entire) (?:file|thing)) ?[.!)]*$
^\W*(?:不然|否则|这|那|其他|其它|它|他们|她)
"""
"""A clause that is understood only with the one before it."""

ANNOUNCES = r"""
^[\W_]*(?:\w+ ){0,3}(?:rule|policy|convention|guideline)s? ?(?:\#?\d+)?:\s*$
^\W*(?:commit messages?|commits|names?|branch names?|style|tone|language|format|naming|indentation|tests|comments|docs
    |answers|replies):\s*$
^\W*(?:新|硬性)?(?:规则|约定|规定|铁律|原则|底线)\d*[：:]\s*$
^\W*(?:\w+ ){0,2}(?:do not|don'?t|never),\s*$
"""
"""A clause that announces a rule: it takes the rest of the sentence."""

COMPLETES = r"""
^[\W_]*(?:(?:but|just|please|rather|and)\W+)*(?:use\b|look (?:it|them) up|only (?:the|those|what|when|if|in|on
    |for)\b)|\binstead\W*$|^\W*(?:改用|而是|应该用)
"""
"""A clause that says what to do in place of what was just forbidden."""

CONTRAST = r"""
^[\W_]*(?:(?:and|but)\W+)*(?:(?:no|not|zero|without) |never (?=(?:on|in|to|for|with|at|from|by
    |the)\b))(?:\w+\W*){1,3}$
"""
"""A fragment that completes the order before it: "use this, not that"."""

HEADER = r"""
^[\W_]*(?:\w+ ){0,3}(?:rules|constraints|guidelines|conventions|preferences|dos and don'?ts|house style
    |don'?ts)\b[^.!?\n]{0,40}:\s*$
^[\W_]*\w*(?:规则|约束|约定|规范|注意事项|偏好|禁忌|守则|原则)[^。！？\n]{0,12}[:：]\s*$
"""
"""A line that opens a list of rules."""

LISTED = r"""
^[\W_]*(?:and )?(?:(?!(?:is|are|was|were|the|this|that|my|your|run|fix|add|see|check|read)\b)[\w-]+ ){1,3}
    {texts}[\W_]*$
"""
"""A fragment that goes on with the list of wishes before it: "small commits"."""

FOR_NOW = r"""
yet >> \byet\b
for now moment today once >> \b(?:for now|for the moment|for the time being|right now|just now|at the moment
    |for today|for once)\b
this_ just_once >> \b(?:this (?:time|once)|just once|(?:for|with) this one|in this case)\b
then now today tonight >> \b(?:then|now|today|tonight)\W*$
until till before >> \b(?:until|till|before) (?:then|it|that|this|i'?ve|i have|i'?m|i am|we'?ve|we have|we'?re
    |you'?ve|you'?re)\b
先 暂时 >> (?:先|暂时)(?:别|不要|不用)(?:提交|改|动|写|推|删|急|发|跑|做|管|看|加|部署|上线|合并|修|重构|执行|说)|暂时
这 今天 >> 这一?次|这回|今天
"""
"""An order that ends with the present task."""

STANDING = r"""
\b(?:{never}|{always}|from now on|in general|generally|whenever|every|any|each|anymore|ever|unless|going forward
    |(?:in|for) (?:all|the future|future)|in (?:this|the|our) (?:repo\w*|project|codebase)|at all times
    |without asking)\b
以后|每次|永远|任何|所有|始终|一律|从现在
"""
"""A scope that makes a rule of an order that looks like one for now."""

PROHIBITS = r"""
^[\W_]*(?:\w+ ){0,3}(?:{neg}|no)\b|^\W*(?:先|请|你|但是?|也|这一?次|这回|今天|现在|暂时)*(?:别|不要|不用)
"""
"""A clause that forbids."""

LOOK_FIRST = r"""
^\W*(?:and |but |because |cause |since |as )*(?:i|we|let me|let's)\b.*\bfirst\b
^\W*(?:and |but )*(?:just|only) (?:look|tell|explain|describe|answer|think|plan|investigate|analy[sz]e|read|check)\b
^\W*等我\S{0,6}(?:看|想|确认|检查|试|一下|完)
"""
"""What is said behind a prohibition that holds until the user has looked."""

ONE_THING = r"""
^[\W_]*(?:\w+ ){0,2}{neg} (?:change|modify|edit|touch|alter|rename|remove|delete|move|rewrite|fix|update|add
    |use) {this}
    |^[\W_]*(?:\w+ ){0,2}{neg} \w+ the (?!(?:[\w-]+ )?(?:tests?|commits?|files?|folders?|configs?|schema|api|branch
    |main
    |master|database|db|migrations?|lockfile|vendor|public|signatures?|interfaces?|format
    |suite)\b)[\w-]+(?: [\w-]+)?\W*$
"""
"""A prohibition about one named part of what is being worked on."""

ONLY_THAT = r"""
^\W*(?:only|just|rather)\b
"""
"""What is to be done in its place."""

TOLD = r"""
say said whisper shout yell cries cried mutter repl ask murmur scream growl >>
    (?:^|[,"”] ?)(?:he|she|they|the \w+|(?!i\b|you\b|we\b)[a-z]+) (?:says?|said|whispers?|whispered|shouts?|shouted
    |yells?|yelled|cries|cried|mutters?|muttered|replies|replied|asks|asked|murmurs?|murmured|screams?|screamed|growls?
    |growled)\b[^,]*$
说 喊 道 低语 >>
    (?:他|她|它|[^，,。]{1,4})(?:哭着|笑着|轻声|低声|大声|冷冷地)*
    (?:说道?|喊道?|问道|答道|低语|吼道|叫道)[。！!]?$
"""
"""What a narrator sets behind the words of a character."""
