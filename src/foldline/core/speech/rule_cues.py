r"""Phrases by which people lay down standing rules. Data, no code.

In the notation of `cues`, matched against one clause with its letters in lower case and quoted words
blotted out.
"""

FRAGMENTS = {
    # Keys shared by several cues.
    "tongues": """english german french spanish italian portuguese dutch polish russian ukrainian czech turkish arabic
        hebrew hindi japanese korean chinese mandarin cantonese vietnamese thai indonesian swedish norwegian
        danish finnish greek hungarian romanian persian farsi bengali urdu tamil malay latin deutsch fran
        italiano espa 中文 日本 한국 markdown json plain bullet lower prose person tense terms words language
        sentences""",
    "styles": """tab spaces case quotes semicolons hints annotations conventional metric utc iso markdown plain
        bullet english spelling mood tense crlf _lf indent strict early f-string fstring paths async formal
        informal person words language sentences""",
    # Words that may stand before the order itself.
    "lead": r"""(?:\d+[.)]|ok|okay|okey|k|and|but|also|so|or|then|now|well|actually|again|seriously|please|pls|plz
        |plase|pleas|btw|no|nope|yes|yeah|yep|hey|hi|dude|man|bro|mate|guys|just|really|fucking|freaking|damn|omfg|omg
        |ffs|jesus|my|instead|first|second|finally|one more thing|for (?:god|fuck|heaven|christ)'?s?'? sake|remember
        |important|note|ps|nb|rule|reminder|fyi|(?:like |as )?i said|i repeat|in general|generally|as a rule|by default
        |ideally|alright|right|cool|great|good|fine|thanks|thx|it'?s fine|sorry|to be clear|hmm+|hm|anyway|anyways
        |however|in particular|above all|most importantly|at all times|everywhere|here|from now on|whatever you do
        |bitte)""",
    "neg": r"""(?:don'?t|dont|do'nt|don;t|dnt|do not|donot|never|nver|nevr|neve|neevr|let'?s (?:not|never)
        |let us not|not to|no longer)""",
    # What follows a negation that orders nothing.
    "idle": r"""(?:worry|care|mind|tell me (?:it|that|you|this|we)\b|know|think|ask\W*$|stop\W*$|leave (?:me|us)\b
        |go\W*$|you (?!dare|ever)|i\b|we\b|they|these|those|really know|see\b|seen|understand|believe|get (?:me wrong
        |why|how|what|it)\b|seem|look (?:right|good|like)|have\b|even (?:know|see)|recall|exist|work\b|forget|had|been
        |got\b|heard|happen|want (?:to )?(?:know|be|sound)|need\b|like\b|matter|apply|mean\b|make sense|was\b|were\b
        |is\b|did\b|came|went|used to|knew|saw|ran\b|(?!need|feed|embed|exceed|proceed|seed|speed|shed|bleed)\w+ed\b
        |do (?:that|this|it) ?[.!,]*$|\w+ (?:it|that|this)(?: (?:yet|now|here))? ?[.!,]*$)""",
    "always": r"(?:always|allways|alwasy|alwyas|awlays|alway)",
    "never": r"(?:never|nver|nevr|neevr|not ever)",
    "modal": r"""(?:should|shoud|shuld|must|mus|needs? to|have to|has to|ought to|got to|gotta|shall|are to
        |is to)""",
    # Things one does again and again while working.
    "doing": r"""(?:commit\w*|push\w*|merg\w+|edit\w*|chang\w+|delet\w+|remov\w+|answer\w*|repl(?:y|ying)
        |respond\w*|releas\w+|deploy\w*|touch\w*|writ\w+|creat\w+|add\w*|modif\w+|install\w*|run\w*|refactor\w*
        |renam\w+|overwrit\w+|submit\w*|execut\w+|implement\w*|book\w*|buy\w*|send\w*|post\w*|mak(?:e|ing)|do(?:ing)?
        |suggest\w*|generat\w+|test\w*|open\w*|call\w*|cancel\w*)""",
    "turn": r"""(?:commit|change|step|edit|answer|reply|message|response|prs?|pull request|release|push|turn|task
        |iteration|time|merge|deploy|round|session|chapter|scene|feature|fix|bugfix|run|refactor)""",
    "language": r"""(?:english|german|french|spanish|italian|portuguese|dutch|polish|russian|ukrainian|czech
        |turkish|arabic|hebrew|hindi|japanese|korean|chinese|mandarin|cantonese|vietnamese|thai|indonesian|swedish
        |norwegian|danish|finnish|greek|hungarian|romanian|persian|farsi|bengali|urdu|tamil|malay|latin|deutsch
        |fran[cç]ais|italiano|espa[nñ]ol|中文|日本語|한국어|markdown|json|plain text|bullet points|lower ?case|prose
        |(?:first|second|third) person|(?:past|present) tense|(?:simple|plain|layman'?s?) (?:terms|english|words
        |language)|short sentences)""",
    "style": r"""(?:tabs?|spaces|(?:snake|camel|kebab|pascal)[-_ ]?case|(?:single|double) quotes|semicolons
        |type (?:hints|annotations)|conventional commits|metric(?: units)?|utc|iso(?: 8601)?(?: dates)?|markdown
        |plain text|bullet points|bullets|(?:british|american|us|uk) (?:english|spelling)|imperative mood|(?:past
        |present) tense|lf|crlf|\d+[- ]space indent\w*|strict mode|early returns|f-?strings|(?:relative|absolute) paths
        |async/await|the (?:in)?formal|(?:first|second|third) person|(?:sentence|title) case|(?:simple|plain|short
        |easy) (?:words|language|english|sentences))""",
    "texts": r"""(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|summar(?:y|ies)|comments?|commits?
        |commit messages?|output|prs?|pull requests?|functions?|lines?|files?|methods?|classes|tests?|names?|titles?
        |sentences?|paragraphs?|diffs?|changes?|code|docs?|docstrings?|variables?|dependencies|imports?|chapters?
        |posts?|emails?|steps?|branches|things|everything)""",
    "short": r"""(?:short|brief|concise|terse|minimal|simple|tight|small|to the point|compact|under\b|below\b
        |within\b|clean|separate|atomic)""",
    "this": r"""(?:this|that|it|these|those|the (?:first|second|third|last|former|latter|one|other|new|old|idea
        |above))""",
}

