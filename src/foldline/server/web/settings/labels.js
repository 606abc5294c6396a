/** Names and meanings of the settings, by the setting: [name, meaning]. */
import { language } from "../i18n.js";

const EN = {
  enabled: ["Fold automatically", "A fold asked for by hand works either way."],
  context_window: ["Context window", "Tokens the model takes. Empty: what the session or the model's name tells."],
  max_context_mode: ["Use the larger window", "Reckons with the window below in place of the one above."],
  max_context_window: ["Larger window", "In tokens."],
  threshold_tokens: ["Fold above so many tokens", "Wins over the share below."],
  threshold_percent: ["Fold above this share of the window", "In percent."],
  reserve_tokens: ["Room kept free", "Tokens for the next prompt and reply. Empty: a usual amount, in small windows 15 %."],
  by_ratio: ["Fold by share", "Automatic: in chats, and wherever the share was changed."],
  ratio: ["Share of the window", "Folds at or above this share: 0.7 is 70 %."],
  by_message_count: ["Fold by message count", "Automatic: in chats, and wherever the count was changed."],
  message_count: ["Messages", "Folds at so many messages of the user since the last fold."],
  trigger: ["Further reasons to fold", "Any one of them is enough; conditions joined by “and” must all hold."],
  keep_recent_tokens: ["Kept word for word", "Tokens of the newest part that is not folded."],
  keep: ["Kept, in another measure", "In place of the tokens above."],
  adaptive_keep: ["Keep less where tokens count more", "Shrinks what is kept where the service counts more tokens than we do."],
  pins: ["Pinned rules", "Carried word for word through every fold."],
  unpin: ["Rules that no longer bind", "By their ids, as the ledger shows them."],
  image_tokens: ["Tokens of an image", "Where its size is unknown."],
  profile: ["Profile", "Where no binding names another."],
  language: ["Language of summaries", "Automatic: that of the conversation."],
  locale: ["Language of this system", "Decides where the conversation does not."],
  focus: ["Focus", "What summaries should look at most."],
  rules: ["Rules for every summary", "Win over the prompts. Those of the profile follow."],
  extra_context: ["Additional context", "Facts handed to the summariser."],
  short_summary: ["Short summary", "Two or three sentences on what changed."],
  short_states_request: ["The short summary names the request", "And asks the open question."],
  ledger_tokens: ["Length of the ledger", "Tokens of facts kept word for word beside the summary."],
  prose_tokens: ["Length of the built-in summary", "In tokens."],
  request_form: ["Form of the request", "How a summary is asked for: on its own, or at the end of the conversation."],
  dialogue_review: ["Dialogue review", "Puts the newest lines of a folded chat below its summary."],
  dialogue_review_title: ["Heading of the review", "Empty: the built-in one."],
  previous_summary_review: ["Review of the summary before", "Asks for a section that condenses it."],
  group: ["Group chats", "Told line by line with their speakers. Automatic: from two characters on."],
  alternate: ["Alternating roles", "For services that demand them: the summary joins a message of the user that follows."],
  models: ["Models", "Who writes summaries; where one fails, the next. None: the built-in summariser, which needs no key."],
  effort: ["Thinking", "How much a model may think about a summary."],
  fallback: ["If no model answers", "Who writes the summary then."],
  remote: ["Folding by the service", "Whether a service that can fold by itself does it."],
  remote_endpoint: ["Address of a summary service", "A service of yours that writes summaries."],
  native_readable: ["Readable beside the service's own", "Whether a fold by the service gets a summary people can read."],
  redaction: ["Hide secrets", "Keys and passwords are taken out of what leaves this machine."],
  secret_scanner: ["Scan for secrets twice", "Has a second scanner look, too, where it is installed."],
  telemetry_content: ["Texts in traces", "Puts prompts and answers into the traces of monitoring."],
};

