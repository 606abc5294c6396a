/** What a profile holds beside its sections: rules, dialogue review, whole prompts. */
import { html, useState } from "../html.js";
import { Badge, Field, Fold, Line, Switch, Text } from "../parts.js";
import { faultAt, settingOf, shown, state, type } from "../page.js";
import { settingIn } from "./changed.js";
import { t } from "./words.js";

export function Rules({ target }) {
  const [isOpen, setOpen] = useState(false);
  const rules = shown(target, ["rules"]);
  return html`<${Fold} level=2 title=${t("rules")} subtitle=${rules.trim().split("\n")[0] || t("rulesNone")} isOpen=${isOpen} onToggle=${() => setOpen(!isOpen)}
    side=${rules.trim() && html`<${Badge} kind="changed">${t("changed")}</${Badge}>`}>
    <${Field} label=${t("rules")} hint=${t("rulesHint")} error=${faultAt(target, ["rules"])}>
      ${(rest) => html`<${Text} ...${rest} name=${t("rules")} value=${rules} onInput=${(text) => type(target, ["rules"], text)} />`}
    </${Field}>
  </${Fold}>`;
}

export function Review({ target }) {
  const [isOpen, setOpen] = useState(false);
  const at = (name) => settingIn(target, name);
  const put = (name) => (value) => {
    const inherited = settingOf(name)?.value;
    type(target, ["settings", name], value === inherited || value === "" ? null : value);
  };
  const names = ["dialogue_review", "dialogue_review_title", "previous_summary_review"];
  const isChanged = names.some((name) => shown(target, ["settings", name]) !== null);
  const isOn = at("dialogue_review");
  return html`<${Fold} level=2 title=${t("review")} kind=${isOn ? "" : "off"} isOpen=${isOpen} onToggle=${() => setOpen(!isOpen)}
    side=${html`${isChanged && html`<${Badge} kind="changed">${t("changed")}</${Badge}>`}
      <${Switch} on=${isOn} hidesLabel label=${t("reviewOn")} onChange=${put("dialogue_review")} />`}>
    <p class="hint">${t("reviewOn")}</p>
    <${Field} label=${t("reviewTitle")} hint=${t("reviewTitleHint")} error=${faultAt(target, ["settings", "dialogue_review_title"])}>
      ${(rest) => html`<${Line} ...${rest} value=${at("dialogue_review_title") ?? ""} disabled=${!isOn} onInput=${put("dialogue_review_title")} />`}
    </${Field}>
    <${Switch} on=${at("previous_summary_review")} label=${t("previous")} onChange=${put("previous_summary_review")} />
  </${Fold}>`;
}

export function Prompts({ target }) {
  const [open, setOpen] = useState("");
  return html`<section class="stack tight" aria-labelledby="prompts">
    <h2 id="prompts">${t("prompts")}</h2><p class="hint">${t("promptsHint")}</p>
    <div class="list">${state.get().kinds.map((kind) => html`<${Whole} key=${kind} kind=${kind} target=${target} isOpen=${open === kind} onToggle=${() => setOpen(open === kind ? "" : kind)} />`)}</div>
  </section>`;
}

function Whole({ kind, target, isOpen, onToggle }) {
  const at = (field) => shown(target, ["prompts", kind, field]);
  const one = (field, label, hint, rows) => html`<${Field} label=${label} hint=${hint} error=${faultAt(target, ["prompts", kind, field])}>
    ${(rest) => html`<${Text} ...${rest} rows=${rows} name=${`${t(kind)}: ${label}`} value=${at(field)} onInput=${(text) => type(target, ["prompts", kind, field], text)} />`}
  </${Field}>`;
  return html`<${Fold} title=${t(kind)} subtitle=${t(`about.${kind}`)} isOpen=${isOpen} onToggle=${onToggle}
    side=${html`${at("text") && html`<${Badge} kind="changed">${t("replaced")}</${Badge}>`}${at("extra") && html`<${Badge} kind="changed">${t("extended")}</${Badge}>`}`}>
    ${one("text", t("text"), t("textHint"), 8)}${one("extra", t("extra"), "", 3)}
  </${Fold}>`;
}
