/** The sections of a profile: folded at first, moved by drag or by the arrow keys, each with its switch. */
import { html, useLayoutEffect, useRef, useState } from "../html.js";
import { Badge, Button, Confirm, Dialog, Field, Fold, Line, Notice, Spoken, Switch, Text, names } from "../parts.js";
import { Icon } from "../icons.js";
import { change, faultAt, type } from "../page.js";
import { FIELDS, fieldOf, inOrder, isChanged, sectionsOf, targetFor } from "./changed.js";
import { Share } from "./share.js";
import { t } from "./words.js";

const unfolded = new Map(); // profile -> ids; outlives a change of view

export function Sections({ profile, target }) {
  const [, draw] = useState(0);
  const [spoken, setSpoken] = useState("");
  const [dialog, setDialog] = useState("");
  const [failure, setFailure] = useState("");
  const open = unfolded.get(profile.name) ?? new Set();
  unfolded.set(profile.name, open);
  const toggle = (id) => { open.delete(id) || open.add(id); draw((n) => n + 1); };
  const list = inOrder(profile, target);
  const reorder = (ids, id) => {
    type(target, ["order"], ids);
    const title = fieldOf(target, list.find((one) => one.id === id), "title");
    setSpoken(t("moved", { title, at: ids.indexOf(id) + 1, of: ids.length }));
  };
  const moving = useMoving(list.map((one) => one.id), reorder);
  const byId = new Map(list.map((one) => [one.id, one]));
  const [undo, setUndo] = useState(null); // {title, redo}
  const does = (changes) => change(target, changes).then(() => setFailure(""), (fault) => setFailure(fault.errors?.[0]?.message ?? fault.message));
  const isAnyOpen = list.some((one) => open.has(one.id));

  return html`<section class="stack tight" aria-labelledby="sections">
    <div class="bar"><h2 id="sections">${t("sections")}</h2><span class="grow" />
      <${Button} kind="quiet" onClick=${() => { if (isAnyOpen) open.clear(); else for (const one of list) open.add(one.id); draw((n) => n + 1); }}>${t(isAnyOpen ? "collapse" : "expand")}</${Button}>
      <${Button} kind="quiet" icon="reset" onClick=${() => setDialog("reset")}>${t("resetAll")}</${Button}>
    </div>
    ${failure && html`<${Notice} kind="bad">${failure}</${Notice}>`}
    ${undo && html`<${Notice} actions=${html`<${Button} onClick=${() => { undo.redo(); setUndo(null); }}>${t("undo")}</${Button}>`}>${t("wasReset", undo)}</${Notice}>`}
    ${!list.some((one) => fieldOf(target, one, "enabled")) && html`<${Notice}>${t("allOff")}</${Notice}>`}
    <div class="list" role="list" ref=${moving.list}>
      ${moving.ids.map((id) => html`<div role="listitem" key=${id} data-section=${id} class=${moving.dragged === id ? "dragged" : ""}>
        <${Section} section=${byId.get(id)} target=${target} isOpen=${open.has(id)} onToggle=${() => toggle(id)} handle=${moving.handle(id)} does=${does} onReset=${setUndo} />
      </div>`)}
    </div>
    <div><${Button} icon="plus" onClick=${() => setDialog("add")}>${t("add")}</${Button}></div>
    <${Spoken} text=${spoken} />
    ${dialog === "reset" && html`<${Confirm} title=${t("resetAll")} action=${t("resetAll")} onClose=${() => setDialog("")} onDo=${() => does([{ path: ["sections"], value: null }])}>${t("resetAllAsk")}</${Confirm}>`}
    ${dialog === "add" && html`<${Add} profile=${profile} target=${target} onClose=${() => setDialog("")} onAdded=${(id) => open.add(id)} />`}
  </section>`;
}