PROHIBITIONS = r"""
dnt do let longer neevr nev not nver >> {lead}(?:in \w+ )?{neg} (?:(?:ever|again|just|please|pls|fucking
    |you (?:dare(?: to)?|ever)) )*(?!{idle})[a-z@`/_."']
, >> {lead}{neg}, ?$
^quit ^stop >> {lead}(?:stop|quit) (?:\w+ly )?(?:[a-z]+ing|with the)\b
avoid hands keep refrain stay steer >> {lead}(?:avoid|refrain from|(?:steer|stay) (?:clear|out|away) (?:of|from)
    |keep (?:your hands )?(?:off|away|out of)|hands off)\b
^keep ^leave >> {lead}(?:leave|keep) .+ (?:alone|untouched|unchanged|intact|as (?:it is|is|they are))\b
gain anymore any_more & do don nt nev nver nevr neevr not longer >> {neg} (?!{idle}).+\b(?:again|anymore|any more)\b
can may must shall will >> \b(?:must|shall|can|will) {never}\b|\b(?:must|shall) not\b(?! have)|\bmustn'?t\b
    |\bmay never\b
may >> \bmay not (?:change|be (?:changed|modified|touched|edited|removed|used|deleted|altered))\b
kept remain stay >> \b(?:has|have) to (?:remain|stay|be kept)\b
nobody nothing shoud should shuld >> (?<!\bi\s)\b(?:should|shoud|shuld) {never}\b|\bnobody (?:should|may)\b
    |\bnothing (?:should|may|must)\b(?! have)
nothing >> \bnothing else (?:may|should|must|is allowed)\b|\bnothing (?:gets|goes|ships|is) .*\bwithout\b
should >> {lead}(?:we|you|(?!(?:this|that|it|has|was|is|does|its|there)\b)[a-z]+s) (?:really )?should(?:n'?t
    | not)\b(?! (?:have|need|be (?:an?|the|any|too)))
^we & can't cannot cant >> {lead}we can(?:no|')?t (?:use|break|change|touch|rely|require|depend|ship|add|modify
    |drop|afford)\b
allowed banned forbidden limits no permitted prohibited taboo & are is >> \b(?:is|are) (?:(?:strictly|absolutely
    |totally|completely) )?(?:forbidden|off[- ]limits|prohibited|banned|not (?:allowed|permitted)|taboo
    |a no[- ]?go)\b(?! by)
holy mandatory must non-negotiable nonnegotiable not sacred untouchable >> \b(?:is|are) (?:sacred|untouchable|holy
    |a must|mandatory|non-?negotiable|not (?:optional|negotiable|to be \w+))\b
account case circumstance >> \bunder no circumstances?\b|\bon no account\b|\bin no case\b
aim careful prefer remember sure try >> \b(?:try|careful|make sure|be sure|aim|remember|prefer) not to\b(?! say)
    |\b(?:make sure|be sure|remember|try) to {never}\b
want >> \bi (?:never|don'?t ever) want\b
never & appear belong change contain enter go leave run touch up >> ^\W*(?!(?:it|this|that|he|she|they|i|we|you
    |there|has|have)\b)(?:[\w-]+ ){1,3}never (?:go(?:es)?|leaves?|ends? up|appears?|belongs?|contains?|changes?
    |enters?|touch(?:es)?|runs? (?:on|in|against)) \w
can't cannot cant mustn shouldn not & above beyond bigger cost exceed larger longer over take than >> \b(?:can(?:no
    |')?t|mustn'?t|shouldn'?t|(?:may|must|should|can) not) (?:cost|exceed|take (?:more|longer)|be (?:more|longer
    |bigger|larger|higher|older) than|go (?:over|above|beyond)|get (?:bigger|longer|larger))\b
supposed meant allowed permitted >> \b(?:you(?:'re| are)|u r|ur|u are) not (?:supposed|meant|allowed|permitted
    |to) \w
^no >> {lead}(?:nobody|no one|noone) (?:else )?(?:touches|edits|changes|may|can|gets|runs|pushes|commits|merges
    |deploys|should|is allowed)\b
without & using adding install introduc pulling >> \bwithout (?:using|adding|installing|introducing
    |pulling in) (?:any|new|external|third)\b
"""

