/** Nothing is open yet: a place to drop a file, and the sessions of this machine. */
import * as api from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { Icon } from "../icons.js";
import { Button, Notice, names } from "../parts.js";
import { openFile, openListed, select } from "./desk.js";
import { size, t, visible, when } from "./words.js";

const HEADINGS = { unreadable: "unreadable", not_a_conversation: "notConversation", cancelled: "cancelled" };

export function Fault({ fault }) {
  if (!fault) return null;
  if (fault.status === "several_conversations") return html`<${Several} fault=${fault} />`;
  if (fault.status === "cancelled") return html`<${Notice} kind="warn">${t("cancelled")}</${Notice}>`;
  return html`<${Notice} kind="bad"><strong>${t(HEADINGS[fault.status] ?? "failed")}</strong><br /><bdi>${visible(fault.message)}</bdi>
    ${fault.attempts?.length > 0 && html`<ul class="plain">${fault.attempts.map((one) => html`<li><bdi>${one.summariser}: ${visible(one.outcome)}</bdi></li>`)}</ul>`}</${Notice}>`;
}

function Several({ fault }) {
  const [most, setMost] = useState(40);
  return html`<section class="card padded stack tight" aria-label=${t("several", { n: fault.titles.length })}>
    <h2>${t("several", { n: fault.titles.length })}</h2>
    <ol class="listed">${fault.titles.slice(0, most).map((title, at) => html`<li key=${at}><button type="button" onClick=${() => select(fault.session, at + 1, visible(title))}>
      <span class="count dim">${at + 1}</span><bdi class="clip">${visible(title)}</bdi></button></li>`)}</ol>
    ${fault.titles.length > most && html`<${Button} onClick=${() => setMost(most + 200)}>${t("showAll", { n: fault.titles.length - most })}</${Button}>`}
  </section>`;
}

export function Opening() {
  return html`<div class="opening"><${Drop} /><${Machine} /></div>`;
}

function Drop() {
  const [isOver, setOver] = useState(false);
  const input = useRef();
  const taken = (files) => { setOver(false); if (files[0]) openFile(files[0]); };
  return html`<div class=${names("drop", isOver && "over")}
      onDragOver=${(event) => { event.preventDefault(); setOver(true); }} onDragLeave=${() => setOver(false)}
      onDrop=${(event) => { event.preventDefault(); taken(event.dataTransfer.files); }}>
    <span class="dropmark"><${Icon} name="up" /></span>
    <p class="big">${t("drop")}</p>
    <p class="dim">${t("or")}</p>
    <input ref=${input} type="file" class="unseen" tabindex="-1" aria-label=${t("choose")} onChange=${(event) => taken(event.target.files)} />
    <${Button} kind="main" onClick=${() => input.current.click()}>${t("choose")}</${Button}>
    <p class="hint">${t("dropHint")}</p>
  </div>`;
}

function Machine() {
  const [found, setFound] = useState(null);
  const [why, setWhy] = useState("");
  const look = () => {
    setFound(null);
    api.get("/api/machine-sessions").then((answer) => setFound(answer.sessions), (fault) => { setWhy(fault.message); setFound([]); });
  };
  useEffect(look, []);
  return html`<section class="card machine" aria-labelledby="machine">
    <div class="bar head"><h2 id="machine">${t("machine")}</h2><span class="grow"></span><${Button} kind="quiet" icon="reset" label=${t("again")} onClick=${look} /></div>
    ${found === null && html`<p class="dim padded" role="status">${t("looking")}</p>`}
    ${found?.length === 0 && html`<p class="dim padded">${why || t("machineNone")}</p>`}
    ${found?.length > 0 && html`<ul class="listed">${found.map((one) => html`<li key=${one.id}><button type="button" onClick=${() => openListed(one.id, visible(one.opening || one.project))}>
      <bdi class="clip opening-words">${visible(one.opening) || "—"}</bdi>
      <span class="dim small clip"><bdi>${one.tool}</bdi> · ${when(one.modified)} · ${size(one.size)} · <bdi>${visible(one.project)}</bdi></span>
    </button></li>`)}</ul>`}
  </section>`;
}
