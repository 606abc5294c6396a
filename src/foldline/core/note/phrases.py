"""The fixed frames in which a built-in note sets its quotations, in the languages of the templates.

Frames hold no names and no facts: whatever stands between quotation marks or after a colon comes from the session.
"""

from msgspec import Struct
from msgspec.structs import replace


class Phrases(Struct, frozen=True):
    """The frames of one language; `{}` is where the quotation goes."""

    none: str
    rules_below: str
    rule_from: str
    earlier: str
    began: str
    current: str
    answered_request: str
    open_request_at: str
    open_request_below: str
    request_follows: str
    asked: str
    answered: str
    finished_later: str
    goes_on_later: str
    at_work: str
    open_at_work: str
    comma: str
    colon: str
    last_step: str
    edited: str
    plan: str
    user_said: str
    chose: str
    refused: str
    agreed: str
    answered_choice: str
    commit: str
    repository: str
    branch: str
    last_commit: str
    pushed: str
    uncommitted: str
    clean: str
    tests: str
    passed: str
    failed: str
    no_outcome: str
    stale: str
    commands: str
    open_request: str
    open_question: str
    last_report: str
    agent_asked: str
    remaining: str
    go_on: str
    go_on_there: str
    do_open_request: str
    wait_for_answer: str
    listed: str
    follow_newest: str
    wait: str
    left_branch: str
    context: str
    people: str
    last_said: str
    newest: str
    status_answered: str
    status_waiting: str
    status_working: str
    user: str
    assistant: str
    files_in: str
    changed: str
    changed_one: str
    under: str
    names: str
    stop: str
    committed: str
    says: str
    answered_only: str
    changed_nothing: str


ENGLISH = Phrases(
    none="(none)",
    rule_from="The rule “{}” stands in: “{}”",
    rules_below="The user's rules stand word for word at the end of this summary ({}): follow every one.",
    earlier="{} earlier items are in the original.",
    began="The work began with: “{}”",
    current="Being worked on: “{}”",
    answered_request="Latest request, already dealt with: “{}”",
    open_request_at="The open request stands word for word under “{}”.",
    open_request_below="The open request stands word for word below.",
    request_follows="The newest request stands in the messages that follow.",
    asked=" (asked: “{}”)",
    answered="Answered “{}”",
    finished_later="The latest request was finished in the messages that follow.",
    goes_on_later="The latest request goes on in the messages that follow.",
    at_work="The latest request is begun, not finished.",
    open_at_work="The open request is begun, not finished.",
    comma=", ",
    colon=": ",
    last_step="Last step: “{}”",
    edited="Edited so far: {}",
    plan="Plan: {}",
    user_said="“{}” (user)",
    chose="“{}” (user) chose: {}",
    refused="“{}” (user) turned down: {}",
    agreed="“{}” (user) agreed to: {}",
    answered_choice="“{}” (user), asked: “{}”",
    commit="commit {}",
    repository="Repository: {}",
    branch="branch `{}`",
    last_commit="last commit {}",
    pushed="pushed",
    uncommitted="changed since: {}",
    clean="no edits since",
    tests="Last run of `{}`: {}",
    passed="passed",
    failed="failed",
    no_outcome="outcome unknown",
    stale="files were changed after this run",
    commands="Commands that worked here: {}",
    open_request="Open request, word for word:",
    open_question="The agent's question that has no answer yet, word for word:",
    last_report="Last report: {}",
    agent_asked="The agent asked “{}” and has no answer yet: wait for it.",
    remaining="Named as left, to be done only when the user asks for it:",
    go_on="Go on with the request in progress.",
    go_on_there="Go on from the messages that come after this summary.",
    do_open_request="Answer the open request.",
    wait_for_answer="Wait for the user's answer to the open question.",
    listed="On the task list: {}",
    follow_newest="Follow the newest request in the messages that come after this summary.",
    wait="Nothing is pending: wait for the next request.",
    left_branch="A branch of the conversation was explored and left: {}",
    context="Set-up: “{}”",
    last_said="Last said: {}",
    people="Taking part: {}",
    newest="Newest request: “{}”",
    status_answered="Status: answered; waiting for the user.",
    status_waiting="Status: waiting for the user's answer to “{}”",
    status_working="Status: in progress.",
    user="User",
    assistant="Assistant",
    files_in="{} and {} more",
    changed="I changed {} files{}",
    changed_one="I changed {} file{}",
    under=" under {}",
    names=" ({})",
    stop=".",
    committed="I committed “{}”.",
    says="{} says: “{}”",
    answered_only="I answered in conversation.",
    changed_nothing="I changed no files.",
)

