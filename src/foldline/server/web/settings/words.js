/** What the settings view says. */
import { words } from "../i18n.js";

export const t = words({
  en: {
    heading: "Settings", holds: "These settings hold", everywhere: "everywhere", inProfile: "where the profile “{name}” is used",
    when: "When to fold", who: "Who writes the summary", kept: "What is kept", how: "How it is written", chats: "Chats", more: "More",
    default: "default", locale: "from the system", "user file": "your file", "project file": "project file", environment: "environment", flag: "command line", binding: "binding", profile: "profile",
    fixed: "fixed by {origin}: {where}", inherited: "as everywhere", here: "set in this profile", reset: "Back to the default: {name}",
    isDefault: "default: {value}", unset: "automatic", on: "on", off: "off", nothing: "none", automatic: "Automatic",
    number: "a number", integer: "a whole number", above: "above {low} and below {high}", from: "from {low} to {high}", least: "at least {low}", orEmpty: "or empty",
    wrong: "“{value}” can't be: it must be {hint}", file: "Changes go to", own: "the file a value comes from", user: "your file", project: "the project's file",
    readonly: "{path} can't be written: what you change can't be saved.", files: "Stored in {path}", points: "When it folds now", window: "Window", unknownWindow: "unknown until a session is open", tokens: "{n} tokens", userMessages: "{n} messages of yours", messages: "{n} messages", noPoints: "Nothing folds by itself.", needsWindow: "Near the end of the window; its size is known once a session or a model tells it.", off2: "Automatic folding is off.",
    addOne: "Add", removeOne: "Remove", entry: "{name}, number {at}", addReason: "Add a reason", and: "and", addAnd: "and also…", measure: "Measure", amount: "Amount", m_tokens: "tokens", m_fraction: "share of the window", m_messages: "messages", m_user_messages: "messages of the user", setIt: "Set it",
    test: "Test", testing: "Testing…", testOf: "Test {name}", seconds: "{n} s", provider: "Service", model: "Model", modelHint: "the name the service knows it by", addModel: "Add a model", earlier: "Earlier: {name}", noKey: "no key", hasKey: "key at hand",
    keys: "Keys", keysHint: "A key is stored for you alone and is never shown again.", key: "Key of {name}", save: "Store", forget: "Forget", stored: "stored", fromEnvironment: "from the environment",
  },
  zh: {
    heading: "设置", holds: "这些设置适用于", everywhere: "所有情况", inProfile: "使用配置“{name}”时",
    when: "何时折叠", who: "由谁写摘要", kept: "保留什么", how: "如何写", chats: "聊天", more: "其他",
    default: "默认", locale: "来自系统", "user file": "您的文件", "project file": "项目文件", environment: "环境变量", flag: "命令行", binding: "绑定", profile: "配置",
    fixed: "由{origin}固定：{where}", inherited: "与全局一致", here: "在此配置中设定", reset: "恢复默认：{name}",
    isDefault: "默认：{value}", unset: "自动", on: "开", off: "关", nothing: "无", automatic: "自动",
    number: "数字", integer: "整数", above: "大于 {low} 且小于 {high}", from: "{low} 到 {high}", least: "至少 {low}", orEmpty: "或留空",
    wrong: "不能是“{value}”：必须是{hint}", file: "更改写入", own: "该值原来的文件", user: "您的文件", project: "项目文件",
    readonly: "{path} 无法写入：更改无法保存。", files: "保存在 {path}", points: "当前何时折叠", window: "窗口", unknownWindow: "打开会话后才知道", tokens: "{n} 个 token", userMessages: "您的 {n} 条消息", messages: "{n} 条消息", overReached: "超过", reached: "达到", noPoints: "不会自动折叠。", needsWindow: "接近窗口上限时；由会话或模型得知窗口大小。", off2: "自动折叠已关闭。",
    addOne: "添加", removeOne: "删除", entry: "{name}，第 {at} 项", addReason: "添加条件", and: "且", addAnd: "且还须…", measure: "单位", amount: "数量", m_tokens: "token", m_fraction: "窗口占比", m_messages: "消息", m_user_messages: "用户消息", setIt: "设定",
    test: "测试", testing: "正在测试…", testOf: "测试 {name}", seconds: "{n} 秒", provider: "服务", model: "模型", modelHint: "服务所用的名称", addModel: "添加模型", earlier: "上移：{name}", noKey: "没有密钥", hasKey: "已有密钥",
    keys: "密钥", keysHint: "密钥只为您保存，之后不再显示。", key: "{name} 的密钥", save: "保存", forget: "删除", stored: "已保存", fromEnvironment: "来自环境变量",
  },
});
