/** When a fold comes, in tokens and messages, as the resolver works it out. */
import { html } from "../html.js";
import { language, number } from "../i18n.js";
import { labelOf } from "./labels.js";
import { t } from "./words.js";

export function Triggers({ triggers, isOff }) {
  const { window: tokens, window_origin: origin, points } = triggers;
  return html`<div class="triggers"><dl class="points">
    <div><dt>${t("window")}</dt><dd class="number">${tokens ? t("tokens", { n: number(tokens) }) : t("unknownWindow")}${tokens && origin && html`<span class="dim small"> ${labelOf(origin)[0]}</span>`}</dd></div>
    ${!isOff && points.map((one, at) => html`<div key=${at}><dt>${language.get() === "en" ? one.words : t(one.is_above ? "overReached" : "reached")}</dt><dd class="number">${amounts(one)}</dd></div>`)}
  </dl>
  ${(isOff || !points.length) && html`<p>${t(isOff ? "off2" : tokens ? "noPoints" : "needsWindow")}</p>`}</div>`;
}

const amounts = (one) =>
  [
    one.tokens != null && t("tokens", { n: number(one.tokens) }),
    one.user_messages != null && t("userMessages", { n: number(one.user_messages) }),
    one.messages != null && t("messages", { n: number(one.messages) }),
  ].filter(Boolean).join(", ");
