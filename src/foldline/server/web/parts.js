/** What every view is made of: switches, fields, notices, dialogs. Each names itself to a screen reader. */
import { html, useId, useLayoutEffect, useRef, useState } from "./html.js";
import { Icon } from "./icons.js";
import { words } from "./i18n.js";

const t = words({
  en: {
    close: "Close", done: "Done", discard: "Discard changes", grow: "Edit full screen: {name}",
    confirm: "Yes, do it", cancel: "Cancel", characters: "{n} characters",
  },
  zh: {
    close: "关闭", done: "完成", discard: "放弃更改", grow: "全屏编辑：{name}",
    confirm: "确定", cancel: "取消", characters: "{n} 个字符",
  },
});

export const names = (...list) => list.filter(Boolean).join(" ");

export function Button({ kind = "plain", icon, label, children, ...rest }) {
  return html`<button type="button" class=${names("button", kind, !children && "bare")} aria-label=${label} title=${children ? undefined : label} ...${rest}>
    ${icon && html`<${Icon} name=${icon} />`}${children && html`<span>${children}</span>`}
  </button>`;
}

export function Switch({ on, label, hidesLabel = false, onChange, disabled = false, ...rest }) {
  return html`<button type="button" class="switch" role="switch" aria-checked=${String(Boolean(on))} disabled=${disabled}
    aria-label=${hidesLabel ? label : undefined} ...${rest}
    onClick=${(event) => { event.stopPropagation(); onChange(!on); }}>
    <span class="track"><span class="thumb" /></span>${!hidesLabel && html`<span>${label}</span>`}
  </button>`;
}

/** One of a few, all in sight. `options` is {value: label}. */
export function Choice({ label, value, options, onChange, disabled = false }) {
  return html`<div class="choice" role="group" aria-label=${label}>
    ${Object.entries(options).map(([one, name]) => html`<button type="button" key=${one} aria-pressed=${String(one === value)}
      disabled=${disabled} onClick=${() => one !== value && onChange(one)}>${name}</button>`)}
  </div>`;
}

export function Select({ value, options, onChange, ...rest }) {
  return html`<select ...${rest} value=${value} onChange=${(event) => onChange(event.target.value)}>
    ${Object.entries(options).map(([one, name]) => html`<option key=${one} value=${one} selected=${one === value}>${name}</option>`)}
  </select>`;
}

/** What a field shows while it is typed in: one's own letters, until somebody else changes what is stored. */
function useDraft(value, onInput) {
  const [draft, setDraft] = useState(value);
  const at = useRef({ isFocused: false, isOwn: false, value });
  useLayoutEffect(() => {
    const now = at.current;
    if (now.value === value) return;
    now.value = value;
    if (now.isFocused && now.isOwn && value !== draft) now.isOwn = false;
    else if (value !== draft) setDraft(value);
  }, [value]);
  return {
    draft,
    events: {
      onFocus: () => { at.current.isFocused = true; },
      onBlur: () => { Object.assign(at.current, { isFocused: false, isOwn: false }); setDraft(at.current.value); },
      onBeforeInput: (event) => hasLongLine(event.data ?? "") && event.target.classList.add("long"),
      onInput: (event) => {
        const text = event.target.value;
        Object.assign(at.current, { isOwn: true, value: text });
        setDraft(text);
        onInput(text);
      },
    },
  };
}

const LONG_LINE = 20_000; // characters; breaking a longer one into rows takes a browser seconds
const hasLongLine = (text) => text.length > LONG_LINE && text.split("\n").some((line) => line.length > LONG_LINE);

/** One line; takes no line break, and a pasted one becomes a space. */
export function Line({ value, onInput, ...rest }) {
  const { draft, events } = useDraft(value, (text) => onInput(text.replace(/[\r\n\u2028\u2029]+/g, " ")));
  return html`<input type="text" autocomplete="off" spellcheck=${false} dir="auto" ...${rest} value=${draft} ...${events} />`;
}

export function Text({ value, onInput, rows = 5, name, canGrow = true, disabled = false, ...rest }) {
  const { draft, events } = useDraft(value, onInput);
  const [isGrown, setGrown] = useState(false);
  return html`<div class="text">
    <textarea class=${hasLongLine(draft) ? "long" : ""} rows=${rows} spellcheck=${false} dir="auto" disabled=${disabled} ...${rest} value=${draft} ...${events}></textarea>
    ${canGrow && html`<${Button} icon="grow" kind="quiet corner" label=${t("grow", { name })} disabled=${disabled} onClick=${() => setGrown(true)} />`}
    ${isGrown && html`<${Grown} name=${name} value=${value} onInput=${onInput} onClose=${() => setGrown(false)} />`}
  </div>`;
}

