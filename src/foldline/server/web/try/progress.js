/** Long work as it goes: its stage, the sections as they are written, and a way to end it. */
import { html, useEffect, useState } from "../html.js";
import { Icon } from "../icons.js";
import { Button, Spoken } from "../parts.js";
import { stop } from "./desk.js";
import { t, tokens, visible } from "./words.js";

/** How long it has been, once that is worth saying. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds > 1 && html`<span class="dim small count">${t("seconds", { n: seconds })}</span>`;
}

export function Progress({ job }) {
  const { stage = "", steps = [], characters = 0, attempt = 1 } = job.view?.progress ?? {};
  const words = t(stage || "sending");
  const done = steps.filter((step) => step.state === "written").length;
  return html`<section class="card padded working" aria-label=${words}>
    <div class="bar"><span class="spinner" aria-hidden="true"></span>
      <div class="grow">${job.label && html`<bdi class="dim small">${t("opening", { name: visible(job.label) })}</bdi>`}
        <p><strong>${words}</strong>${attempt > 1 && html` <span class="dim">(${t("attempt", { n: attempt })})</span>`}</p></div>
      <${Elapsed} />${characters > 0 && html`<span class="dim small count">${t("written", { n: tokens(characters) })}</span>`}
      <${Button} onClick=${stop} disabled=${!job.id}>${t("cancel")}</${Button}></div>
    ${steps.length > 0 && html`<progress max=${steps.length} value=${characters ? done : undefined} aria-label=${words}></progress>
      <ol class="steps">${steps.map((step) => html`<li key=${step.id} class=${step.state}>
        ${step.state === "written" ? html`<${Icon} name="check" />` : html`<span class="dot" aria-hidden="true"></span>`}
        <bdi>${visible(step.title)}</bdi><span class="unseen">${t(`${step.state}Section`)}</span></li>`)}</ol>`}
    <${Spoken} text=${words} />
  </section>`;
}
