/** What this view says, in both languages, and the names of roles, places and times. */
import { language, number, words } from "../i18n.js";

const told = words({
  en: {
    title: "Try it", lead: "Fold a conversation and look at what comes out. Nothing is written unless you save a copy.",
    drop: "Drop a session file here", or: "or", choose: "Choose a file", dropHint: "Sessions of Claude Code, Codex, pi or oh-my-pi, or a list of chat messages. Up to 200 MB; it stays on this machine.",
    machine: "On this machine", machineNone: "No sessions of Claude Code, Codex, pi or oh-my-pi were found here. Drop a file instead.", looking: "Looking for sessions…", again: "Look again",
    several: "This file holds {n} conversations. Choose one.", unreadable: "This file can't be read as a conversation", notConversation: "There is no conversation in this file", failed: "That did not work",
    another: "Open another", cancel: "Cancel", cancelled: "Cancelled. Nothing was changed.",
    reading: "Reading the file", planning: "Counting tokens and looking for the cut", writing: "Collecting facts and writing the summary", sending: "Sending the file", opening: "Opening {name}",
    full: "The model writes the summary", update: "The model brings the summary up to date", turn_prefix: "The model sums up the turn that was cut", short: "The model writes the short summary", handoff: "The model writes", branch: "The model writes",
    attempt: "attempt {n}", waitingSection: "still to come", writingSection: "being written", writtenSection: "written", written: "{n} characters written",
    messages: "Messages", nMessages: "{n} message{s}", nTokens: "{n} tokens", counted: "counted by {name}", exact: "exact for {model}", near: "about ×{factor} for {model}", sampled: "the oldest by a sample",
    foldedBefore: "folded {n} time{s} before", problems: "{n} place{s} in the file could not be read and stay as they are", line: "line {n}: {what}",
    where: "Where it would be cut", wouldFold: "A fold now would turn {folded} message{s} ({foldedTokens} tokens) into a summary and keep the newest {kept} ({keptTokens}) word for word.", splits: "The cut falls inside a turn, whose beginning is summed up apart.",
    why: "Why here", automatic: "Automatic folding", running: "Running total", each: "Each turn", chart: "Tokens by role and tool over the turns", turn: "Turn {n}", turns: "Turns {a}–{b}", threshold: "folds by itself above {n}", kept: "kept word for word", keptShort: "kept", folded: "folded", noTurns: "no messages",
    chartAbout: "{n} turn{s}, {total} tokens. {parts}. {cut}", chartHint: "Point at a column for its numbers; click it to see its messages.", fixed: "Fixed part", share: "{p} %",
    settings: "How to fold", profile: "Profile", inForce: "In force for this session ({name})", asShipped: "{name}, as shipped", languageOf: "Language", auto: "As you write", keep: "Keep, in tokens", focus: "Focus", focusHint: "What the summary should look at most", by: "Written by", builtin: "Built in", models: "Model", noModels: "No model is set up yet: Settings, Models.",
    fold: "Fold", foldAgain: "Fold again", foldHint: "Nothing is written; nothing leaves this machine.", noFold: "Press Fold: the summary section by section, the facts it carries word for word, and what it saves appear here.", foldHintModel: "The conversation is sent to {names}, without the secrets in it.",
    result: "Result", compare: "Side by side", prompt: "What a model is sent",
    changed: "The settings have changed since this fold.", againAndCompare: "Fold again and compare", shippedAndCompare: "Compare with the settings as shipped",
    tokens: "tokens", saved: "{p} % less", seconds: "{n} s", cost: "${n}", messagesFolded: "{n} message{s} folded", messagesKept: "{n} kept", shortened: "{n} of them too large: shortened for the model", shortenedNow: "Of those, {n} too large: shortened for the model.",
    short_: "In short", request: "Last request", open_request: "Still open", summary: "Summary", raw: "As a model reads it", formatted: "Formatted", copy: "Copy", copied: "Copied",
    lead_: "Before the first section", rest: "After the last section", turn_: "The turn that was cut", review: "Newest lines of the folded part", custom: "yours",
    facts: "Facts carried word for word", factsHint: "They travel as data, never through a model. Click one to see the message it came from.", rules: "Rules that bind", said: "What you said", files: "Files", errors: "Errors", values: "Exact values", instructions: "Instruction files", takenBack: "taken back", pinned: "pinned", resolved: "resolved", open: "open", superseded: "replaced by a newer one", dropped: "Left out for length", modified: "modified", read: "read", deleted: "deleted", movedFrom: "was {path}",
    showAll: "Show {n} more", attempts: "Who was asked", accepted: "accepted",
    save: "Save folded copy", beside: "Save beside the original", laid: "Written: {path}. The original is as it was.", saveHint: "The original file is never touched.",
    first: "Left", second: "Right", foldName: "{n}. {profile} · {language} · keeps {keep} · {by}", needTwo: "Make two folds to lay them side by side: fold, change something, fold again.", onlyDifferences: "Only differences", same: "same", renamed: "renamed", only_first: "only left", only_second: "only right", changedSection: "changed", noDifference: "The two summaries are the same, word for word.", nDifferences: "{n} of {all} sections differ", tokensAfter: "Tokens after", writer: "Written by", foldedRow: "Messages folded", keptRow: "Messages kept", focusRow: "Focus",
    toCut: "To the cut", toStart: "To the start", toEnd: "To the end", list: "Messages of the session", cutHere: "kept word for word from here", message: "Message {n} of {all}", previous: "Previous message", next: "Next message", asWritten: "As written", earlierText: "Show {n} characters before", moreText: "Show {n} more characters", leftOut: "{n} more characters are not shown; the file has them.", calls: "calls {name}", result_: "Result of {name}", resultPlain: "Result", failedResult: "Failed", reasoning: "Thinking", image: "Picture", other: "Part of an unknown kind ({name})", empty: "nothing in it that can be shown", loadingMessage: "Loading…",
    user: "You", assistant: "Model", client: "Client", system: "System", summary_: "Summary", tool: "Tool", rest_: "Others", earlier: "folded before", head: "fixed",
    promptHint: "Byte for byte what a model would be sent for this fold. Nothing is sent by looking. The short summary is asked for with the summary the model wrote; here the built-in one stands for it.", systemPart: "System prompt", userPart: "Prompt", kindFull: "Summary", kindUpdate: "Summary, brought up to date", kindTurn_prefix: "Begun turn", kindShort: "Short summary", noPrompt: "Nothing would be sent: {why}",
    nextStep: "Now change something: switch a section off or rename one under Profiles, come back, fold again and look at the difference.", toProfiles: "Change sections",
    nowOpen: "{name} is open", foldDone: "Folded: {before} to {after} tokens", foldNothing: "Nothing was folded",
  },
  zh: {
    title: "试用", lead: "折叠一段对话，看看结果如何。除非您保存副本，否则不会写入任何文件。",
    drop: "将会话文件拖到此处", or: "或", choose: "选择文件", dropHint: "Claude Code、Codex、pi 或 oh-my-pi 的会话，或聊天消息列表。最大 200 MB；文件不会离开本机。",
    machine: "本机会话", machineNone: "此处没有找到 Claude Code、Codex、pi 或 oh-my-pi 的会话。请拖入文件。", looking: "正在查找会话…", again: "重新查找",
    several: "此文件包含 {n} 段对话，请选择一段。", unreadable: "无法将此文件读作对话", notConversation: "此文件中没有对话", failed: "未能完成",
    another: "打开其他会话", cancel: "取消", cancelled: "已取消，没有任何更改。",
    reading: "正在读取文件", planning: "正在计算 token 并寻找切分点", writing: "正在收集事实并撰写摘要", sending: "正在传送文件", opening: "正在打开 {name}",
    full: "模型正在撰写摘要", update: "模型正在更新摘要", turn_prefix: "模型正在概括被切开的回合", short: "模型正在撰写简短摘要", handoff: "模型正在撰写", branch: "模型正在撰写",
    attempt: "第 {n} 次尝试", waitingSection: "待写", writingSection: "正在写", writtenSection: "已写", written: "已写 {n} 个字符",
    messages: "消息", nMessages: "{n} 条消息", nTokens: "{n} 个 token", counted: "由 {name} 计数", exact: "对 {model} 精确", near: "对 {model} 约 ×{factor}", sampled: "最旧部分按抽样估算",
    foldedBefore: "此前已折叠 {n} 次", problems: "文件中有 {n} 处无法读取，已原样保留", line: "第 {n} 行：{what}",
    where: "切分位置", wouldFold: "现在折叠会将 {folded} 条消息（{foldedTokens} 个 token）变成摘要，并逐字保留最新的 {kept} 条（{keptTokens} 个）。", splits: "切分点落在一个回合之内，该回合的开头会单独概括。",
    why: "为何在此", automatic: "自动折叠", running: "累计", each: "每回合", chart: "各回合按角色和工具统计的 token", turn: "第 {n} 回合", turns: "第 {a}–{b} 回合", threshold: "超过 {n} 时自动折叠", kept: "逐字保留", keptShort: "保留", folded: "折叠", noTurns: "没有消息",
    chartAbout: "{n} 个回合，{total} 个 token。{parts}。{cut}", chartHint: "指向柱形查看数字；点击查看其消息。", fixed: "固定部分", share: "{p}%",
    settings: "折叠方式", profile: "配置", inForce: "此会话适用的配置（{name}）", asShipped: "{name}（出厂设置）", languageOf: "语言", auto: "跟随您的语言", keep: "保留的 token 数", focus: "重点", focusHint: "摘要最应关注的内容", by: "撰写者", builtin: "内置", models: "模型", noModels: "尚未设置模型：请到“设置”中的“模型”。",
    fold: "折叠", foldAgain: "再次折叠", foldHint: "不写入任何文件，也不会离开本机。", noFold: "点击“折叠”：此处会逐节显示摘要、逐字携带的事实以及节省了多少。", foldHintModel: "对话会发送给 {names}，其中的密钥会被去除。",
    result: "结果", compare: "并排比较", prompt: "发送给模型的内容",
    changed: "此次折叠之后设置已更改。", againAndCompare: "再次折叠并比较", shippedAndCompare: "与出厂设置比较",
    tokens: "token", saved: "减少 {p}%", seconds: "{n} 秒", cost: "${n}", messagesFolded: "折叠了 {n} 条消息", messagesKept: "保留 {n} 条", shortened: "其中 {n} 条过大：发给模型时会缩短", shortenedNow: "其中 {n} 条过大：发给模型时会缩短。",
    short_: "简而言之", request: "最后的请求", open_request: "尚未完成", summary: "摘要", raw: "模型读到的文本", formatted: "排版", copy: "复制", copied: "已复制",
    lead_: "第一节之前", rest: "最后一节之后", turn_: "被切开的回合", review: "折叠部分的最新几行", custom: "自定义",
    facts: "逐字携带的事实", factsHint: "它们作为数据传递，绝不经过模型改写。点击任意一条可查看其来源消息。", rules: "有效规则", said: "您说过的话", files: "文件", errors: "错误", values: "精确数值", instructions: "指令文件", takenBack: "已收回", pinned: "已固定", resolved: "已解决", open: "未解决", superseded: "已被更新的值取代", dropped: "因长度而省略", modified: "已修改", read: "已读取", deleted: "已删除", movedFrom: "原为 {path}",
    showAll: "再显示 {n} 项", attempts: "询问过谁", accepted: "已采用",
    save: "保存折叠副本", beside: "保存在原文件旁", laid: "已写入：{path}。原文件保持不变。", saveHint: "原文件绝不会被改动。",
    first: "左侧", second: "右侧", foldName: "{n}. {profile} · {language} · 保留 {keep} · {by}", needTwo: "需要两次折叠才能并排比较：先折叠，做些更改，再次折叠。", onlyDifferences: "只看差异", same: "相同", renamed: "已改名", only_first: "仅左侧", only_second: "仅右侧", changedSection: "有变化", noDifference: "两份摘要逐字相同。", nDifferences: "{all} 节中有 {n} 节不同", tokensAfter: "折叠后的 token", writer: "撰写者", foldedRow: "折叠的消息", keptRow: "保留的消息", focusRow: "重点",
    toCut: "到切分点", toStart: "到开头", toEnd: "到末尾", list: "会话消息", cutHere: "从此处起逐字保留", message: "第 {n} 条消息，共 {all} 条", previous: "上一条消息", next: "下一条消息", asWritten: "原文", earlierText: "显示之前的 {n} 个字符", moreText: "再显示 {n} 个字符", leftOut: "还有 {n} 个字符未显示；文件中有全部内容。", calls: "调用 {name}", result_: "{name} 的结果", resultPlain: "结果", failedResult: "失败", reasoning: "思考", image: "图片", other: "未知类型的部分（{name}）", empty: "没有可显示的内容", loadingMessage: "正在加载…",
    user: "您", assistant: "模型", client: "客户端", system: "系统", summary_: "摘要", tool: "工具", rest_: "其他", earlier: "已折叠过", head: "固定",
    promptHint: "此次折叠会发送给模型的内容，逐字节一致。查看时不会发送任何内容。请求简短摘要时会附上模型写的摘要；此处以内置摘要代替。", systemPart: "系统提示", userPart: "提示", kindFull: "摘要", kindUpdate: "更新摘要", kindTurn_prefix: "已开始的回合", kindShort: "简短摘要", noPrompt: "不会发送任何内容：{why}",
    nextStep: "现在做些更改：在“配置”中关闭或重命名一节，回到这里再次折叠，看看差别。", toProfiles: "更改各节",
    nowOpen: "已打开 {name}", foldDone: "已折叠：{before} 到 {after} 个 token", foldNothing: "没有折叠任何内容",
  },
});