/** The same text on the whole screen. What is typed counts at once; discarding brings back what was there before. */
function Grown({ name, value, onInput, onClose }) {
  const before = useRef(value);
  const { draft, events } = useDraft(value, onInput);
  return html`<${Dialog} title=${name} isWhole onClose=${onClose} actions=${html`
      <span class="dim count">${t("characters", { n: draft.length })}</span>
      <${Button} disabled=${draft === before.current} onClick=${() => { onInput(before.current); onClose(); }}>${t("discard")}</${Button}>
      <${Button} kind="main" onClick=${onClose}>${t("done")}</${Button}>`}>
    <textarea class=${names("whole", hasLongLine(draft) && "long")} aria-label=${name} spellcheck=${false} dir="auto" autofocus value=${draft} ...${events}></textarea>
  </${Dialog}>`;
}

/** A dialog of the browser's own: it keeps the focus inside, closes on Escape, and gives the focus back. */
export function Dialog({ title, children, actions, onClose, isWhole = false }) {
  const ref = useRef();
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    ref.current.showModal();
    return () => opener?.isConnected && opener.focus();
  }, []);
  return html`<dialog ref=${ref} class=${names("dialog", isWhole && "wide")} aria-labelledby=${id} onClose=${onClose}>
    <header><h2 id=${id}>${title}</h2><${Button} icon="close" kind="quiet" label=${t("close")} onClick=${onClose} /></header>
    <div class="body">${children}</div>
    ${actions && html`<footer>${actions}</footer>`}
  </dialog>`;
}

export function Confirm({ title, children, action, onDo, onClose }) {
  return html`<${Dialog} title=${title} onClose=${onClose} actions=${html`
      <${Button} onClick=${onClose}>${t("cancel")}</${Button}>
      <${Button} kind="danger" onClick=${() => { onClose(); onDo(); }}>${action ?? t("confirm")}</${Button}>`}>
    <p>${children}</p>
  </${Dialog}>`;
}

/** A labelled control with its hint and what is wrong with it. `children` is given the attributes it must carry. */
export function Field({ label, hint, error, marks, children }) {
  const id = useId();
  const about = names(hint && `${id}h`, error && `${id}e`) || undefined;
  return html`<div class=${names("field", error && "wrong")}>
    <div class="label"><label for=${id}>${label}</label>${marks}</div>
    ${children({ id, "aria-describedby": about, "aria-invalid": error ? "true" : undefined })}
    ${error && html`<p class="error" id=${`${id}e`} role="alert">${error}</p>`}
    ${hint && html`<p class="hint" id=${`${id}h`}>${hint}</p>`}
  </div>`;
}

/** Something folded: its heading opens it, by click or Enter; `side` holds what stands beside and does not. */
export function Fold({ title, subtitle, side, before, isOpen, onToggle, children, level = 3, kind, ...rest }) {
  const id = useId();
  const Heading = `h${level}`;
  return html`<section class=${names("fold", kind, isOpen && "open")} ...${rest}>
    <div class="head" onClick=${(event) => event.target.closest(".side, .before, button") || onToggle()}>
      ${before && html`<div class="before">${before}</div>`}
      <${Heading} class="name"><button type="button" aria-expanded=${String(isOpen)} aria-controls=${isOpen ? id : undefined} onClick=${onToggle}>
        <${Icon} name="arrow" /><span class="words"><bdi class="title">${title}</bdi>${subtitle && html`<span class="subtitle">${subtitle}</span>`}</span>
      </button></${Heading}>
      ${side && html`<div class="side">${side}</div>`}
    </div>
    ${isOpen && html`<div class="body" id=${id}>${children}</div>`}
  </section>`;
}

export function Badge({ kind, children, ...rest }) {
  return html`<span class=${names("badge", kind)} ...${rest}>${children}</span>`;
}

export function Notice({ kind = "info", children, actions }) {
  return html`<div class=${names("notice", kind)} role=${kind === "bad" ? "alert" : "status"}>
    ${kind !== "info" && html`<${Icon} name=${kind === "good" ? "check" : "alert"} />`}
    <div class="words">${children}</div>${actions && html`<div class="actions">${actions}</div>`}
  </div>`;
}

/** Text that a screen reader speaks when it changes. */
export function Spoken({ text }) {
  return html`<p class="unseen" role="status" aria-live="polite">${text}</p>`;
}

/** Styles of a view's own: loaded once. */
export function wear(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
}
