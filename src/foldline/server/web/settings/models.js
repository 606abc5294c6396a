/** Who writes summaries: the models in their order, each with a test; and the keys of their services. */
import { html, useState } from "../html.js";
import { post, put as putTo } from "../api.js";
import { Badge, Button, Field, Fold, Line, Select } from "../parts.js";
import { number } from "../i18n.js";
import { refresh, state } from "../page.js";
import { t } from "./words.js";

export function Models({ list, put, disabled }) {
  const { models, providers } = state.get();
  const [provider, setProvider] = useState(providers[0]?.name ?? "");
  const [model, setModel] = useState("");
  const moved = (at) => list.map((one, index) => (index === at - 1 ? list[at] : index === at ? list[at - 1] : one));
  const add = () => { put([...list, `${provider}:${model.trim()}`]); setModel(""); };
  return html`<div class="rows">
    ${list.map((name, at) => html`<${Model} key=${name} name=${name} about=${models.find((one) => one.name === name)} disabled=${disabled}
      onEarlier=${at > 0 && (() => put(moved(at)))} onRemove=${() => put(list.filter((one) => one !== name))} />`)}
    <div class="row">
      <${Select} aria-label=${t("provider")} value=${provider} options=${Object.fromEntries(providers.map((one) => [one.name, one.name]))} disabled=${disabled} onChange=${setProvider} />
      <${Line} aria-label=${t("model")} placeholder=${t("modelHint")} value=${model} disabled=${disabled} onInput=${setModel} onKeyDown=${(event) => event.key === "Enter" && model.trim() && add()} />
      <${Button} icon="plus" disabled=${disabled || !model.trim() || list.includes(`${provider}:${model.trim()}`)} onClick=${add}>${t("addModel")}</${Button}>
    </div>
  </div>`;
}

function Model({ name, about, onEarlier, onRemove, disabled }) {
  const [said, setSaid] = useState(null);
  const test = () => {
    setSaid({ message: t("testing") });
    post("/api/models/test", { model: name }).then(setSaid, (fault) => setSaid({ ok: false, message: fault.message }));
  };
  return html`<div class="model">
    <div class="row"><bdi class="mono grow">${name}</bdi>
      ${about && html`<${Badge} kind=${about.has_key ? "" : "warn"}>${t(about.has_key ? "hasKey" : "noKey")}</${Badge}>`}
      ${about?.window && html`<span class="small dim number">${t("tokens", { n: number(about.window) })}</span>`}
      <${Button} label=${t("testOf", { name })} onClick=${test}>${t("test")}</${Button}>
      ${onEarlier && html`<${Button} icon="up" kind="quiet" label=${t("earlier", { name })} disabled=${disabled} onClick=${onEarlier} />`}
      <${Button} icon="bin" kind="quiet" label=${`${t("removeOne")}: ${name}`} disabled=${disabled} onClick=${onRemove} />
    </div>
    ${about?.note && html`<p class="hint">${about.note}</p>`}
    ${said && html`<p class=${said.ok === false ? "error" : "hint"} role="status">${said.message}${said.seconds ? ` (${t("seconds", { n: number(said.seconds) })})` : ""}</p>`}
  </div>`;
}

export function Keys() {
  const [isOpen, setOpen] = useState(false);
  const { providers } = state.get();
  const known = providers.filter((one) => one.has_key).map((one) => one.name);
  return html`<${Fold} title=${t("keys")} subtitle=${known.join(", ") || t("nothing")} isOpen=${isOpen} onToggle=${() => setOpen(!isOpen)}>
    <p class="hint">${t("keysHint")}</p>
    ${providers.filter((one) => one.needs_key || one.variables.length).map((one) => html`<${Key} key=${one.name} provider=${one} />`)}
  </${Fold}>`;
}

function Key({ provider }) {
  const [key, setKey] = useState("");
  const [error, setError] = useState("");
  const store = (text) => putTo("/api/keys", { provider: provider.name, key: text }).then(() => { setKey(""); setError(""); refresh(); }, (fault) => setError(fault.message));
  const origin = { environment: t("fromEnvironment"), stored: t("stored") }[provider.key_origin];
  return html`<${Field} label=${t("key", { name: provider.name })} error=${error} hint=${provider.variables.join(", ")} marks=${origin && html`<${Badge} kind="changed">${origin}</${Badge}>`}>
    ${(rest) => html`<div class="row">
      <input type="password" autocomplete="off" ...${rest} value=${key} onInput=${(event) => setKey(event.target.value)} />
      <${Button} disabled=${!key.trim()} label=${`${t("save")}: ${provider.name}`} onClick=${() => store(key.trim())}>${t("save")}</${Button}>
      ${provider.key_origin === "stored" && html`<${Button} kind="quiet" label=${`${t("forget")}: ${provider.name}`} onClick=${() => store("")}>${t("forget")}</${Button}>`}
    </div>`}
  </${Field}>`;
}
