/** A fold: its numbers, what it says in short, its sections, its facts, who wrote it, and a way to keep it. */
import * as api from "../api.js";
import { html, useState } from "../html.js";
import { Badge, Button, Choice, Notice, Spoken } from "../parts.js";
import { address } from "../routes.js";
import { Facts } from "./facts.js";
import { desk, foldAndCompare, trial } from "./desk.js";
import { Letters, Prose } from "./prose.js";
import { kindOf, percent, t, tokens, visible } from "./words.js";
import { number } from "../i18n.js";

const APART = { ".lead": "lead_", ".rest": "rest", ".turn": "turn_", ".review": "review", ".short": "short_", ".request": "request", ".open_request": "open_request" };
export const titleOf = (id, title) => (id in APART ? t(APART[id]) : visible(title));

/** Who wrote a fold, in a few words. */
export const writerOf = (fold) => (fold.method === "builtin" || !fold.summarised_by ? t("builtin") : visible(fold.summarised_by));

/** What tells a fold from its neighbours. */
export const nameOf = (fold) => t("foldName", {
  n: fold.number, profile: fold.trial.as_shipped ? t("asShipped", { name: fold.trial.profile }) : visible(fold.trial.profile),
  language: fold.trial.language, keep: tokens(fold.trial.keep_recent_tokens), by: writerOf(fold),
}) + (fold.trial.focus ? ` · ${visible(fold.trial.focus.slice(0, 40))}` : "");

export function Result({ fold, isStale }) {
  if (fold.status !== "compacted") return html`<${Nothing} fold=${fold} />`;
  return html`<div class="result stack">
    <${Spoken} text=${t("foldDone", { before: tokens(fold.tokens_before), after: tokens(fold.tokens_after) })} />
    ${isStale && html`<${Notice} kind="warn" actions=${html`<${Button} onClick=${() => foldAndCompare(fold, trial.get())}>${t("againAndCompare")}</${Button}>`}>${t("changed")}</${Notice}>`}
    <${Numbers} fold=${fold} />
    ${fold.warnings.map((warning) => html`<${Notice} kind="warn"><bdi>${visible(warning)}</bdi></${Notice}>`)}
    <${InShort} fold=${fold} />
    <div class="told"><${Summary} fold=${fold} /><${Facts} ledger=${fold.ledger} /></div>
    <p class="dim small">${t("nextStep")} <a href=${address("profiles", fold.trial.profile, fold.trial.language)}>${t("toProfiles")}</a></p>
  </div>`;
}

function Nothing({ fold }) {
  return html`<div class="stack"><${Spoken} text=${t("foldNothing")} />
    <${Notice} kind=${fold.is_failure ? "bad" : "warn"}><strong>${t("foldNothing")}</strong><br /><bdi>${visible(fold.reason)}</bdi></${Notice}>
    <${Attempts} fold=${fold} /></div>`;
}

function Numbers({ fold }) {
  return html`<section class="card padded numbers" aria-label=${t("result")}>
    <div class="figures"><span class="figure dim count">${tokens(fold.tokens_before)}</span><span class="arrow" aria-hidden="true">→</span>
      <span class="figure count">${tokens(fold.tokens_after)}</span><span class="dim">${t("tokens")}</span>
      <${Badge} kind="changed">${t("saved", { p: percent(fold.tokens_before - fold.tokens_after, fold.tokens_before) })}</${Badge}></div>
    <p class="dim small count">${[t("messagesFolded", { n: tokens(fold.folded_messages) }), t("messagesKept", { n: tokens(fold.kept_messages) }), fold.clamped ? t("shortened", { n: tokens(fold.clamped) }) : "", writerOf(fold),
      t("seconds", { n: number(fold.seconds, { maximumFractionDigits: fold.seconds < 1 ? 2 : 1 }) }), fold.cost === null ? "" : t("cost", { n: number(fold.cost, { maximumFractionDigits: 4 }) })].filter(Boolean).join(" · ")}</p>
    <${Attempts} fold=${fold} />
    <${Save} fold=${fold} />
  </section>`;
}

function Attempts({ fold }) {
  if (!fold.attempts.length) return null;
  return html`<details class="small"><summary>${t("attempts")}</summary><ul class="plain">${fold.attempts.map((one) => html`<li>
    <bdi>${visible(one.summariser)}</bdi> · ${kindOf(one.kind)} · <bdi class=${one.outcome === "accepted" ? "" : "bad"}>${one.outcome === "accepted" ? t("accepted") : visible(one.outcome)}</bdi>
    ${one.usage && html` <span class="dim count">(${tokens(one.usage.input + one.usage.cache_read + one.usage.cache_write)} → ${tokens(one.usage.output)})</span>`}</li>`)}</ul></details>`;
}

function Save({ fold }) {
  const { session } = desk.get();
  const [laid, setLaid] = useState("");
  const [why, setWhy] = useState("");
  const path = `/api/sessions/${session.id}/folds/${fold.id}`;
  const lay = () => api.post(`${path}/copy`, {}).then((answer) => { setLaid(answer.path); setWhy(""); }, (fault) => setWhy(fault.message));
  return html`<div class="stack tight">
    <div class="bar"><a class="button main" href=${`${path}/file`} download>${t("save")}</a>
      ${session.is_of_machine && html`<${Button} onClick=${lay}>${t("beside")}</${Button}>`}<span class="dim small">${t("saveHint")}</span></div>
    ${laid && html`<${Notice} kind="good"><bdi>${t("laid", { path: visible(laid) })}</bdi></${Notice}>`}
    ${why && html`<${Notice} kind="bad"><bdi>${visible(why)}</bdi></${Notice}>`}
  </div>`;
}

function InShort({ fold }) {
  if (!fold.short_summary && !fold.request && !fold.open_request) return null;
  const quote = (key) => fold[key] && html`<div class="said"><h3>${t(key)}</h3><blockquote dir="auto">${clipped(fold[key])}</blockquote></div>`;
  return html`<section class="card padded stack tight"><h2>${t("short_")}</h2>
    ${fold.short_summary && html`<div class="short"><${Prose} text=${fold.short_summary} /></div>`}
    ${fold.open_request ? quote("open_request") : null}${fold.request !== fold.open_request && quote("request")}</section>`;
}

const clipped = (text) => (text.length > 1500 ? `${text.slice(0, 1500)} …` : text);

function Summary({ fold }) {
  const [mode, setMode] = useState("formatted");
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(fold.summary).then(() => setCopied(true), () => {});
  return html`<section class="card padded stack tight"><div class="bar"><h2 class="grow">${t("summary")}</h2>
      <${Choice} label=${t("summary")} value=${mode} options=${{ formatted: t("formatted"), raw: t("raw") }} onChange=${setMode} />
      <${Button} kind="quiet" icon="copy" label=${isCopied ? t("copied") : t("copy")} onClick=${copy} /></div>
    ${mode === "raw" ? html`<${Letters} text=${fold.summary} />` : fold.sections.map((one) => html`<article class="written" key=${one.id} data-section=${one.id}>
      <h3><bdi>${titleOf(one.id, one.title)}</bdi>${one.custom && html` <${Badge} kind="changed">${t("custom")}</${Badge}>`}</h3><${Prose} text=${one.text} /></article>`)}
  </section>`;
}

