/** Text of a session or a model as the page shows it: markdown that has been cleaned, or plain letters. No other way. */
import { html, useEffect, useRef, useState } from "../html.js";
import { Button } from "../parts.js";
import { t, tokens } from "./words.js";

const CLEAN = {
  ALLOWED_TAGS: ["p", "br", "hr", "ul", "ol", "li", "code", "pre", "strong", "em", "del", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td", "a"],
  ALLOWED_ATTR: ["href", "start"],
  ALLOWED_URI_REGEXP: /^https?:/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};
const LONGEST = 60_000; // characters that are worth setting; what is longer is shown as it was written
const STEP = 40_000;
let loading = null;

function libraries() {
  loading ??= Promise.all([import("../vendor/marked.js"), import("../vendor/purify.js")]).then(([{ Marked }, { default: purify }]) => {
    const letters = ({ raw }) => escaped(raw);
    // Markup that somebody wrote into a text is shown as they wrote it; pictures would be asked for elsewhere.
    return { marked: new Marked({ gfm: true, breaks: true, async: false, renderer: { html: letters, image: letters } }), purify };
  });
  return loading;
}

const escaped = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** A document fragment of clean elements; headings are put below those of the page. */
export async function cleaned(text) {
  const { marked, purify } = await libraries();
  const fragment = purify.sanitize(marked.parse(text), CLEAN);
  for (const link of fragment.querySelectorAll("a")) {
    link.rel = "noopener noreferrer nofollow";
    link.target = "_blank";
    link.title = link.href;
  }
  for (const heading of fragment.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const low = document.createElement("p");
    low.className = "heading";
    low.append(...heading.childNodes);
    heading.replaceWith(low);
  }
  return fragment;
}

export function Prose({ text }) {
  const node = useRef();
  const [isPlain, setPlain] = useState(text.length > LONGEST);
  useEffect(() => {
    if (text.length > LONGEST) return void setPlain(true);
    let isGone = false;
    setPlain(false);
    cleaned(text).then((fragment) => { if (!isGone && node.current) node.current.replaceChildren(fragment); }, () => !isGone && setPlain(true));
    return () => { isGone = true; };
  }, [text]);
  return isPlain ? html`<${Letters} text=${text} />` : html`<div class="prose" dir="auto" ref=${node}></div>`;
}

/** Letters as they were written, a piece at a time; `find` is marked and brought into sight. */
export function Letters({ text, find = "" }) {
  const at = find ? place(text, find) : [-1, 0];
  const start = Math.max(0, at[0] - STEP / 4);
  const [part, setPart] = useState([start < STEP ? 0 : start, Math.max(STEP, at[0] + at[1] + STEP / 2)]);
  const mark = useRef();
  useEffect(() => { mark.current?.scrollIntoView({ block: "center" }); }, [find, text]);
  const [from, to] = part;
  const before = text.slice(from, at[0] < from ? to : Math.min(to, at[0]));
  const isIn = at[0] >= from && at[0] < to;
  return html`<div class="letters">
    ${from > 0 && html`<${Button} kind="quiet" onClick=${() => setPart([Math.max(0, from - STEP), to])}>${t("earlierText", { n: tokens(Math.min(STEP, from)) })}</${Button}>`}
    <pre dir="auto">${isIn ? html`${before}<mark ref=${mark}>${text.slice(at[0], at[0] + at[1])}</mark>${text.slice(at[0] + at[1], to)}` : text.slice(from, to)}</pre>
    ${to < text.length && html`<${Button} kind="quiet" onClick=${() => setPart([from, to + STEP])}>${t("moreText", { n: tokens(Math.min(STEP, text.length - to)) })}</${Button}>`}
  </div>`;
}

/** Where a quote stands in a text: as it is, else its first line, since quotes may be shortened. */
function place(text, find) {
  for (const one of [find, ...find.split("\n").map((line) => line.trim()).filter((line) => line.length > 3)]) {
    const at = text.indexOf(one);
    if (at >= 0) return [at, one.length];
  }
  return [-1, 0];
}
