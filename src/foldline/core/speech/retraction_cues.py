r"""Phrases by which people take a rule back. Data, no code.

In the notation of `foldline.core.speech.cues`, matched against one clause in lower case.
"""

FRAGMENTS = {
    "drop": r"""(?:forget|scrap|drop|ignore|disregard|cancel|undo|revoke|lift|retract|nix|overrule|withdraw|discard
        |never ?mind|remove|kill|ditch|lose|strike|delete|stop following|skip|abandon|waive|relax)""",
    "unsay": r"""(?:forget|scrap|ignore|disregard|revoke|retract|lift|nix|never ?mind)""",
    "rule": r"""(?:rules?|instructions?|restrictions?|bans?|constraints?|requirements?|preferences?|orders?
        |guidelines?|policy|policies|prohibitions?|limits?|conventions?|caps?|embargo)""",
    "gone": r"""(?:off|gone|lifted|void|cancell?ed|over|history|dead|obsolete|dropped|moot|no more|outdated
        |revoked)""",
    "fine": r"""(?:ok|okay|fine|alright|all right|allowed|permitted|welcome|good|in)""",
}

LIFTS = r"""
i_said i_told i_wrote i_asked >> \b{drop} (?:about )?(?:everything |all )?(?:what|that) i (?:said|told|wrote
    |asked)\b
rule instr restr ban constr requ pref order guid polic prohib limit conv cap embargo >> \b{drop} (?:about )?(?:the
    |that|my|this|your|our) (?:[\w'`-]+ ){0,6}?{rule}\b
rule instr restr ban constr requ pref order guid polic prohib limit conv cap embargo >>
    \b{rule} (?:[\w'`-]+ ){0,5}?(?:no longer|doesn'?t|does not|(?:is|are) {gone})\b
take >> \bi(?:'ll)? take (?:that|it|this|.+) back\b|\bi take back\b
mind >> \bi(?:'ve| have)? changed my mind (?:about|on)\b
longer >> \bno longer (?:need|have|required?|necessary|applies|apply|binding|holds?|in force|matters?)\b
anymore any_more any_longer >> \b(?:don'?t|do not|needn'?t|no need to|not) (?:need|have|required
    |bound)?.*\b(?:anymore|any more|any longer)\b
forget scrap ignore disreg revoke retract lift nix mind & it that this those them >>
    [,;:] ?(?:\w+ )?{unsay} (?:about )?(?:it|that|this|those|them)\W*$
"""
"""A clause that lifts a rule in so many words."""

ALLOWS_AGAIN = r"""
again after_all >> \b(?:you|u|we) (?:can|may|could|are (?:allowed|free|welcome) to) .+\b(?:again
    |after all)\b(?! and)
again after_all >> \b(?:it'?s|it is|its) {fine} to .+\b(?:again|after all)\b
again after_all >> \b(?:is|are) {fine} (?:again|after all)\b|\bfeel free to .+\b(?:again|after all)\b
back >> \b(?:is|are) back (?:in|on)\b|\b(?:you can|you may|feel free to) go back to \w+ing\b
actually second_thought >> \b(?:actually|on second thoughts?),? (?:you (?:can|may)|it'?s {fine} to|feel free to)\b
"""
"""A permission that only makes sense after a prohibition."""

ALLOWS_NOW = r"""
now >> \b(?:you|u|we) (?:can|may|could|are (?:allowed|free|welcome) to) .+\bnow\b(?! and)
now >> \b(?:it'?s|it is|its) {fine} to .+\bnow\b|\b(?:is|are) (?:allowed|permitted|welcome) now\b
now >> \bnow (?:you|u|we) (?:can|may|are (?:allowed|free) to) \w
"""
"""A permission that may come after a prohibition, or after some work."""

LIFTS_ZH = r"""
忘 取消 撤 作废 收回 废除 解除 不用 不再 忽略 >> (?:忘掉|忘了|忘记|取消|撤销|撤回|作废|收回|废除|解除|不用再?遵守
    |不再遵守|忽略)\S{0,16}(?:规则|要求|限制|规定|说的|那条|约定|指示|禁令)
作废 取消 不算 不适用 撤销 免了 失效 不用管 收回 >> (?:规则|要求|限制|规定|约定|这条|那条|说的|说过的
    |说法)\S{0,6}(?:作废|取消|不算|不适用|撤销|免了|失效|不用管|收回)
再 >> (?:不用|不必|无需|不需要|用不着)再\S
"""
"""The same in Chinese."""

ALLOWS_ZH = r"""
可以 >> (?:现在|又|其实|还是)\S{0,4}可以\S+|可以\S+了(?:\W|$)|可以(?:重新|再次|继续|恢复)\S
允许 恢复 >> (?:允许|恢复)\S+了(?:\W|$)|重新允许\S
"""

POINTS_BACK = r"""
forget scrap ignore disreg revoke retract lift nix mind >>
    ^\W*(?:please |just |you can |now |but |so |well )*{unsay} (?:about )?(?:it|that|this|those|them)(?: one
    | rule)?(?: now| again| please)?\W*$
that this it >> ^\W*(?:but )?(?:that|this|it)(?: one| rule)?(?:'s| is| was)? (?:no longer (?:applies|holds|needed
    |necessary)|doesn'?t (?:apply|hold)(?: anymore| any ?more)?|{gone})\W*$
take >> ^\W*(?:but )?i take (?:that|it|this) back\W*$
作废 取消 不算 撤销 免了 失效 不用 收回 >> ^\W*(?:但|现在|就|那)*(?:这|那|上面|前面)?(?:条|个|一条|点|句
    |句话)?\S{0,3}(?:作废|取消|不算|撤销|免了|失效|不用管|不用遵守|收回)\S{0,3}$
"""
"""A clause that takes back what the clause before it names."""
