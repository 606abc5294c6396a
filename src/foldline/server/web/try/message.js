/** One message whole, in a dialog, with the ones before and after it in reach. */
import { html, useEffect, useState } from "../html.js";
import { Badge, Button, Choice, Dialog, Notice } from "../parts.js";
import { useSignal } from "../signal.js";
import { looking, message } from "./desk.js";
import { Letters, Prose } from "./prose.js";
import { ownerName, t, tokens, visible } from "./words.js";

export function Looking({ total }) {
  const which = useSignal(looking);
  return which && html`<${Message} which=${which} total=${total} />`;
}

function Message({ which, total }) {
  const [view, setView] = useState(null);
  const [why, setWhy] = useState("");
  const [mode, setMode] = useState("formatted");
  useEffect(() => {
    let isGone = false;
    setWhy("");
    if (which.find) setMode("letters");
    message(which.entry === undefined ? { index: which.index } : { entry: which.entry }).then((answer) => !isGone && setView(answer), (fault) => !isGone && setWhy(fault.message));
    return () => { isGone = true; };
  }, [which]);
  const index = view?.row.index ?? which.index ?? -1;
  const to = (at) => looking.set({ index: at });
  const title = view ? `${t("message", { n: tokens(index + 1), all: tokens(total) })} · ${ownerName(view.row.owner)}` : t("loadingMessage");
  return html`<${Dialog} title=${title} isWhole onClose=${() => looking.set(null)} actions=${html`
      ${view && html`<span class="dim small count">${[view.row.speaker && visible(view.row.speaker), t("nTokens", { n: tokens(view.row.tokens) }), view.timestamp, view.model].filter(Boolean).join(" · ")}</span>`}
      <${Button} disabled=${index <= 0} onClick=${() => to(index - 1)}>${t("previous")}</${Button}>
      <${Button} disabled=${index < 0 || index + 1 >= total} onClick=${() => to(index + 1)}>${t("next")}</${Button}>`}>
    <div class="whole-message" tabindex="0">
      ${why && html`<${Notice} kind="bad">${visible(why)}</${Notice}>`}
      ${view && html`<div class="bar"><${Choice} label=${t("formatted")} value=${mode} options=${{ formatted: t("formatted"), letters: t("asWritten") }} onChange=${setMode} /></div>`}
      ${view && !view.parts.some((part) => part.text) && html`<p class="dim">${t("empty")}</p>`}
      ${view?.parts.map((part, at) => html`<${Part} key=${`${index}.${at}`} part=${part} isFormatted=${mode === "formatted"} find=${which.find} />`)}
    </div>
  </${Dialog}>`;
}

function Part({ part, isFormatted, find }) {
  const isProse = part.kind === "text" && isFormatted;
  return html`<section class=${`part ${part.kind}`}>
    ${part.kind !== "text" && html`<h3><bdi>${headingOf(part)}</bdi>${part.failed && html` <${Badge} kind="bad">${t("failedResult")}</${Badge}>`}</h3>`}
    ${isProse ? html`<${Prose} text=${part.text} />` : html`<${Letters} text=${part.text} find=${find} />`}
    ${part.left_out > 0 && html`<p class="dim small">${t("leftOut", { n: tokens(part.left_out) })}</p>`}
  </section>`;
}

function headingOf(part) {
  const name = visible(part.name);
  if (part.kind === "call") return t("calls", { name });
  if (part.kind === "result") return name ? t("result_", { name }) : t("resultPlain");
  return part.kind === "other" ? t("other", { name }) : t(part.kind);
}