/** A text of this view; `n` stands for a count, as a number or as it is shown, by which English has its plural. */
export const t = (key, values = {}) => told(key, { s: String(values.n ?? values.folded) === "1" ? "" : "s", ...values });

/** Whom tokens are of, as people say it. */
export function ownerName(owner) {
  if (owner.startsWith("tool ")) return visible(owner.slice(5));
  return t({ summary: "summary_", other: "rest_" }[owner] ?? owner);
}

const KINDS = { full: "kindFull", update: "kindUpdate", turn_prefix: "kindTurn_prefix", short: "kindShort" };

/** What a text of a fold is called. */
export const kindOf = (kind) => (kind in KINDS ? t(KINDS[kind]) : kind);

export const tokens = (n) => number(n);
export const percent = (part, whole) => number(whole ? (100 * part) / whole : 0, { maximumFractionDigits: part / (whole || 1) < 0.1 ? 1 : 0 });

export function size(bytes) {
  const unit = bytes < 1e6 ? [1e3, "KB"] : [1e6, "MB"];
  return `${number(bytes / unit[0], { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} ${unit[1]}`;
}

export function when(seconds) {
  const format = new Intl.DateTimeFormat(language.get() === "zh" ? "zh-CN" : "en", { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(seconds * 1000));
}

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** One line of somebody's text with what cannot be seen made visible: control characters, and marks that turn the
 *  direction of reading, by which a name can pass for another. */
export const visible = (text) => text.replace(HIDDEN, (one) => (one < " " ? String.fromCharCode(0x2400 + one.charCodeAt(0)) : `⟨${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`));