ALWAYS = r"""
^allways ^alwasy ^alway ^alwyas ^awlays >> {lead}{always} (?!\w+ing\b|at\b|the\b|a\b|been|has|had|was|is\b|gets?\b
    |fails?\b|happens?|there)[a-z@`]
allways alwasy alway alwyas awlays want >> (?<!there\s)\b{modal} {always}\b|\b{always} (?:have|need|want) to\b
    |\bi (?:\w+ )?{always} want\b
we & allways alwasy alway alwyas awlays evr only ot ver >> {lead}(?:in this \w+,? )?we (?:{always}|{never}
    |only) (?:use|run|write|commit|push|keep|put|name|prefix|squash|rebase|test|lint|format|ship|merge|deploy
    |import|log|return|store|want|prefer|go|review|ask|document|touch|mock|call|add|pin|follow|start|end|make)\b
guarantee see sure & after allways alwasy alway alwyas awlays before don't dont evr ot time ver >> \b(?:make sure
    |ensure|be sure|see to it|guarantee)\b.*\b(?:{always}|{never}|don'?t|do not|nothing|no \w+ ever|(?:every
    |each) time|whenever|before (?:you |every |each |any )?(?:commit|push|merg|releas|deploy)|after (?:every|each
    |any))
each every evry >> {lead}(?:[a-z]+ .*)?\b(?:(?:after|before|with|on|for|in|at) (?:every|each
    |evry) (?:single |code |test |new )?{turn}\b)
all any each every evry whatever & are belo gets goes got has have is mus need ough shal shou shul stay >>
    {lead}(?:(?!why|what|how|is|are|was|were|do|does|did)[a-z]+ )?(?:all|every|each|any(?! of)|evry|everything
    |whatever)\b.*\b(?:{modal}|needs|gets|goes|belongs?|stays?)\b(?! (?:have \w+ed|already))
^keep >> {lead}keep (?:each|every|all)\b
^do ^keep ^name ^put ^say ^write & {tongues} >> {lead}(?:write|do|put|say|keep|document|name) (?:all|everything
    |every)\b.*\bin {language}\b
all each every >> ^(?!.*\b(?:is|are|was|were|has|have)\b)\W*(?:all|every|each) (?:\w+ ){1,3}(?:in|with|without
    |under|via|as) \w+
per time >> {lead}(?:one|1|a single) (?:step|thing|file|question|commit|change|task|function|class
    |topic) (?:at a time|per)\b
allways alwasy alway alwyas awlays >> ^\W*(?:\w+ ){0,2}\w+,? {always}[.!,;\s]*$
^all ^any ^each ^every & belong come end go live named run start written >> {lead}(?:all|every|each
    |any) (?:[\w'-]+ ){1,5}(?:go(?:es)?|lives?|belongs?|starts?|ends?|comes?|runs?|is written|are written|is named
    |are named) (?:through|in|into|under|via|to|behind|with|at|on|from|after|before)\b
every each all >> {lead}i want (?:every|each|all)\b.*\b(?:covered|tested|documented|typed|logged|reviewed|in|with)\b
always allways & are is >> {lead}(?!(?:it|this|that|he|she|they|there|i)\b)(?:[\w-]+ ){1,3}(?:is
    |are) {always} (?!\w+ing\b|\w+ed\b(?! (?:in|with|as))|the same|been|there|null|empty|wrong|slow|late|broken
    |down|red)\S
next_time >> {lead}(?:and )?next time,? (?!i\b|we (?:meet|talk|speak)|it|the)\w
next_time >> \bnext time\b,? (?:run|use|ask|check|tell|show|do|don'?t|dont|please|just|make|write|read|start|test
    |wait|first)\b
"""

