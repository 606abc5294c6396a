/** Profiles: what a summary is asked for, with the exact prompt beside it. */
import { html, useEffect, useState } from "../html.js";
import { Badge, Button, Choice, Notice, Select, wear } from "../parts.js";
import { language as speaking } from "../i18n.js";
import { go } from "../routes.js";
import { edits, profileOf, saver, state, targetOf } from "../page.js";
import { useSignal } from "../signal.js";
import { Actions } from "./actions.js";
import { Preview } from "./preview.js";
import { Prompts, Review, Rules } from "./beside.js";
import { Sections } from "./sections.js";
import { changesOf } from "./changed.js";
import { t } from "./words.js";

wear("/web/profiles/profiles.css");

export default function Profiles({ args }) {
  useSignal(edits);
  const now = useSignal(state);
  const [onlyHere, setOnlyHere] = useState(false);
  const wanted = args[0] || now.in_force.profile;
  const profile = profileOf(wanted) ?? profileOf(now.global_profile);
  const language = now.languages.includes(args[1]) ? args[1] : speaking.get();
  const target = targetOf(profile.name, language, onlyHere);
  useEffect(() => () => { saver.flush(); }, [profile.name, language, onlyHere]);

  const names = Object.fromEntries(now.profiles.map((one) => [one.name, one.name]));
  return html`<div class="profiles stack">
    <div class="intro"><h1>${t("heading")}</h1><p class="dim">${t("about")}</p></div>
    <div class="bar">
      <label class="chooser"><span class="unseen">${t("profile")}</span>
        <${Select} value=${profile.name} options=${names} onChange=${(name) => go(["profiles", name, language])} /></label>
      <${Choice} label=${t("language")} value=${language} options=${{ en: "English", zh: "中文" }} onChange=${(one) => go(["profiles", profile.name, one])} />
      <span class="badges"><${About} profile=${profile} target=${target} /></span>
      <span class="grow" />
      <div class="actions"><${Actions} profile=${profile} language=${language} /></div>
    </div>
    ${wanted !== profile.name && html`<${Notice} kind="warn">${t("gone", { name: wanted })}</${Notice}>`}
    <div class="columns">
      <div class="stack">
        <div class="bar only">
          <label class="check"><input type="checkbox" checked=${onlyHere} onChange=${(event) => setOnlyHere(event.target.checked)} />${t("onlyHere", { language: t(language) })}</label>
          <span class="dim small">${t(onlyHere ? "hereNow" : "bothNow", { language: t(language) })}</span>
          <span class="narrow"><${Button} icon="arrow" onClick=${() => document.getElementById("preview").scrollIntoView({ behavior: "smooth" })}>${t("toPreview")}</${Button}></span>
        </div>
        <${Sections} key=${`${profile.name} ${language}`} profile=${profile} target=${target} />
        <${Rules} key=${`rules ${profile.name}`} target=${target} />
        ${profile.base === "conversation" && html`<${Review} key=${`review ${profile.name}`} target=${target} />`}
        <${Prompts} key=${`prompts ${profile.name} ${language} ${onlyHere}`} target=${target} />
      </div>
      <${Preview} target=${target} />
    </div>
  </div>`;
}

function About({ profile, target }) {
  const count = changesOf(profile, target);
  return html`
    <${Badge}>${profile.is_builtin ? t("builtin") : t("from", { base: profile.base })}</${Badge}>
    ${state.get().in_force.profile === profile.name && html`<${Badge}>${t("inForce")}</${Badge}>`}
    ${count > 0 && html`<${Badge} kind="changed">${t(count === 1 ? "one" : "changes", { n: count })}</${Badge}>`}`;
}