function Section({ section, target, isOpen, onToggle, handle, does, onReset }) {
  const [isAsking, setAsking] = useState(false);
  const at = (field) => fieldOf(target, section, field);
  const put = (field) => (value, error) => type(targetFor(target, section, field), ["sections", section.id, field], value, error);
  const title = at("title") || section.default?.title || section.id;
  const isOn = at("enabled");
  const changed = FIELDS.filter((field) => isChanged(target, section, field));
  const reset = () => {
    if (section.custom) { setAsking(true); return; }
    const values = changed.map((field) => [put(field), at(field)]);
    does([{ path: ["sections", section.id], value: null }]).then(() => onReset({ title, redo: () => values.forEach(([set, value]) => set(value)) }));
  };
  const marks = (field, name) => html`<${Marks} section=${section} target=${target} field=${field} name=${name} onReset=${() => put(field)(section.default[field])} />`;
  const errorAt = (field) => faultAt(targetFor(target, section, field), ["sections", section.id, field]);

  return html`<${Fold} title=${title} subtitle=${isOn ? "" : t("off")} isOpen=${isOpen} onToggle=${onToggle} kind=${names("section", !isOn && "off")}
    before=${html`<button type="button" class="grip" aria-label=${t("move", { title })} ...${handle}><${Icon} name="grip" /></button>`}
    side=${html`
      ${section.custom && html`<${Badge}>${t("mine")}</${Badge}>`}
      ${changed.length > 0 && html`<${Badge} kind="changed">${t("changed")}</${Badge}>`}
      <${Switch} on=${isOn} hidesLabel label=${t("include", { title })} onChange=${put("enabled")} />`}>
    <${Field} label=${t("title")} error=${errorAt("title")} marks=${marks("title", t("title"))}>
      ${(rest) => html`<${Line} ...${rest} value=${at("title")} placeholder=${section.default?.title} disabled=${!isOn} onInput=${put("title")} />`}
    </${Field}>
    <${Field} label=${t("instruction")} error=${errorAt("instruction")} marks=${marks("instruction", t("instruction"))}>
      ${(rest) => html`<${Text} ...${rest} name=${t("instructionOf", { title })} rows=${6} value=${at("instruction")} placeholder=${section.default?.instruction} disabled=${!isOn || at("header_only")} onInput=${put("instruction")} />`}
    </${Field}>
    <div class="bar">
      <${Switch} on=${at("header_only")} label=${t("headerOnly")} disabled=${!isOn} onChange=${put("header_only")} />
      <span class="grow" />
      <${Share} value=${at("share")} error=${errorAt("share")} disabled=${!isOn} onInput=${put("share")} />
    </div>
    <div class="bar end" hidden=${!section.custom && !changed.length && !section.only_here.length}>
      <${Button} kind="quiet" icon=${section.custom ? "bin" : "reset"} onClick=${reset}>${t(section.custom ? "removeSection" : "reset")}</${Button}>
    </div>
    ${isAsking && html`<${Confirm} title=${t("removeSection")} action=${t("removeSection")} onClose=${() => setAsking(false)} onDo=${() => does([{ path: ["sections", section.id], value: null }])}>${t("removeAsk", { title })}</${Confirm}>`}
  </${Fold}>`;
}

function Marks({ section, target, field, name, onReset }) {
  const isAlone = section.only_here.includes(field);
  return html`${isAlone && html`<${Badge}>${t("alone", { language: t(target.language) })}</${Badge}>`}
    ${isChanged(target, section, field) && html`<${Badge} kind="changed">${t("changed")}</${Badge}>
      <${Button} kind="quiet small" icon="reset" label=${t("resetField", { name })} onClick=${onReset} />`}`;
}

function Add({ profile, target, onClose, onAdded }) {
  const [title, setTitle] = useState("");
  const [instruction, setInstruction] = useState("");
  const [error, setError] = useState("");
  const add = () => {
    if (!title.trim()) { setError(t("titleNeeded")); return; }
    const id = freeId(title, sectionsOf(profile, target).map((one) => one.id));
    const value = { title: title.trim(), instruction, header_only: false, after: null };
    change(target, [{ path: ["sections", id], value }]).then(
      (answer) => {
        if (answer.errors?.length) { setError(answer.errors[0].message); return; }
        onAdded(id);
        onClose();
      },
      (fault) => setError(fault.errors?.[0]?.message ?? fault.message),
    );
  };
  return html`<${Dialog} title=${t("addTitle")} onClose=${onClose} actions=${html`<${Button} kind="main" onClick=${add}>${t("create")}</${Button}>`}>
    <${Field} label=${t("title")} error=${error}>${(rest) => html`<${Line} ...${rest} value=${title} onInput=${setTitle} onKeyDown=${(event) => event.key === "Enter" && add()} />`}</${Field}>
    <${Field} label=${t("instruction")}>${(rest) => html`<${Text} ...${rest} canGrow=${false} value=${instruction} onInput=${setInstruction} />`}</${Field}>
  </${Dialog}>`;
}

function freeId(title, taken) {
  const plain = title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 40) || "section";
  let id = plain;
  for (let n = 2; taken.includes(id); n += 1) id = `${plain}_${n}`;
  return id;
}

/** Moving by the arrow keys at once, by drag when the pointer is let go; Escape leaves all as it was. */
function useMoving(ids, onMove) {
  const list = useRef();
  const [drag, setDrag] = useState(null); // {id, ids}
  const focus = useRef("");
  useLayoutEffect(() => {
    if (!focus.current) return;
    list.current.querySelector(`[data-section="${CSS.escape(focus.current)}"] .grip`)?.focus();
    focus.current = "";
  });
  const without = (id) => ids.filter((one) => one !== id);
  const placed = (id, at) => { const rest = without(id); rest.splice(Math.max(0, Math.min(at, rest.length)), 0, id); return rest; };

  function handle(id) {
    const step = { ArrowUp: -1, ArrowDown: 1, Home: -ids.length, End: ids.length };
    return {
      onKeyDown(event) {
        if (event.key === "Escape") setDrag(null);
        if (!(event.key in step)) return;
        event.preventDefault();
        const next = placed(id, ids.indexOf(id) + step[event.key]);
        focus.current = id;
        if (next.join() !== ids.join()) onMove(next, id);
      },
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, ids });
      },
      onPointerMove(event) {
        if (!drag) return;
        const rows = [...list.current.children].filter((row) => row.dataset.section !== id);
        const at = rows.filter((row) => { const box = row.getBoundingClientRect(); return event.clientY > box.top + box.height / 2; }).length;
        const next = placed(id, at);
        if (next.join() !== drag.ids.join()) setDrag({ id, ids: next });
      },
      onPointerUp() {
        if (drag && drag.ids.join() !== ids.join()) onMove(drag.ids, id);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    };
  }
  return { list, ids: drag?.ids ?? ids, dragged: drag?.id, handle };
}
