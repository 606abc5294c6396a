/** What a model would be sent for this fold, byte for byte. */
import * as api from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { Choice, Notice } from "../parts.js";
import { asked } from "./desk.js";
import { Letters } from "./prose.js";
import { kindOf, t, tokens, visible } from "./words.js";

export function Prompts({ session, plan }) {
  const [prompts, setPrompts] = useState(null);
  const [why, setWhy] = useState("");
  const [at, setAt] = useState("0");
  useEffect(() => {
    let isGone = false;
    api.post(`/api/sessions/${session.id}/prompts`, asked()).then(
      (answer) => { if (!isGone) { setPrompts(answer.prompts); setWhy(""); } }, (fault) => !isGone && setWhy(fault.message));
    return () => { isGone = true; };
  }, [session.id, plan.at]);
  if (why) return html`<${Notice} kind="bad">${visible(why)}</${Notice}>`;
  if (!prompts) return html`<p class="dim">${t("loadingMessage")}</p>`;
  if (!prompts.length) return html`<${Notice} kind="warn"><bdi>${t("noPrompt", { why: visible(plan.reason) })}</bdi></${Notice}>`;
  const one = prompts[Number(at)] ?? prompts[0];
  return html`<section class="card padded stack tight prompts"><p class="dim small">${t("promptHint")}</p>
    <div class="bar"><${Choice} label=${t("prompt")} value=${at} options=${Object.fromEntries(prompts.map((each, n) => [String(n), kindOf(each.kind)]))} onChange=${setAt} />
      <span class="dim small count">${t("nTokens", { n: tokens(one.tokens) })}</span></div>
    <h3>${t("systemPart")}</h3><${Letters} key=${`s${at}${plan.at}`} text=${one.system} />
    <h3>${t("userPart")}</h3><${Letters} key=${`u${at}${plan.at}`} text=${one.user} />
  </section>`;
}
