/** A share of the length, typed in percent. */
import { html } from "../html.js";
import { Field, Line } from "../parts.js";
import { t } from "./words.js";

export function Share({ value, error, disabled, onInput }) {
  const told = typeof value === "number" ? String(Math.round(value * 1000) / 10) : (value ?? "");
  const read = (text) => {
    const bare = text.trim().replace("%", "").replace(",", ".");
    if (!bare) return onInput(null);
    const percent = Number(bare);
    if (!(percent >= 1 && percent <= 100)) return onInput(text, t("shareWrong", { value: text }));
    return onInput(percent / 100);
  };
  return html`<div class="share"><${Field} label=${t("share")} error=${error}>
    ${(rest) => html`<${Line} ...${rest} inputmode="decimal" placeholder=${t("shareHint")} value=${told} disabled=${disabled} onInput=${read} />`}
  </${Field}></div>`;
}
