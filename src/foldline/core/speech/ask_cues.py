"""Words by which people ask for something, thank, or report that something is wrong. Data, no rules.

English is in lower case; spellings people really type are included.
"""

ORDERS = """
accept act add adjust align allow analyse analyze answer append apply ask assume audit avoid be begin benchmark book
bring build bump cache calculate call cancel catch change check checkout choose cite clarify clean clear clone close
combine comment commit compare compile complete compress compute configure confirm connect consider consolidate
continue convert copy correct count cover create debug decide dedupe define delegate delete deploy describe design
disable discard display do document double download draft draw drop dump edit email enable ensure escape estimate
evaluate examine execute explain explore export expose extend extract fetch figure fill filter find finish fix focus
follow force format generate get give go grep group guess handle help hide highlight ignore implement import improve
include increase indent infer inline insert inspect install integrate introduce investigate invoke iterate join jump
keep kill launch leave lets limit link lint list load locate lock log look lower mail make map mark match measure
mention merge migrate minimize mock model modify move name normalize note open optimize order organize output override
parse pass paste patch perform pick pin ping plan plot point polish port post prefix prepare present preserve pretend
prevent print prioritise prioritize proceed produce profile propose protect provide publish pull push put query
quote raise re-read re-run read rebase rebuild recall recheck record redo reduce refactor refer refine reformat
refresh regenerate register release reload rely remember remind remove rename render reorder repeat rephrase replace
reply report reproduce request rerun research reset resolve respect respond restart restore restructure retry return
reuse revert review revise rewrite rinse roll rotate route run save say scan schedule search see select send
separate serve set share ship shorten show sign simplify skip sleep solve sort speak specify speed split squash
stage start state stay stick stop store strip structure submit suggest summarise summarize support swap switch sync
take talk tell test think throw tidy toggle tone track translate treat trim try tune turn type undo unify uninstall
unstage untangle update upgrade upload use validate verify wait walk warn watch widen wire work wrap write
"""
"""Verbs that open an order."""

MISSPELT_ORDERS = "chekc craete creat delte exaplin reda refator remoev udpate upadte wirte wrie"

LEAD_INS = """
a actually again ah ahh alright alrighty also and anyway anyways aw awesome b bro btw but c cool could dude finally
fine first good great guys hello hey hi hm hmm hmmm hmmmm however i'd just kindly lastly like listen man maybe nah
next nice no nope now oh ok okay okey omfg omg please pls plz possibly probably quick quickly really right second so
sooo sorry sure then therefore third though thx to too ugh uh um wait well wow wtf ya yea yeah yep yes yo you
"""
"""Words that may stand before the verb of an order."""

WANTS = (
    r"\b(?:please|pls|plz|plase|can|could|would|will)\s+(?:you|u|we|i|someone)\b|\bplease\b|\bpls\b|\bplz\b"
    r"|\blet'?s\b|\blet\s+(?:us|me)\b|\bhow\s+about\b|\bwhat\s+about\b|\bi(?:'d| would)?\s+(?:\w+\s+){0,2}"
    r"(?:want|wanna|need|like\s+(?:to|you|it)|prefer\w*|love\s+(?:to|it\s+if)|wish|expect|suggest|propose|insist)\b"
    r"|\bwe\s+(?:\w+\s+){0,2}(?:want|need|should|must|could|have\s+to|gotta)\b"
    r"|\b(?:you|it|that|this|they|there)\s+(?:\w+\s+)?(?:should|must|needs?\s+to|has\s+to|have\s+to|ought)\b"
    r"|\b(?:should|shouldn'?t|must|needs?)\b|\b(?:has|have)\s+to\s+be\b"
    r"|\bi(?:'m| am)\s+(?:wondering|curious|looking\s+for|trying)|\bi\s+wonder\b|\bwondering\b|\bmake\s+sure\b"
    r"|\bgo\s+ahead\b|\bdo\s+(?:it|that|this|so|all|the|option)\b|\boption\s+\w\b|\binstead\b|\b(?:one|once)\s+more\b|\bwe\s+good\b"
)
"""Wishes and orders that need no question mark."""

QUESTIONS = (
    r"[?？]|^\W*(?:what|why|how|who|which|where|when|whose|is|are|was|were|do|does|did|can|could|should|would|will|any\s+idea"
    r"|has|have)\b(?!\s+fun)"
)

TROUBLE = (
    r"\b(?:still|not|doesn'?t|isn'?t|won'?t|wasn'?t|aren'?t|didn'?t|can'?t|cannot|couldn'?t|no\s+longer|never)\s+\w+"
    r"|\b(?:fail\w*|broken?|breaks|error\w*|bugs?|buggy|wrong|incorrect|missing|crash\w*|stuck|hangs?|slow|duplicat\w*|issue\w*"
    r"|problem\w*|weird|confus\w*|misleading|wtf|unreadable|cycle|regression|exploded?|fucked|messed|shit|too\s+\w+|to\s+(?:much|many|big"
    r"|small|long|short|slow|high|low))\b|\bno\s+(?:\w+\s+){1,4}(?:is|are|was|were)\b"
)
"""Reports of something wrong: they ask for a remedy."""

NO_TROUBLE = (
    r"\b(?:no\s+(?:problem\w*|worries|issues?|errors?)|not\s+bad|i\s+(?:\w+\s+)?(?:don'?t|do\s+not|didn'?t|can'?t|cannot|couldn'?t"
    r"|haven'?t|won'?t)\s+\w+|i(?:'m|’m| am)\s+not|don't\s+worry|works?\s+now|is\s+fixed)\b"
)

ASSENT = """
a again agreed all alright amazing and as awesome brilliant bye cheers cool correct done everything exactly
excellent expected fantastic fine for good goodbye got great haha hello help hey hi i is it job k kk lgtm lol looks
lovely me much nice no nope noted now np of ok okay okey perfect problem right see sir so sounds sure thank thanks
that the then this thx to ty understood very welcome well wonderful work works worries wow y ya yeah yep yes yo you
your yup
"""
"""A message of these words alone thanks, greets or agrees; it asks nothing."""

ASSENT_ZH = (
    r"(?:好的?|好吧|好了|行|可以|嗯+|哦+|对|是的?|没错|没问题|谢谢你?|多谢|感谢|收到|明白了?|知道了|懂了|了解|辛苦了?|不错|很好|太好了|太棒了|完美|厉害|赞|棒|你好|您好|再见|哈+|了|啊|呀|哈|吧|"
    r"非常|真|很|[\s，。！,.!~～、])+"
)
"""The same in Chinese, as an expression for the whole message."""

ASKS_BACK = (
    r"\W*(?:(?:so|please|just)[ ,]+)*"
    r"(?:let\s+me\s+know\s+(?:which|whether|what|how|when|where|if\s+(?:you(?:'d| would)|i\s+should))"
    r"|please\s+(?:confirm|choose|provide|specify|tell|pick|share|clarify|reply)|tell\s+me\s+(?:which|whether|what|how)"
    r"|(?:could|can|would)\s+you\s+(?:please\s+)?(?:confirm|tell|provide|share|clarify))\b"
    r"|请(?:您|你)?(?:确认|选择|告诉我|提供|说明|回复)"
)
"""How an agent asks without a question mark."""
