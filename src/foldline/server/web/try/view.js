/** Try it: open or drop a session, see where the cut would fall, fold it, lay two ways side by side, keep a copy. */
import { html, useEffect, useRef, useState } from "../html.js";
import { Badge, Button, Notice, Spoken, names, wear } from "../parts.js";
import { state } from "../page.js";
import { useSignal } from "../signal.js";
import { Chart, numbersOf } from "./chart.js";
import { Compare } from "./compare.js";
import { Controls } from "./controls.js";
import { close, desk, openFile, plan as planAnew, put, trial } from "./desk.js";
import { Looking } from "./message.js";
import { Messages } from "./messages.js";
import { Fault, Opening } from "./opening.js";
import { Progress } from "./progress.js";
import { Prompts } from "./prompts.js";
import { Result, nameOf } from "./result.js";
import { number } from "../i18n.js";
import { size, t, tokens, visible } from "./words.js";

wear("/web/try/try.css");

export default function Try() {
  const { session, plan, folds, job, fault, tab, pair, shown } = useSignal(desk);
  const form = useSignal(trial);
  const now = useSignal(state);
  const [wanted, setWanted] = useState(null);
  // Settings that were changed meanwhile, here or elsewhere, move the cut.
  useEffect(() => { if (session && plan) planAnew(); }, [now.version]);
  if (!session) return html`<div class="try stack"><div><h1>${t("title")}</h1><p class="dim">${t("lead")}</p></div>
    ${job ? html`<${Progress} job=${job} />` : html`<${Fault} fault=${fault} /><${Opening} />`}</div>`;
  const fold = folds.find((one) => one.id === shown);
  const toRow = (row) => { setWanted({ row }); put({ tab: "messages" }); };
  const isStale = fold && (fold.version !== now.version || JSON.stringify(fold.form) !== JSON.stringify(form));
  const isShippedApart = Boolean(now.profiles.find((one) => one.name === (form.profile.trim() || plan?.profile))?.is_changed);
  const tabs = { result: t("result"), compare: t("compare"), messages: `${t("messages")} (${tokens(session.messages)})`, prompt: t("prompt") };
  return html`<div class="try stack" onDragOver=${(event) => event.preventDefault()} onDrop=${(event) => { event.preventDefault(); if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]); }}>
    <${Head} session=${session} plan=${plan} />
    ${plan && html`<div class="how"><${Cut} plan=${plan} onRow=${toRow} /><${Controls} isBusy=${Boolean(job)} /></div>`}
    ${job && html`<${Progress} job=${job} />`}
    ${!job && html`<${Fault} fault=${fault} />`}
    ${plan && html`<div class="tabs" role="tablist" aria-label=${t("title")}>${Object.entries(tabs).map(([id, name]) => html`<button key=${id} type="button" role="tab" id=${`tab-${id}`} aria-selected=${String(id === tab)} aria-controls="panel"
        tabindex=${id === tab ? 0 : -1} onClick=${() => put({ tab: id })} onKeyDown=${(event) => move(event, Object.keys(tabs), id)}>${name}</button>`)}</div>
      <div role="tabpanel" id="panel" aria-labelledby=${`tab-${tab}`} class=${`panel ${tab}`}>
        ${tab === "result" && (fold ? html`<${Earlier} folds=${folds} shown=${shown} /><${Result} key=${fold.id} fold=${fold} isStale=${isStale} />` : html`<p class="dim">${t("noFold")}</p>`)}
        ${tab === "compare" && html`<${Compare} session=${session} folds=${folds} pair=${pair} canShip=${isShippedApart} />`}
        ${tab === "messages" && html`<${Messages} session=${session} plan=${plan} wanted=${wanted} />`}
        ${tab === "prompt" && html`<${Prompts} session=${session} plan=${plan} />`}
      </div>`}
    <${Looking} total=${session.messages} />
  </div>`;
}

function move(event, ids, id) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = ids[(ids.indexOf(id) + step + ids.length) % ids.length];
  put({ tab: next });
  requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
}

function Head({ session, plan }) {
  const title = useRef();
  // What had the focus is gone with the list of files.
  useEffect(() => { if (document.activeElement === document.body) title.current.focus({ preventScroll: true }); }, [session.id]);
  const counter = plan?.counter;
  const counted = counter && [t("counted", { name: counter.name }), counter.exact && t("exact", { model: visible(counter.model) }), !counter.exact && counter.factor !== 1 && t("near", { factor: number(counter.factor, { maximumFractionDigits: 2 }), model: visible(counter.model) }), counter.sampled && t("sampled")].filter(Boolean).join(", ");
  return html`<header class="session-head"><div class="bar"><h1 class="grow" ref=${title} tabindex="-1"><bdi>${visible(session.title || session.name)}</bdi></h1><${Button} onClick=${close}>${t("another")}</${Button}></div>
    <p class="dim count"><bdi>${session.label}</bdi> · ${size(session.size)} · ${t("nMessages", { n: tokens(session.messages) })}${plan && html` · <strong>${t("nTokens", { n: tokens(plan.tokens) })}</strong> <span class="small">(${counted})</span>`}
      ${session.model && html` · <bdi>${visible(session.model)}</bdi>`}${session.title && session.title !== session.name && html` · <bdi>${visible(session.name)}</bdi>`}
      ${session.folds.length > 0 && html` <${Badge}>${t("foldedBefore", { n: session.folds.length })}</${Badge}>`}</p>
    ${session.problem_count > 0 && html`<details class="small"><summary>${t("problems", { n: session.problem_count })}</summary><ul class="plain">${session.problems.map((one) => html`<li><bdi>${t("line", { n: one[0], what: visible(one[1]) })}</bdi></li>`)}</ul></details>`}
    <${Spoken} text=${t("nowOpen", { name: visible(session.title || session.name) })} /></header>`;
}

function Cut({ plan, onRow }) {
  return html`<section class="card padded stack tight where"><h2>${t("where")}</h2>
    ${plan.cut_row === null ? html`<${Notice} kind="warn"><bdi>${visible(plan.reason)}</bdi></${Notice}>` : html`<p>${t("wouldFold", numbersOf(plan))} ${plan.clamped > 0 && t("shortenedNow", { n: number(plan.clamped) })} ${plan.is_split_turn && t("splits")}</p>`}
    <${Chart} plan=${plan} onRow=${onRow} />
    <details class="small"><summary>${t("why")}</summary><ul class="plain">
      ${plan.why_here && html`<li>${plan.why_here}</li>`}<li><strong>${t("automatic")}:</strong> ${plan.decision}</li>${plan.origins.map((line) => html`<li>${line}</li>`)}</ul></details>
    ${plan.warnings.map((warning) => html`<${Notice} kind="warn"><bdi>${visible(warning)}</bdi></${Notice}>`)}
  </section>`;
}

function Earlier({ folds, shown }) {
  if (folds.length < 2) return null;
  return html`<div class="earlier bar" role="group" aria-label=${t("result")}>${folds.map((fold) => html`<button type="button" key=${fold.id} class=${names("pill", fold.id === shown && "on")} aria-pressed=${String(fold.id === shown)}
    title=${nameOf(fold)} onClick=${() => put({ shown: fold.id })}><bdi class="clip">${nameOf(fold)}</bdi></button>`)}</div>`;
}