OBLIGATIONS = r"""
msut must >> {lead}(?:all|every|each|any|everything|(?!(?:this|that|it|there|he|she|you|i|a
    |an)\b)(?:[a-z]+ ){0,2}?(?!(?:this|has|was|is|does|its|perhaps)\b)[a-z]+[a-rt-z]s) (?:\w+ ){0,4}?(?:must
    |msut) (?!have\b|of\b|not have)\w
msut must >> \b(?:must|msut) (?:also |still )?(?:stay|remain|keep|continue to|be kept|be preserved)\b
must >> \byou must (?!be\b|have\b|feel|look|sound|seem|mean|admit)\w
critical crucial essential imperative important mandatory vital >> \b(?:it'?s|it is|its) (?:(?:very|really
    |absolutely) )?(?:crucial|important|critical|essential|vital|imperative|mandatory) (?:that|to|you)\b
^must >> {lead}must (?!(?:be (?:the|an?|some|my|your|that|because|due|it|something|from)|have|say|admit|confess|i
    |we|you|it|a|of)\b)\w
"""

ONLY = r"""
^only >> {lead}only (?:ever )?(?:use|touch|edit|modify|change|commit|push|write|work|answer|reply|respond|speak
    |import|read|run|add|do|make|ask|return|print|output|log|show|give|create|target|support|call|install|look|talk
    |include|mention|suggest|stdlib|the standard|(?:when|if) (?:i|asked|told|really|necessary|absolutely|needed))\b
^answer ^change ^commit ^edit ^import ^modify ^read ^reply ^return ^touch ^use ^write & only >> {lead}(?:use|touch
    |edit|modify|change|read|answer|reply|commit|write|return|import) only\b
only >> \b(?:i|we)(?:'d| would)? (?:would )?only (?:ever )?(?:want|accept|need to see)\b
else >> \b(?:anything|everything|all) else (?:is (?!fine|ok|good|great|the same|working|done)|must|should|stays?
    |goes)
only >> \bonly (?:when|if) i (?:ask|say|tell|explicitly|confirm|approve)\b
only >> \byou only (?:review|answer|ask|suggest|watch|comment|edit|write|check|give|help|plan)\b
confine exclusively limit restrict stick strictly work >> {lead}(?:stick (?:to|with)|restrict yourself
    |limit (?:yourself|your|all)|confine yourself|work only|strictly|exclusively)\b
only >> ^\W*(?:\w+ ){0,2}(?!(?:is|are|was|works?|it|this|that|linux|windows|mac|read)\b)\w+ only[.!,;\s]*$
only >> ^\W*(?!(?:the|this|that|these|those|it|i|we|you|they|for)\b)(?:[\w.-]+ ){1,3}only[.!,;\s]*$
only >> \b(?:the only (?:one|person|thing) who|only i (?:may|can|do|get)|i only want)\b
"""

