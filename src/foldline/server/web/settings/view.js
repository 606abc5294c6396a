/** Every setting with its origin and range; for everybody, or where one profile is used. */
import { html, useEffect, useState } from "../html.js";
import { Badge, Button, Field, Notice, Select, Switch, names, wear } from "../parts.js";
import { Icon } from "../icons.js";
import { number } from "../i18n.js";
import { go } from "../routes.js";
import { EVERYBODY, edits, faultAt, profileOf, saver, settingOf, shown, state, targetOf, type } from "../page.js";
import { useSignal } from "../signal.js";
import { Control } from "./controls.js";
import { GROUPS, choiceOf, labelOf } from "./labels.js";
import { Keys, Models } from "./models.js";
import { hintOf } from "./number.js";
import { Triggers } from "./triggers.js";
import { t } from "./words.js";

wear("/web/settings/settings.css");

const NOT_OF_A_PROFILE = ["profile", "rules", "locale"];

export default function Settings({ args }) {
  useSignal(edits);
  const now = useSignal(state);
  const [file, setFile] = useState("");
  const profile = args[0] ? profileOf(args[0]) : null;
  const target = profile ? targetOf(profile.name) : { ...EVERYBODY, file };
  useEffect(() => () => { saver.flush(); }, [args[0], file]);
  const wheres = { "": t("everywhere"), ...Object.fromEntries(now.profiles.map((one) => [one.name, t("inProfile", { name: one.name })])) };
  const fits = (one) => one && !(profile && NOT_OF_A_PROFILE.includes(one.name));
  const grouped = Object.values(GROUPS).flat();
  const groups = { ...GROUPS, more: now.settings.map((one) => one.name).filter((name) => !grouped.includes(name)) };
  const locked = [now.files.user, now.files.project].filter((one) => one && !one.writable);

  return html`<div class="settings stack">
    <h1>${t("heading")}</h1>
    <div class="bar">
      <label for="where">${t("holds")}</label>
      <${Select} id="where" value=${profile?.name ?? ""} options=${wheres} onChange=${(one) => go(one ? ["settings", one] : ["settings"])} />
      ${!profile && now.files.project && html`<label for="file">${t("file")}</label>
        <${Select} id="file" value=${file} options=${{ "": t("own"), user: t("user"), project: t("project") }} onChange=${setFile} />`}
    </div>
    ${locked.map((one) => html`<${Notice} kind="warn" key=${one.path}>${t("readonly", { path: one.path })}</${Notice}>`)}
    <div class="columns">
      <div class="stack">${Object.entries(groups).map(([group, list]) => {
        const settings = list.map(settingOf).filter(fits);
        return settings.length > 0 && html`<section class="card group" key=${group} aria-labelledby=${`group-${group}`}>
          <h2 id=${`group-${group}`}>${t(group)}</h2>
          ${settings.map((one) => html`<${Setting} key=${`${profile?.name} ${one.name}`} setting=${one} target=${target} />`)}
          ${group === "who" && !profile && html`<div class="setting"><${Keys} /></div>`}
        </section>`;
      })}</div>
      <aside class="card padded now" aria-labelledby="points"><h2 id="points">${t("points")}</h2>
        <${Triggers} triggers=${now.triggers} isOff=${settingOf("enabled")?.value === false} />
        ${[now.files.user, now.files.project].filter(Boolean).map((one) => html`<p class="hint" key=${one.path}>${t("files", { path: one.path })}</p>`)}
      </aside>
    </div>
  </div>`;
}

function Setting({ setting, target }) {
  const { name } = setting;
  const path = ["settings", name];
  const [label, meaning] = labelOf(name);
  const own = shown(target, path);
  const isInherited = Boolean(target.profile) && own === null;
  const value = isInherited ? shown(EVERYBODY, path) ?? null : own;
  const put = (made, error) => type(target, path, made, error);
  const isOff = setting.needs.some((one) => effective(target, one) === false);
  const disabled = setting.is_fixed || isOff;
  const canReset = !setting.is_fixed && (target.profile ? own !== null : JSON.stringify(own) !== JSON.stringify(setting.default));
  const range = ["integer", "number"].includes(setting.kind) ? hintOf(setting) : "";
  const isWide = ["texts", "clauses"].includes(setting.kind) || ["rules", "focus", "remote_endpoint"].includes(name);
  const hint = [meaning, range, name !== "profile" && t("isDefault", { value: told(setting) })].filter(Boolean).join(" · ");
  const marks = html`<${Origin} setting=${setting} target=${target} isInherited=${isInherited} isEdited=${own !== null && canReset} />
    ${canReset && html`<${Button} kind="quiet small" icon="reset" label=${t("reset", { name: label })} disabled=${disabled} onClick=${() => put(target.profile ? null : setting.default)} />`}`;
  return html`<div class=${names("setting", isWide && "wide", disabled && "off")} data-setting=${name}>
    <${Field} label=${label} hint=${hint} error=${faultAt(target, path)} marks=${marks}>
      ${(rest) => name === "models" ? html`<${Models} list=${value ?? []} put=${put} disabled=${disabled} />`
        : html`<${Control} setting=${setting} value=${value} put=${put} disabled=${disabled} rest=${rest} />`}
    </${Field}>
  </div>`;
}

function effective(target, name) {
  return (target.profile ? shown(target, ["settings", name]) : null) ?? shown(EVERYBODY, ["settings", name]);
}

function Origin({ setting, target, isInherited, isEdited }) {
  const { origin, where } = setting;
  if (setting.is_fixed) return html`<${Badge} kind="warn"><${Icon} name="lock" />${t("fixed", { origin: t(origin), where })}</${Badge}>`;
  if (target.profile) return isInherited ? html`<${Badge} kind="plain">${t("inherited")}</${Badge}>` : html`<${Badge} kind="changed">${t("here")}</${Badge}>`;
  return html`<${Badge} kind=${isEdited || origin !== "default" ? "changed" : "plain"} title=${where || undefined}>${t(origin)}</${Badge}>`;
}

function told({ name, kind, default: value }) {
  if (kind === "choice") return choiceOf(name, value);
  if (value === null) return t("unset");
  if (typeof value === "boolean") return t(value ? "on" : "off");
  if (typeof value === "number") return number(value);
  return value.length ? JSON.stringify(value) : t("nothing");
}
