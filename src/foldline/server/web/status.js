/** Whether what was typed is stored: saving, saved, failed and why; and the merge question. */
import { html, useState } from "./html.js";
import { Button, Dialog } from "./parts.js";
import { Icon } from "./icons.js";
import { words } from "./i18n.js";
import { useSignal } from "./signal.js";
import { edits, offline, saver } from "./page.js";

const t = words({
  en: {
    idle: "", waiting: "Not saved yet", saving: "Saving…", saved: "Saved", failed: "Not saved: {why}",
    invalid: "A field can't be saved as it is", question: "Changed elsewhere: choose", retry: "Try again", drop: "Discard",
    asked: "Changed in two places", mine: "Keep mine", theirs: "Take theirs",
    about: "While you were typing, the file was changed elsewhere: in another tab, or by hand. Nothing was overwritten. Choose for each field.",
    allMine: "Keep all of mine", allTheirs: "Take all of theirs", yours: "Yours", other: "Theirs", empty: "(empty)", sections: "section", settings: "setting", title: "title", instruction: "instruction", enabled: "switch", rules: "rules", order: "order of the sections", prompts: "prompt", header_only: "heading only", share: "share", text: "text", extra: "addition",
    offline: "The server does not answer. What you type stays here. ({why})", everybody: "Settings",
  },
  zh: {
    idle: "", waiting: "尚未保存", saving: "正在保存…", saved: "已保存", failed: "未保存：{why}",
    invalid: "有字段无法保存", question: "别处有改动，请选择", retry: "重试", drop: "放弃",
    asked: "两处都有改动", mine: "保留我的", theirs: "采用对方的",
    about: "在您输入时，文件在别处被更改（另一个标签页或手动编辑）。没有任何内容被覆盖。请逐项选择。",
    allMine: "全部保留我的", allTheirs: "全部采用对方的", yours: "我的", other: "对方的", empty: "（空）", sections: "部分", settings: "设置", title: "标题", instruction: "要求", enabled: "开关", rules: "规则", order: "部分的顺序", prompts: "提示词", header_only: "只要标题", share: "占比", text: "文本", extra: "追加",
    offline: "服务器没有应答。您输入的内容仍保留在此处。（{why}）", everybody: "设置",
  },
});

export function Status() {
  useSignal(edits);
  const { phase, why } = saver.status();
  const [isAsking, setAsking] = useState(false);
  const questions = saver.all().filter((one) => one.conflict);
  return html`<div class="status">
    <span class=${`state ${phase}`} role=${phase === "failed" ? "alert" : "status"} data-phase=${phase}>
      ${phase === "saved" && html`<${Icon} name="check" />`}${phase === "failed" && html`<${Icon} name="alert" />`}
      ${phase !== "question" && t(phase, { why })}
    </span>
    ${phase === "failed" && html`<${Button} kind="quiet" onClick=${() => saver.flush()}>${t("retry")}</${Button}><${Button} kind="quiet" onClick=${saver.forgetAll}>${t("drop")}</${Button}>`}
    ${questions.length > 0 && html`<${Button} kind="danger" onClick=${() => setAsking(true)}>${t("question")}</${Button}>`}
    ${isAsking && questions.length > 0 && html`<${Merge} questions=${questions} onClose=${() => setAsking(false)} />`}
  </div>`;
}

export function Offline() {
  const why = useSignal(offline);
  return why && html`<p class="banner" role="alert">${t("offline", { why })}</p>`;
}

function Merge({ questions, onClose }) {
  const every = (answer) => () => { for (const one of questions) answer(one.target, one.path); };
  return html`<${Dialog} title=${t("asked")} onClose=${onClose} actions=${html`
      <${Button} onClick=${every(saver.takeTheirs)}>${t("allTheirs")}</${Button}>
      <${Button} onClick=${every(saver.keepMine)}>${t("allMine")}</${Button}>`}>
    <p>${t("about")}</p>
    ${questions.map((one) => html`<article class="question" key=${JSON.stringify([one.target, one.path])}>
      <h3><bdi>${[one.target.profile || t("everybody"), ...one.path.slice(one.target.profile ? 0 : 1).map((part) => t(part))].join(" › ")}</bdi></h3>
      <div class="sides">
        <div><h4>${t("yours")}</h4><pre dir="auto">${told(one.value)}</pre>
          <${Button} onClick=${() => saver.keepMine(one.target, one.path)}>${t("mine")}</${Button}></div>
        <div><h4>${t("other")}</h4><pre dir="auto">${told(one.conflict.theirs)}</pre>
          <${Button} onClick=${() => saver.takeTheirs(one.target, one.path)}>${t("theirs")}</${Button}></div>
      </div>
    </article>`)}
  </${Dialog}>`;
}

const told = (value) => (value === "" || value === null ? t("empty") : typeof value === "string" ? value : JSON.stringify(value, null, 1));
