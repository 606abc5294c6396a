/** Two folds side by side: numbers, then section by section what differs, line by line. */
import * as api from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { Badge, Button, Field, Fold, Notice, Select, Switch, names } from "../parts.js";
import { foldAndCompare, put, trial } from "./desk.js";
import { nameOf, titleOf, writerOf } from "./result.js";
import { t, tokens, visible } from "./words.js";

export function Compare({ session, folds, pair, canShip }) {
  const made = folds.filter((fold) => fold.status === "compacted");
  const newest = made.at(-1);
  const ship = newest && canShip && html`<${Button} onClick=${() => foldAndCompare(newest, { ...trial.get(), profile: ` ${trial.get().profile.trim() || newest.trial.profile}` })}>${t("shippedAndCompare")}</${Button}>`;
  if (made.length < 2) return html`<${Notice} actions=${ship}>${t("needTwo")}</${Notice}>`;
  const [first, second] = pair ?? [made.at(-2).id, newest.id];
  const options = Object.fromEntries(made.map((fold) => [fold.id, nameOf(fold)]));
  return html`<div class="compare stack">
    <div class="pick"><${Field} label=${t("first")}>${(rest) => html`<${Select} ...${rest} value=${first} options=${options} onChange=${(id) => put({ pair: [id, second] })} />`}</${Field}>
      <${Field} label=${t("second")}>${(rest) => html`<${Select} ...${rest} value=${second} options=${options} onChange=${(id) => put({ pair: [first, id] })} />`}</${Field}></div>
    ${ship && html`<div class="bar">${ship}</div>`}
    <${Sides} session=${session} first=${first} second=${second} />
  </div>`;
}

function Sides({ session, first, second }) {
  const [view, setView] = useState(null);
  const [why, setWhy] = useState("");
  const [isShort, setShort] = useState(false);
  useEffect(() => {
    let isGone = false;
    api.get(api.query(`/api/sessions/${session.id}/comparison`, { first, second })).then(
      (answer) => { if (!isGone) { setView(answer); setWhy(""); } }, (fault) => !isGone && setWhy(fault.message));
    return () => { isGone = true; };
  }, [session.id, first, second]);
  if (why) return html`<${Notice} kind="bad">${visible(why)}</${Notice}>`;
  if (!view) return html`<p class="dim">${t("loadingMessage")}</p>`;
  const differ = view.sections.filter((one) => one.state !== "same");
  const shown = isShort ? differ : view.sections;
  return html`<${Figures} view=${view} />
    <div class="bar"><p class="grow" role="status"><strong>${differ.length ? t("nDifferences", { n: differ.length, all: view.sections.length }) : t("noDifference")}</strong></p>
      <${Switch} on=${isShort} label=${t("onlyDifferences")} onChange=${setShort} /></div>
    ${shown.map((one) => html`<${Difference} key=${one.id} one=${one} />`)}`;
}

function Figures({ view }) {
  const rows = [
    [t("tokensAfter"), (fold) => tokens(fold.tokens_after)], [t("foldedRow"), (fold) => tokens(fold.folded_messages)], [t("keptRow"), (fold) => `${tokens(fold.kept_messages)} (${tokens(fold.kept_tokens)})`],
    [t("writer"), writerOf], [t("focusRow"), (fold) => visible(fold.trial.focus)],
  ].map(([name, of]) => [name, of(view.first), of(view.second)]).filter(([, a, b]) => a || b);
  return html`<table class="figures-table"><thead><tr><td></td><th scope="col">${t("first")}</th><th scope="col">${t("second")}</th></tr></thead>
    <tbody>${rows.map(([name, a, b]) => html`<tr key=${name} class=${a === b ? "" : "differs"}><th scope="row">${name}</th><td><bdi>${a}</bdi></td><td><bdi>${b}</bdi></td></tr>`)}</tbody></table>`;
}

const STATES = { same: "same", changed: "changedSection", renamed: "renamed", only_first: "only_first", only_second: "only_second" };

function Difference({ one }) {
  const [isOpen, setOpen] = useState(one.state !== "same");
  const isMoved = one.first_title !== one.second_title;
  const side = (own, title) => html`<div class="side-text" data-side=${own}>${isMoved && one.state !== (own === "first" ? "only_second" : "only_first") && html`<h4 class="moved"><bdi>${titleOf(one.id, title)}</bdi></h4>`}
    <pre dir="auto">${one.lines.filter((line) => line.kind === "same" || line.kind === own).map((line, at) => (line.kind === "same" ? html`<span key=${at}>${line.text}${"\n"}</span>` : html`<mark key=${at} class=${own}>${line.text || " "}${"\n"}</mark>`))}</pre></div>`;
  return html`<${Fold} title=${titleOf(one.id, one.second_title || one.first_title)} kind=${names("difference", one.state)} isOpen=${isOpen} onToggle=${() => setOpen(!isOpen)}
      side=${html`<${Badge} kind=${one.state === "same" ? "" : "changed"}>${t(STATES[one.state])}</${Badge}>`} data-section=${one.id} data-state=${one.state}>
    <div class="two">${side("first", one.first_title)}${side("second", one.second_title)}</div>
  </${Fold}>`;
}