CHINESE = Phrases(
    none="（无）",
    rule_from="规则“{}”出自：“{}”",
    rules_below="用户定下的规则（{} 条）原文见本摘要末尾：必须逐条遵守。",
    earlier="更早的 {} 项见原文。",
    began="工作始于：“{}”",
    current="正在处理：“{}”",
    answered_request="最近一次要求（已处理）：“{}”",
    open_request_at="未答复的要求原文见“{}”。",
    open_request_below="未答复的要求原文见下文。",
    request_follows="最新的要求见其后的消息。",
    asked="（要求：“{}”）",
    answered="已回答“{}”",
    finished_later="最近一次要求在其后的消息中完成。",
    goes_on_later="最近一次要求在其后的消息中继续。",
    at_work="最近一次要求已开始，未完成。",
    open_at_work="未答复的要求已开始处理，未完成。",
    comma="，",
    colon="：",
    last_step="最后一步：“{}”",
    edited="目前已修改：{}",
    plan="计划：{}",
    user_said="“{}”（用户）",
    chose="“{}”（用户）选择：{}",
    refused="“{}”（用户）否决了：{}",
    agreed="“{}”（用户）同意：{}",
    answered_choice="“{}”（用户），助手问的是：“{}”",
    commit="提交 {}",
    repository="仓库：{}",
    branch="分支 `{}`",
    last_commit="最近提交 {}",
    pushed="已推送",
    uncommitted="此后改动：{}",
    clean="此后无改动",
    tests="最近一次运行 `{}`：{}",
    passed="通过",
    failed="失败",
    no_outcome="结果不明",
    stale="此次运行之后文件又有改动",
    commands="此处可用的命令：{}",
    open_request="未答复的要求（原文）：",
    open_question="助手尚未得到答复的问题（原文）：",
    last_report="最近一次汇报：{}",
    agent_asked="助手问了“{}”，尚未得到答复：请等待答复。",
    remaining="列为剩余，仅在用户要求时再做：",
    go_on="继续处理进行中的要求。",
    go_on_there="从本摘要之后的消息继续。",
    do_open_request="答复未答复的要求。",
    wait_for_answer="等待用户答复上述问题。",
    listed="任务清单：{}",
    follow_newest="以本摘要之后消息中最新的要求为准。",
    wait="没有待办：等待下一个要求。",
    left_branch="对话曾探索过另一分支后离开：{}",
    context="设定：“{}”",
    last_said="最后说的是：{}",
    people="参与者：{}",
    newest="最新要求：“{}”",
    status_answered="状态：已答复，等待用户。",
    status_waiting="状态：等待用户答复“{}”",
    status_working="状态：进行中。",
    user="用户",
    assistant="助手",
    files_in="{} 等另外 {} 个",
    changed="我修改了 {} 个文件{}",
    changed_one="我修改了 {} 个文件{}",
    under="，位于 {}",
    names="（{}）",
    stop="。",
    committed="我提交了“{}”。",
    says="{}说：“{}”",
    answered_only="我在对话中作了答复。",
    changed_nothing="我没有修改文件。",
)


def phrases(language: str) -> Phrases:
    """The frames of a language; English where there are none of its own.

    >>> phrases("zh").none
    '（无）'
    """
    return CHINESE if language == "zh" else ENGLISH


_OF_KIND: dict[tuple[str, Phrases], dict[str, str]] = {
    ("branch", ENGLISH): {
        "current": "Being worked on when the branch was left: “{}”",
        "at_work": "The latest request of the branch was begun and not finished.",
        "go_on": "It was left unfinished; take it up only when the user asks for it.",
        "agent_asked": "The agent had asked “{}”; with the branch left, the question is not open any more.",
        "listed": "On the task list of the branch: {}",
        "wait": "Nothing was left to do there.",
    },
    ("branch", CHINESE): {
        "current": "离开分支时正在处理：“{}”",
        "at_work": "该分支最近一次要求已开始，未完成。",
        "go_on": "离开时尚未完成；仅在用户要求时再继续。",
        "agent_asked": "助手曾问“{}”；分支已离开，此问题不再待答。",
        "listed": "该分支的任务清单：{}",
        "wait": "那里没有留下待办。",
    },
    ("handoff", ENGLISH): {
        "rules_below": "The user's rules stand word for word at the end of this document ({}): follow every one.",
    },
    ("handoff", CHINESE): {
        "rules_below": "用户定下的规则（{} 条）原文见本文档末尾：必须逐条遵守。",
    },
}


def phrases_for(kind: str, language: str) -> Phrases:
    """The frames of one kind of text: of a branch that was left nothing is an order, a hand-off is a document.

    >>> phrases_for("branch", "en").wait
    'Nothing was left to do there.'
    >>> phrases_for("full", "en") == phrases("en")
    True
    """
    usual = phrases(language)
    own = _OF_KIND.get((kind, usual))
    return replace(usual, **own) if own else usual
