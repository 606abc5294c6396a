/** A control for each kind of setting. `put(value, error)` records an edit. */
import { html, useState } from "../html.js";
import { Button, Line, Select, Switch, Text } from "../parts.js";
import { state } from "../page.js";
import { choiceOf, labelOf } from "./labels.js";
import { read } from "./number.js";
import { t } from "./words.js";

export function Control({ setting, value, put, disabled, rest }) {
  const { name, kind } = setting;
  const label = labelOf(name)[0];
  if (name === "profile") {
    const names = Object.fromEntries(state.get().profiles.map((one) => [one.name, one.name]));
    return html`<${Select} ...${rest} value=${value} options=${names} disabled=${disabled} onChange=${put} />`;
  }
  if (kind === "switch" && setting.is_optional) {
    const now = value === null ? "auto" : value ? "on" : "off";
    return html`<${Select} ...${rest} value=${now} options=${{ auto: t("automatic"), on: choiceOf(name, "on"), off: choiceOf(name, "off") }} disabled=${disabled} onChange=${(one) => put({ auto: null, on: true, off: false }[one])} />`;
  }
  if (kind === "switch") return html`<${Switch} on=${value} label=${label} hidesLabel disabled=${disabled} onChange=${put} ...${rest} />`;
  if (kind === "choice") {
    const options = Object.fromEntries(setting.choices.map((one) => [one, choiceOf(name, one)]));
    return html`<${Select} ...${rest} value=${value ?? ""} options=${options} disabled=${disabled} onChange=${put} />`;
  }
  if (kind === "integer" || kind === "number") {
    const typed = (text) => { const { value: made, error } = read(text, setting); put(error ? text : made, error); };
    return html`<${Line} ...${rest} class="digits" inputmode=${kind === "integer" ? "numeric" : "decimal"} value=${value === null ? "" : String(value)} placeholder=${setting.is_optional ? t("unset") : ""} disabled=${disabled} onInput=${typed} />`;
  }
  if (kind === "texts") return html`<${Texts} name=${label} list=${value ?? []} put=${put} disabled=${disabled} />`;
  if (kind === "clauses") return html`<${Clauses} isSingle=${name === "keep"} value=${value} put=${put} disabled=${disabled} />`;
  if (name === "rules" || name === "focus") return html`<${Text} ...${rest} name=${label} rows=${3} value=${value ?? ""} disabled=${disabled} onInput=${put} />`;
  return html`<${Line} ...${rest} value=${value ?? ""} disabled=${disabled} onInput=${put} />`;
}

/** A list of texts, one under the other. An empty line is not stored. */
function Texts({ name, list, put, disabled }) {
  const [kept, setRows] = useState(list);
  const rows = JSON.stringify(filled(kept)) === JSON.stringify(list) ? kept : list;
  const store = (next) => { setRows(next); put(filled(next)); };
  const set = (at, text) => store(rows.map((one, index) => (index === at ? text : one)));
  return html`<div class="rows">
    ${rows.map((text, at) => html`<div class="row" key=${at}>
      <${Text} name=${t("entry", { name, at: at + 1 })} aria-label=${t("entry", { name, at: at + 1 })} canGrow=${false} rows=${1} value=${text} disabled=${disabled} onInput=${(one) => set(at, one)} />
      <${Button} icon="bin" kind="quiet" label=${`${t("removeOne")}: ${t("entry", { name, at: at + 1 })}`} disabled=${disabled} onClick=${() => store(rows.filter((_, index) => index !== at))} />
    </div>`)}
    <${Button} icon="plus" disabled=${disabled || rows.some((one) => !one.trim())} label=${`${t("addOne")}: ${name}`} onClick=${() => store([...rows, ""])}>${t("addOne")}</${Button}>
  </div>`;
}

const filled = (rows) => rows.filter((one) => one.trim());

const MEASURES = ["tokens", "fraction", "messages", "user_messages"];
const START = { tokens: 20000, fraction: 0.3, messages: 10, user_messages: 10 };
const conditionsOf = (clause) => (typeof clause[0] === "string" ? [clause] : clause);
const clauseOf = (conditions) => (conditions.length === 1 ? conditions[0] : conditions);

/** Reasons, each of one condition or of several that must all hold. */
function Clauses({ isSingle, value, put, disabled }) {
  const clauses = (isSingle ? (value ? [value] : []) : (value ?? [])).map(conditionsOf);
  const store = (next) => {
    const made = next.filter((one) => one.length).map(clauseOf);
    const wrong = next.flat().find(([measure, amount]) => !(amount > 0) || (measure === "fraction" && amount > 1));
    put(isSingle ? (made[0] ?? null) : made, wrong ? t("wrong", { value: wrong[1], hint: hintFor(wrong[0]) }) : "");
  };
  const change = (at, within, condition) => store(clauses.map((one, a) => (a !== at ? one : one.flatMap((old, b) => (b !== within ? [old] : condition ? [condition] : [])))));
  return html`<div class="rows">
    ${clauses.map((conditions, at) => html`<div class="clause" key=${at}>
      ${conditions.map(([measure, amount], within) => html`<div class="row" key=${within}>
        ${within > 0 && html`<span class="dim small">${t("and")}</span>`}
        <${Line} class="digits" aria-label=${t("amount")} inputmode="decimal" value=${String(amount)} disabled=${disabled} onInput=${(text) => change(at, within, [measure, amountOf(text)])} />
        <${Select} aria-label=${t("measure")} value=${measure} options=${Object.fromEntries(MEASURES.map((one) => [one, t(`m_${one}`)]))} disabled=${disabled} onChange=${(one) => change(at, within, [one, START[one]])} />
        <${Button} icon="bin" kind="quiet" label=${t("removeOne")} disabled=${disabled} onClick=${() => change(at, within, null)} />
      </div>`)}
      <${Button} kind="quiet" disabled=${disabled} onClick=${() => store(clauses.map((one, a) => (a === at ? [...one, ["tokens", START.tokens]] : one)))}>${t("addAnd")}</${Button}>
    </div>`)}
    ${(!isSingle || !clauses.length) && html`<${Button} icon="plus" disabled=${disabled} onClick=${() => store([...clauses, [["tokens", START.tokens]]])}>${t(isSingle ? "setIt" : "addReason")}</${Button}>`}
  </div>`;
}

const hintFor = (measure) => t(measure === "fraction" ? "from" : "least", { low: measure === "fraction" ? "0.01" : "1", high: "1" });

function amountOf(text) {
  const { value, error } = read(text, { kind: "number", low: null, high: null });
  return error ? text : value;
}
