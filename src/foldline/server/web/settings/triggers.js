/** When a fold comes, in tokens and messages, as the resolver works it out. */
import { html } from "../html.js";
import { number } from "../i18n.js";
import { t } from "./words.js";

export function Triggers({ triggers, isOff }) {
  const { window: tokens, window_origin: origin, points } = triggers;
  return html`<dl class="points">
    <dt>${t("window")}</dt><dd class="number">${tokens ? t("tokens", { n: number(tokens) }) : t("unknownWindow")}${tokens && origin && html`<span class="dim small"> ${origin}</span>`}</dd>
    ${isOff && html`<dd class="all">${t("off2")}</dd>`}
    ${!isOff && !points.length && html`<dd class="all">${t(tokens ? "noPoints" : "needsWindow")}</dd>`}
    ${!isOff && points.map((one, at) => html`<dt key=${`${at}t`}>${one.words}</dt><dd key=${`${at}d`} class="number">${amounts(one)}</dd>`)}
  </dl>`;
}

const amounts = (one) =>
  [
    one.tokens != null && t("tokens", { n: number(one.tokens) }),
    one.user_messages != null && t("userMessages", { n: number(one.user_messages) }),
    one.messages != null && t("messages", { n: number(one.messages) }),
  ].filter(Boolean).join(", ");
