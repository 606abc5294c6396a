/** How the session is to be folded: what this try differs in from the settings in force. Nothing here is stored. */
import { html, useEffect, useRef } from "../html.js";
import { Button, Choice, Field, Line, Select } from "../parts.js";
import { state } from "../page.js";
import { address } from "../routes.js";
import { useSignal } from "../signal.js";
import { desk, fold, plan, trial } from "./desk.js";
import { t, visible } from "./words.js";

const PAUSE = 350; // milliseconds after the last key before the plan is asked for anew

export function Controls({ isBusy }) {
  const now = useSignal(state);
  const form = useSignal(trial);
  const { plan: planned, folds } = useSignal(desk);
  const waiting = useRef();
  const set = (change, pause = 0) => {
    trial.set({ ...trial.get(), ...change });
    clearTimeout(waiting.current);
    waiting.current = setTimeout(plan, pause);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  const setting = (name) => now.settings.find((one) => one.name === name)?.value;
  const models = planned.models.length ? planned.models : setting("models") ?? [];
  const hasModels = models.length > 0 || Boolean(setting("remote_endpoint"));
  const writers = models.map(visible).join(", ") || visible(setting("remote_endpoint") ?? "");
  return html`<section class="card padded controls" aria-label=${t("settings")}>
    <${Field} label=${t("profile")}>${(rest) => html`<${Select} ...${rest} value=${form.profile} options=${profilesOf(now, planned, form)} onChange=${(profile) => set({ profile })} />`}</${Field}>
    <${Field} label=${t("languageOf")}>${(rest) => html`<${Select} ...${rest} value=${form.language} options=${{ "": t("auto"), en: "English", zh: "中文" }} onChange=${(language) => set({ language })} />`}</${Field}>
    <${Field} label=${t("keep")}>${(rest) => html`<input ...${rest} type="text" inputmode="numeric" class="short-number" placeholder=${String(setting("keep_recent_tokens") ?? "")} value=${form.keep}
      onInput=${(event) => set({ keep: event.target.value.replace(/\D/g, "").slice(0, 9) }, PAUSE)} />`}</${Field}>
    <${Field} label=${t("focus")}>${(rest) => html`<${Line} ...${rest} value=${form.focus} placeholder=${t("focusHint")} onInput=${(focus) => set({ focus }, PAUSE)} />`}</${Field}>
    <div class="field"><div class="label"><span class="name">${t("by")}</span></div>
      <${Choice} label=${t("by")} value=${form.by} disabled=${!hasModels} options=${{ builtin: t("builtin"), models: t("models") }} onChange=${(by) => set({ by })} /></div>
    <div class="go"><${Button} kind="main" disabled=${isBusy} onClick=${() => fold()}>${folds.length ? t("foldAgain") : t("fold")}</${Button}>
      <span class="dim small">${form.by === "models" ? t("foldHintModel", { names: writers }) : hasModels ? t("foldHint") : html`${t("foldHint")} <a href=${address("settings")}>${t("noModels")}</a>`}</span></div>
  </section>`;
}

/** The profiles to choose from; one that was changed is there as it is shipped, too. */
function profilesOf(now, planned, form) {
  const names = { "": t("inForce", { name: visible(form.profile ? now.in_force.profile : planned.profile) }) };
  for (const one of now.profiles) names[one.name] = visible(one.name);
  for (const one of now.profiles) if (one.is_builtin && one.is_changed) names[` ${one.name}`] = t("asShipped", { name: visible(one.name) });
  return names;
}