const ZH = {
  enabled: ["自动折叠", "手动折叠始终可用。"],
  context_window: ["上下文窗口", "模型能接收的 token 数。留空：按会话或模型名判断。"],
  max_context_mode: ["使用更大的窗口", "按下面的窗口计算。"],
  max_context_window: ["更大的窗口", "token 数。"],
  threshold_tokens: ["超过多少 token 时折叠", "优先于下面的占比。"],
  threshold_percent: ["超过窗口的多少时折叠", "百分比。"],
  reserve_tokens: ["预留空间", "留给下一次提问和回复的 token。留空：常用值，小窗口为 15 %。"],
  by_ratio: ["按占比折叠", "自动：在聊天中，以及改过占比时。"],
  ratio: ["窗口占比", "达到该占比时折叠：0.7 即 70 %。"],
  by_message_count: ["按消息数折叠", "自动：在聊天中，以及改过消息数时。"],
  message_count: ["消息数", "自上次折叠以来用户消息达到该数时折叠。"],
  trigger: ["其他折叠条件", "任意一条成立即可；用“且”连接的须同时成立。"],
  keep_recent_tokens: ["原样保留", "最新部分不折叠的 token 数。"],
  keep: ["用其他单位表示保留量", "代替上面的 token 数。"],
  adaptive_keep: ["服务计数更高时少保留", "服务统计的 token 比我们多时，按比例减少保留量。"],
  pins: ["固定规则", "每次折叠都原样保留。"],
  unpin: ["不再有效的规则", "按台账中的编号。"],
  image_tokens: ["一张图片的 token", "图片大小未知时使用。"],
  profile: ["配置", "没有绑定指定其他配置时使用。"],
  language: ["摘要语言", "自动：与对话一致。"],
  locale: ["系统语言", "无法从对话判断时使用。"],
  focus: ["重点", "摘要最应关注什么。"],
  rules: ["所有摘要的规则", "优先于提示词，配置中的规则随后。"],
  extra_context: ["附加信息", "提供给摘要者的事实。"],
  short_summary: ["短摘要", "用两三句话说明变化。"],
  short_states_request: ["短摘要写明请求", "并提出未决的问题。"],
  ledger_tokens: ["台账长度", "摘要旁原样保留的事实的 token 数。"],
  prose_tokens: ["内置摘要的长度", "token 数。"],
  request_form: ["请求形式", "单独请求摘要，或接在对话末尾。"],
  dialogue_review: ["对话回顾", "在摘要下方附上被折叠对话的最新几行。"],
  dialogue_review_title: ["回顾的标题", "留空：内置标题。"],
  previous_summary_review: ["回顾上一次摘要", "另加一部分概括它。"],
  group: ["群聊", "逐行带说话人。自动：两个角色起。"],
  alternate: ["角色交替", "适用于要求角色交替的服务：摘要并入随后的用户消息。"],
  models: ["模型", "由谁写摘要；失败时用下一个。留空：内置摘要器，不需要密钥。"],
  effort: ["思考", "模型写摘要时可以思考多少。"],
  fallback: ["没有模型应答时", "由谁写摘要。"],
  remote: ["由服务折叠", "能自行折叠的服务是否自行折叠。"],
  remote_endpoint: ["摘要服务的地址", "您自己的写摘要的服务。"],
  native_readable: ["服务折叠之外的可读摘要", "由服务折叠时是否另写一份可读摘要。"],
  redaction: ["隐藏机密", "离开本机的内容中会去掉密钥和密码。"],
  secret_scanner: ["再次扫描机密", "已安装时，另用一个扫描器检查。"],
  telemetry_content: ["追踪中的正文", "把提示词和回答写入监控的追踪记录。"],
};

const CHOICES = {
  en: {
    auto: "Automatic", on: "On", off: "Off", "": "Automatic", en: "English", zh: "Chinese", inherit: "As the model has it", minimal: "Minimal", low: "Low", medium: "Medium", high: "High", xhigh: "Very high", max: "Most",
    builtin: "The built-in summariser", none: "Nobody: the fold fails", native: "Always", standalone: "On its own", suffix: "At the end of the conversation", model: "By a model",
  },
  zh: {
    auto: "自动", on: "开", off: "关", "": "自动", en: "英文", zh: "中文", inherit: "按模型默认", minimal: "极少", low: "少", medium: "中", high: "多", xhigh: "很多", max: "最多",
    builtin: "内置摘要器", none: "无人：折叠失败", native: "总是", standalone: "单独", suffix: "接在对话末尾", model: "由模型写",
  },
};
const OWN_WORDS = { native_readable: { en: { none: "No" }, zh: { none: "否" } } };

export const labelOf = (name) => (language.get() === "zh" ? ZH : EN)[name] ?? EN[name] ?? [name, ""];

export function choiceOf(name, value) {
  const now = language.get();
  return OWN_WORDS[name]?.[now]?.[value] ?? CHOICES[now][value] ?? value;
}

/** What stands where; a setting that is in no group comes last. */
export const GROUPS = {
  when: ["enabled", "context_window", "max_context_mode", "max_context_window", "threshold_tokens", "threshold_percent", "reserve_tokens", "by_ratio", "ratio", "by_message_count", "message_count", "trigger"],
  who: ["models", "effort", "fallback", "redaction", "secret_scanner", "remote", "remote_endpoint", "native_readable", "request_form", "telemetry_content"],
  kept: ["keep_recent_tokens", "keep", "adaptive_keep", "ledger_tokens", "pins", "unpin", "image_tokens"],
  how: ["profile", "language", "locale", "focus", "rules", "extra_context", "short_summary", "short_states_request", "prose_tokens"],
  chats: ["dialogue_review", "dialogue_review_title", "previous_summary_review", "group", "alternate"],
};
