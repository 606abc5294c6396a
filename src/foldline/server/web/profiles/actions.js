/** Whole profiles: new, copied, exported, imported, reset, deleted. */
import { html, useState } from "../html.js";
import { post, remove } from "../api.js";
import { Button, Confirm, Dialog, Field, Line, Notice, Select } from "../parts.js";
import { go } from "../routes.js";
import { act, saver, state } from "../page.js";
import { t } from "./words.js";

export function Actions({ profile, language }) {
  const [dialog, setDialog] = useState("");
  const [failure, setFailure] = useState("");
  const close = () => setDialog("");
  const path = `/api/profiles/${encodeURIComponent(profile.name)}`;
  const drop = () => {
    saver.forget({ profile: profile.name }, []);
    act((version) => remove(`${path}?version=${encodeURIComponent(version)}`)).then(
      () => { setFailure(""); if (!profile.is_builtin) go(["profiles"]); },
      (fault) => setFailure(fault.message),
    );
  };
  const exported = async (event) => {
    if (!saver.all().length) return;
    event.preventDefault();
    const to = event.currentTarget.href;
    await saver.flush();
    location.assign(to);
  };
  const word = profile.is_builtin ? "asDelivered" : "remove";
  return html`
    <${Button} icon="plus" onClick=${() => setDialog("new")}>${t("fresh")}</${Button}>
    <${Button} icon="up" onClick=${() => setDialog("import")}>${t("imported")}</${Button}>
    <a class="button" href=${`${path}/export`} download onClick=${exported}><span>${t("exported")}</span></a>
    <${Button} kind="quiet" icon=${profile.is_builtin ? "reset" : "bin"} onClick=${() => setDialog("drop")}>${t(word)}</${Button}>
    ${failure && html`<${Notice} kind="bad">${failure}</${Notice}>`}
    ${dialog === "new" && html`<${New} profile=${profile} language=${language} onClose=${close} />`}
    ${dialog === "import" && html`<${Import} language=${language} onClose=${close} />`}
    ${dialog === "drop" && html`<${Confirm} title=${t(word)} action=${t(word)} onClose=${close} onDo=${drop}>${t(profile.is_builtin ? "asDeliveredAsk" : "removeProfileAsk", { name: profile.name })}</${Confirm}>`}`;
}

function New({ profile, language, onClose }) {
  const [name, setName] = useState("");
  const [from, setFrom] = useState(profile.name);
  const [error, setError] = useState("");
  const make = () => {
    if (!name.trim()) { setError(t("nameNeeded")); return; }
    const source = state.get().profiles.find((one) => one.name === from);
    const body = { name: name.trim(), base: source.base, copy_of: source.is_changed || !source.is_builtin ? from : "" };
    act((version) => post("/api/profiles", { version, ...body })).then(
      () => { onClose(); go(["profiles", body.name, language]); },
      (fault) => setError(fault.errors?.[0]?.message ?? fault.message),
    );
  };
  const names = Object.fromEntries(state.get().profiles.map((one) => [one.name, one.name]));
  return html`<${Dialog} title=${t("fresh")} onClose=${onClose} actions=${html`<${Button} kind="main" onClick=${make}>${t("make")}</${Button}>`}>
    <${Field} label=${t("name")} error=${error}>${(rest) => html`<${Line} ...${rest} value=${name} onInput=${setName} onKeyDown=${(event) => event.key === "Enter" && make()} />`}</${Field}>
    <${Field} label=${t("base")}>${(rest) => html`<${Select} ...${rest} value=${from} options=${names} onChange=${setFrom} />`}</${Field}>
  </${Dialog}>`;
}

function Import({ language, onClose }) {
  const [file, setFile] = useState(null);
  const [error, setError] = useState("");
  const [answer, setAnswer] = useState(null);
  const read = async () => {
    if (!file) return;
    try {
      const text = await file.text();
      const before = new Set(state.get().profiles.map((one) => one.name));
      const said = await act((version) => post("/api/import", { version, text, name: "" }));
      setError("");
      setAnswer(said);
      const made = said.state.profiles.find((one) => !before.has(one.name));
      if (made) go(["profiles", made.name, language]);
    } catch (fault) {
      setError(fault.errors?.[0]?.message ?? fault.message);
    }
  };
  return html`<${Dialog} title=${t("imported")} onClose=${onClose} actions=${html`<${Button} kind="main" disabled=${!file} onClick=${read}>${t("readFile")}</${Button}>`}>
    <${Field} label=${t("file")} hint=${t("importHint")} error=${error}>
      ${(rest) => html`<input type="file" accept=".json,application/json" ...${rest} onChange=${(event) => setFile(event.target.files[0] ?? null)} />`}
    </${Field}>
    ${answer && html`<${Notice} kind="good">${t("wasImported", { what: answer.imported })}${answer.left_out?.length > 0 && html`<br />${t("leftOut", { what: answer.left_out.join(", ") })}`}</${Notice}>`}
  </${Dialog}>`;
}
