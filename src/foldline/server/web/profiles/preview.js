/** The exact prompt of every kind as it would be sent now, edits that are not saved yet included. An answer that a
 *  newer question has overtaken is dropped. */
import { html, useEffect, useRef, useState } from "../html.js";
import { isCancelled, post } from "../api.js";
import { Badge, Button, Choice, Notice, names } from "../parts.js";
import { number } from "../i18n.js";
import { saver, state } from "../page.js";
import { t } from "./words.js";

const REST = 200; // milliseconds without a key before the prompt is asked for
const LONGEST = 20_000; // characters of a part that are shown without being asked for

export function Preview({ target }) {
  const [kind, setKind] = useState("full");
  const { prompt, failure, isStale } = usePrompt(target, kind);
  const sheet = useRef();
  useFollowing(sheet, kind, prompt?.user);
  const kinds = Object.fromEntries(state.get().kinds.filter((one) => one !== "system").map((one) => [one, t(one)]));
  return html`<aside class="preview card" id="preview" aria-labelledby="previewed" aria-busy=${String(isStale)}>
    <div class="bar"><h2 id="previewed">${t("preview")}</h2><span class="grow" />
      ${prompt && html`<span class="number small" data-tokens=${prompt.tokens}>${t("tokens", { n: number(prompt.tokens) })} <span class="dim" title=${prompt.counter}>${t(prompt.is_exact ? "exact" : "estimate")}</span></span>`}
      ${prompt && html`<${Copy} text=${[prompt.system, prompt.user].filter(Boolean).join("\n\n")} />`}
    </div>
    <${Choice} label=${t("kind")} value=${kind} options=${kinds} onChange=${setKind} />
    <p class="hint">${t(`about.${kind}`)} ${t("noSession")}</p>
    ${failure && html`<${Notice} kind="bad">${t("fails", { why: failure })}</${Notice}>`}
    ${prompt && html`<div class="sheet" ref=${sheet} tabindex="0" role="region" aria-labelledby="previewed">
      ${["system", "user"].map((of) => html`<h3 key=${`${of}h`}>${t(`${of}Part`)}</h3>
        <pre key=${`${kind} ${of}`} data-of=${of} dir="auto">${prompt[of] ? prompt.parts.filter((one) => one.of === of).map((one, at) => html`<${Part} key=${at} part=${one} />`) : t("empty")}</pre>`)}
    </div>`}
  </aside>`;
}

/** Brings the place that an edit has changed into sight, without moving the page. */
function useFollowing(sheet, kind, text) {
  const before = useRef({});
  useEffect(() => {
    const old = before.current;
    before.current = { kind, text };
    if (old.kind !== kind || old.text === undefined || text === undefined || old.text === text) return;
    let at = 0;
    while (at < text.length && text[at] === old.text[at]) at += 1;
    const parts = [...sheet.current.querySelectorAll("[data-of=user] .part")];
    const found = parts.find((part) => { at -= part.textContent.length; return at < 0; });
    const shift = (found?.getBoundingClientRect().top ?? 0) - sheet.current.getBoundingClientRect().top;
    if (found && (shift < 0 || shift > sheet.current.clientHeight - 60)) sheet.current.scrollTop += shift - 80;
  }, [text]);
}

function Part({ part }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = part.text.length > LONGEST && !isWhole;
  return html`<span class=${names("part", part.changed && "changed")} title=${part.changed ? t("isChanged") : undefined}>${isCut ? part.text.slice(0, LONGEST) : part.text}</span>
    ${isCut && html`<${Button} onClick=${() => setWhole(true)}>${t("showAll", { n: number(part.text.length) })}</${Button}>`}`;
}

function Copy({ text }) {
  const [isDone, setDone] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => { setDone(true); setTimeout(() => setDone(false), 2000); }, () => {});
  return html`<${Button} kind="quiet" icon=${isDone ? "check" : "copy"} label=${t(isDone ? "copied" : "copy")} onClick=${copy} />`;
}

function usePrompt(target, kind) {
  const [answer, setAnswer] = useState({ prompt: null, failure: "" });
  const [isStale, setStale] = useState(true);
  const before = useRef("");
  const body = JSON.stringify({ target, changes: saver.changes(target), kinds: [kind], session: "" });
  const question = `${state.get().version} ${body}`;
  useEffect(() => {
    const stop = new AbortController();
    setStale(true);
    const timer = setTimeout(async () => {
      try {
        const { prompts: [prompt] } = await post("/api/prompt", JSON.parse(body), { signal: stop.signal });
        if (stop.signal.aborted) return;
        setAnswer({ prompt, failure: "" });
        setStale(false);
      } catch (fault) {
        if (isCancelled(fault) || stop.signal.aborted) return;
        setAnswer((old) => ({ ...old, failure: fault.message }));
        setStale(false);
      }
    }, before.current === kind ? REST : 0);
    before.current = kind;
    return () => { clearTimeout(timer); stop.abort(); };
  }, [question]);
  return { ...answer, isStale };
}