PREFERENCES = r"""
despise detest dislike favor favour hate insist loathe perfer prefer stand >> \bi (?:\w+ ){0,2}(?:prefer|perfer
    |prefere|favou?r|hate|despise|can'?t stand|dislike|loathe|detest|insist on) (?!(?:if|it if|not to say
    |that (?:we|you)|{this}|you|my|option|to (?:move|do|see|have|rename|keep it|say|go)|when it|how|one|him
    |her)\b)\w
prefer & i'd id >> \bi'?d (?:much )?prefer (?!(?:if|it if|that (?:we|you)|{this}|option|to (?:move|do|see|have
    |rename|keep it|go))\b)\w
rather >> \bi'?d (?:much )?rather (?:not|you (?:not|did ?n'?t|never|always|ask\w*)|have .+ than|\w+ .+ than)\b
preference than >> \bmy (?:strong )?preference is\b|\bi like .+ (?:better|more) than\b
care than value >> \bi (?:value|care about) .+\b(?:over|more than)\b|\b(?:matters?|counts?
    |is more important) (?:more )?than\b
want >> \bi (?:\w+ )?(?:don'?t|dont|do not) (?:\w+ )?want (?!to (?:be|sound|seem|bother|say|know|wait|spend)\b
    |(?:it|that|this) ?[.!]*$)\w
^we & do >> {lead}we (?:really )?(?:don'?t|dont|do not) (?:want|use|do|commit|ship|support|allow|accept|write|mock
    |push|merge|touch|rely on|put|break|like|store|log|eat|drink|fly)\b(?! (?:it|that|this) ?[.!]*$)
accept care like need tolerate & do >> \bi (?:don'?t|dont|do not) (?:like|need|care for|accept
    |tolerate) (?!(?:{this}|the|how|what|where|him|her|your|them|my|to|help)\b)[a-z]+
'd expect need want would & to >> \bi (?:want|need|expect|would like|'d like) (?:you|u) to (?:{always}|{never}|not
    |only|stop|answer|reply|respond|speak|be|ask|stay)\b
expect need want >> \bi (?:want|need|expect) (?:all|every|each|everything)\b(?! (?:of (?:it|them|this) )?(?:removed
    |deleted|fixed|gone|back))
asked begged instructed said told >> \bi (?:told|asked|begged|said|instructed) (?:you )?(?:not to|to {never}
    |to {always}|{never}|no\b|don'?t|to stop|to only|only to)\b
^favor ^favour ^prefer >> {lead}(?:prefer|favou?r) \w+
everywhere >> \bi want .+ everywhere[.!,;\s]*$
^assume >> {lead}assume (?:that )?i(?:'m| am| know| don'?t| have (?:no|never))\b
first king priority important beats >> \b(?:comes? first|(?:is|are) (?:king|the priority)|beats)\b(?! (?:in|on) the)
rather >> \bi'?d (?:much )?rather you (?!tell|explain (?:why|how|what)|use (?:this|that))\w
count >> \b\w+s count as \w+
before & approve check confirm know look read review see sign >> \bi (?:want|need|would like|'?d like
    |have) to (?:review|see|approve|check|confirm|know|read|look at|sign off)\b.*\bbefore (?:it|you|they|we|any
    |that|committing|merging|pushing)\b
bore annoy hate confus >> \b\w+ (?:bores?|annoys?|confuses?|irritates?) me\b
dead >> \b(?:is|are) dead to (?:us|me)\b
"""

CONVENTIONS = r"""
^for ^in ^on & my our the this >> {lead}(?:in|for|on) (?:this|our|the|my) (?:project|repo\w*|codebase|team|session
    |conversation|chat|company|story|game|app|house)\b,? .*\b(?:we|use|keep|always|never|only|don'?t|prefer
    |everything)\b
^we & are follow run stick support target use work >> {lead}we (?:use|follow|stick to|target|support|work with|run
    |are on) .+\b(?:here|everywhere|only|exclusively|for (?:everything|all)|in this (?:repo\w*|project|codebase)
    |not \w+|no \w+) ?[.!)]*$
^we & support target >> {lead}we (?:target|support) \S+ only\b
^use >> {lead}use (?:[\w@`'"/.+\#-]+ ){1,4}(?:instead of|rather than|over|and not
    |not) (?:[\w@`'"/.+\#-]+ ?){1,3}[.!)]*$
^use & {styles} >> {lead}use {style}\b
^use >> {lead}use .+\bfor (?:all|everything|every new|any new)\b
^use & consistently default everywhere throughout times >> {lead}use .+\b(?:everywhere|throughout|consistently
    |at all times|by default)\b
^for >> {lead}for (?!this\b|that\b|now\b|it\b|example|instance)[\w\s]{2,30}?,? (?:(?:always|please|only) )?(?:use
    |prefer|stick)\b
default doubt >> {lead}(?:default to|when in doubt)\b
^treat >> {lead}treat (?:all |every )?[\w\s]{2,30} as \w+
are belong go live stay with & branches comment commit docs functions identifiers message name test variables >>
    {lead}(?:\w+ )?(?:tests?|comments?|names?|commits?|commit messages?|docs|docstrings|identifiers|variables
    |branches|functions) (?:(?:go|belong|are|stay|live) (?:in|under|at|always|written)|(?:start|begin|end) with)\b
everywhere >> ^\W*\w+ everywhere(?: please)?[.!,;\s]*$
^we & around codebase here project repo team >> {lead}we (?:write|speak|code|do|have|keep|put|name|prefix|deploy
    |release|ship|commit|indent|format|test|log|store) .+\b(?:here|in this (?:repo\w*|project|codebase|team)
    |on this team|around here)[.!,;\s]*$
snake camel pascal kebab upper title lower >> {lead}(?:[\w]+ )?\w+s?(?: names?)? in (?:upper_snake|screaming_snake
    |upper|snake|camel|pascal|kebab|title|lower)[-_ ]?(?:case)?\b
^my ^our ^the ^this & uses follows targets supports >> {lead}(?:this|the|our|my) (?:project|repo\w*|codebase|team
    |app|company|house) (?:only )?(?:uses|follows|targets|supports) \w
^we >> {lead}we (?:use|follow) (?!(?:it|this|that|the|a|an|to)\b)[\w@./+-]+(?: [\w-]+)?(?:,? not [\w-]+)?[.!,;\s]*$
sorted ordered named formatted written prefixed indented grouped wrapped typed >> ^\W*(?:and )?(?!(?:the|this|it|i
    |we|you|they|how|why|is|are|was)\b)(?:[\w-]+ )?\w+s (?:sorted|ordered|named|formatted|written|prefixed|indented
    |grouped|wrapped|typed) (?:by|in|as|with|like|at|alphabetically|after|strictly)
: >> ^\W*(?:commit messages?|commits|names?|branch names?|style|tone|language|format|naming|indentation|tests
    |comments|docs|answers|replies):\s*$
{tongues} & in >> ^\W*(?:and )?(?!(?:the|this|my|your)\b)(?:[\w-]+ )?\w+s in {language}[.!,;\s]*$
in_this in_our here & app codebase game house project repo story team >> {lead}(?!(?:it|this|that|he|she|they|there
    |i|we|you)\b)(?:[\w-]+ ){1,3}(?:is|are|go|goes|live|lives|use|uses|get|gets) (?!(?:\w+ing|broken|wrong|missing
    |not|a bug)\b).+\b(?:in (?:this|our) (?:app|repo\w*|project|codebase|game|story|team|house))[.!,;\s]*$
^write & code comments commits components docs functions messages names queries scripts tests >>
    {lead}write (?:all )?(?:tests|docs|comments|code|functions|commits|names|messages|queries|scripts
    |components) (?:in|with|like|as|without|that|so) (?!(?:the|this|that|a|an|my)\b)\w
"""

STYLE = r"""
answer chat communicate continue converse explain reply respond speak talk write & {tongues} >> {lead}(?:(?:can
    |could) you )?(?:please )?(?:answer|reply|respond|speak|talk|communicate|converse|chat|explain (?:things
    |everything)|continue|write) (?:(?:to me|me|back|only|always|everything|all \w+) )*in (?:(?!my\b
    |a\b)\w+ )?{language}\b(?! (?:and|or|that|which|about|for|with))
^speak & {tongues} >> {lead}speak {language}\b
^keep & {tongues} >> {lead}keep (?:it|this|everything|the \w+) in {language}\b
only please pls plz & {tongues} >> {lead}(?:in )?{language} (?:only|please|pls|plz)(?: please)? ?[.!]*$
comments identifiers names & {tongues} >> {lead}{language} (?:comments|names|identifiers)\b
anglais auf espanol español francais français ingles inglés italiano portugues português по-русски >>
    \b(?:auf (?:deutsch|englisch)|en (?:fran[cç]ais|espa[nñ]ol|ingl[eé]s|anglais)|in italiano|em portugu[eê]s
    |по-русски)\b
only please pls >> ^\W*\w+s in [\w-]+(?: \w+)? (?:please|pls|only)\b
^keep & to_ at_ shor brie conc ters mini simp tight small point comp under below within clea sepa atom >>
    {lead}keep (?:(?:your|the|all|my|our|its|any|these|those) )?(?:\w+ )?{texts} (?:\w+ )?(?:{short}|(?:to
    |at) (?:one|two|three|an?|\d+|max)\b)
^be ^stay & be stay >> {lead}(?:be|stay) (?:(?:more|very|as|always|brutally) )?(?:concise|brief|terse|direct|blunt
    |honest|succinct|formal|informal|polite|short|laconic|in character|critical|precise|strict|boring)\b
^address ^call >> {lead}(?:call|address) (?:me|yourself|her|him|them) (?!(?:back|when|if|later|a)\b)\w+
^refer >> {lead}refer to .+ as\b
are_to_be _be_ & should shoud shuld mus need have has ought got shall to_be >> {lead}{texts} (?:{modal} be
    |are to be) \w+
concise fewer less more shorter simpler & answ apol comm deta emoj expl pros ques ref rep resp sum tal tex ver wor >>
    {lead}(?:shorter|fewer|less|no more|more concise|simpler) (?:\w+ )?(?:answers|replies|responses|talk|talking
    |text|words|explanations?|explaining|comments|prose|emojis?|details?|summar\w+|verbosity|questions|refactors?
    |apolog\w+)\b
point spare >> {lead}(?:get to the point|spare me)\b
^speak ^talk >> {lead}(?:speak|talk) (?:to me )?(?:like|as if)\b
below max under within & 0 1 2 3 4 5 6 7 8 9 >> ^\W*{texts} (?:under|below|within|max) \d
cut drop leave lose omit quit skip & apol comm disc emoj expl fill flat fluf intr plea prai prea reca smal summ >>
    {lead}(?:(?:skip|drop|cut|quit|leave out|omit|lose) (?:the|all|your|any) (?:\w+ )?(?:emojis?|flattery|fluff
    |praise|filler|summar\w+|explanations?|intro\w*|preamble|small talk|pleasantries|apolog\w+|disclaimers?|recap
    |commentary))\b
^keep ^stay & brie casu civi clea fact fami form frie ligh pg poli prof real safe seri sfw shor simp ters topi >>
    {lead}(?:keep|stay) (?:(?:it|this|things|everything|the \w+) )?(?:pg|sfw|safe|clean|civil|family|light|simple
    |short|professional|formal|casual|friendly|polite|realistic|serious|brief|terse|on topic|factual)\b
^act ^answer ^play ^reply ^respond ^speak ^talk ^write & as for >> {lead}(?:speak|write|talk|reply|answer|act
    |respond|play) (?:only )?as (?:\w+ ){1,3}only\b
only >> ^\W*so only (?![\w'-]+ (?:is|are|was|works?|fails?|does|did|has)\b)\w
like_ as_if >> {lead}(?:treat|talk to|speak to|address) (?:me|us|him|her) (?:like|as)\b
^answer ^describe ^explain ^show & with in_ like_ >> {lead}(?:explain|describe|answer|show) (?:stuff|things
    |everything|it all|all this|code|concepts|ideas) (?:with|in|like|using|by|to me|as)\b
that >> {lead}(?:write|use|keep|make|give) (?:me )?(?:\w+ ){1,3}that (?:an?|any|every|even an?) \w+ (?:can|could
    |would) (?:read|understand|follow|use)\b
deutsch >> \b(?:sprich|antworte?|schreibe?|rede|bitte)\b.*\bdeutsch\b|\bdeutsch bitte\b
"""

SCOPES = r"""
form forward from henceforth >> \b(?:from|form) (?:now|here) on\b|\bfrom (?:this point|today|here) (?:on|forward
    |onwards?)\b|\b(?:going|moving) forward\b(?! (?:with|to)\b)|\bhenceforth\b
coming entire further future later remainder rest whole & for >> \bfor the (?:rest|remainder) of\b|\bfor (?:this
    |the) (?:whole|entire|rest) (?:session|project|conversation|chat|day|story)\b|\bfor all (?:future|later|further
    |coming)\b
circumstance further till unless until >> \b(?:until|till|unless) (?:i|we) (?:(?:explicitly|specifically
    |clearly) )?(?:say|tell|ask|approve|confirm|give|ok|sign|request|allow|decide|change|review)\b
    |\buntil further notice\b|\bunder any circumstances?\b
unless >> \bunless (?:told|asked|instructed|i'?ve|explicitly|specifically|you(?:'re| are) (?:told|asked)|necessary
    |absolutely|otherwise|there'?s (?:a good|no other))\b
without >> \bwithout (?:first )?(?:asking|telling|checking with|consulting|my\b|permission|approval|explicit
    |confirmation|confirming)\b
future & in >> ^(?!.*\b(?:might|maybe|may|could|perhaps|possibly|will)\b).*\bin (?:the )?future\b(?=\W*$|\s*[,:]
    | (?:please|pls|do|don'?t|dont|use|never|always|i|we|you|keep|make|ask|show|just|only|all|every)\b)
^if ^when & doubt stuck sure uncertain >> {lead}(?:when|if) (?:you(?:'re| are)? )?(?:not sure|unsure|in doubt|stuck
    |uncertain)\b
^if & ambiguous unclear >> {lead}if (?:something|anything) is (?:unclear|ambiguous)\b
max more most up >> \b(?:max(?:imum)?|at most|no more than|not more than|up to) \d+ ?(?:%|\w+) (?:per|each|a
    |for (?:any|every|each))\b
^limit >> {lead}limit .+ to \d+\b
^no & unless except without >> {lead}no (?:[\w'-]+ ){1,6}(?:unless|except|without)\b
"""

ASK_FIRST = r"""
bear memorize mind rember remeber remember take >> {lead}(?:(?:please|always|also) )*(?:remember|remeber|rember
    |(?:keep in mind|bear in mind|take note)(?!.*\b(?:have|has|had|there|was|were)\b)|memorize) ?(?:,|:|that\b
    |to (?:{always}|{never}|not)\b|(?:we|this|the|my|our|all|i)\b|@)(?! (?:last|when|how|time))
remember >> \bremember to \w+
ask by check confirm consult talk >> \b(?:ask|consult|check with|confirm with|talk to|run it by) me (?:first|before
    |when|if|whenever)\b|\bask (?:first|before|for permission|for (?:my )?(?:approval|confirmation))\b
ask >> \bask (?:me )?(?:if|when|whenever) (?:anything|something|it|you|there)\b|^\W*(?:if|when
    |in) .*\bask(?: me)? ?[.!]*$
confirm my wait >> \b(?:wait for|get|needs?|require|without) my (?:ok|okay|approval|confirmation|go|go-?ahead
    |permission|sign-?off|consent|review)\b|\bconfirm (?:with me )?before\b|\bwait for me\b
before show stop >> \blet me (?:approve|confirm|review|see|check)\b.*\bbefore\b|\bshow me\b.*\bbefore (?:you
    |committing|applying|pushing|running|changing|doing)\b|\bstop and ask\b
"""

PERMISSIONS = r"""
allow authorise authorize cleared feel free granted have permit trust welcome >> {lead}(?:feel free to \w+
    |you(?:'re| are) (?:allowed|free to(?! go)|welcome to|authori[sz]ed|permitted|cleared)
    |you have (?:my |full )?(?:free rein|free hand|permission|access|authority|blessing)|permission (?:is )?granted
    |i (?:allow|authori[sz]e|permit|trust) you)\b
can could may & always fit freely like need time whenever wish without >> \b(?:you|u) (?:can|may
    |could) (?:\w+ )*?(?:always|freely|whenever|any ?time|at any time|without|if (?:you )?need(?:ed)?
    |as (?:you )?(?:needed|like|wish|see fit))\b
can if >> \b(?:you|u) (?:can|may) .*\bif (?:you )?(?:need|want|have) ?(?:to|it)\b|\b(?:you|u) can .*\b(?:any\w*
    |whatever|wherever|however) (?:\w+ )?(?:you (?:want|like|need))\b
have need >> \b(?:you|u) (?:don'?t|dont|do not) (?:need|have) to (?:ask|wait|confirm|check|worry about|explain
    |write|show|run|test|commit|apologi[sz]e|be|use)\b
^no & need >> {lead}no need to (?:ask|confirm|check|wait|explain|apologi[sz]e|thank|be|comment|summari[sz]e|repeat
    |worry about)\b
assume auto decide >> \bassume (?:yes|approval|i agree|i approve)\b|\bauto[- ]?(?:accept|approve|commit
    |run)\b.*\b(?:all|everything|session|every)\b|\byou decide (?:on|about|how|what|which)\b
root sudo access permission internet >> \byou (?:don'?t|do not|won'?t) get (?:any )?(?:root|sudo|access|permission
    |internet)\b
"""

DECLARED = r"""
constraint convention guideline policy preference rule & : is >> ^[\W_]*(?:(?:new|hard|ground|house|golden
    |important|general|first|the|another|one|standing|my|our|last) )*(?:rule|policy|constraint|convention|guideline
    |preference)s? ?(?:\#?\d+)? ?(?:is|:)(?: ?\S|\s*$)
"""

BINDING = (
    PROHIBITIONS,
    ALWAYS,
    OBLIGATIONS,
    ONLY,
    PREFERENCES,
    CONVENTIONS,
    STYLE,
    SCOPES,
    ASK_FIRST,
    PERMISSIONS,
    DECLARED,
)
"""A clause that one of these matches lays down a rule."""
