/** The messages of a session, however many: only what is in sight is in the page, and only its parts are asked for. */
import * as api from "../api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { Button, names } from "../parts.js";
import { looking } from "./desk.js";
import { ownerName, t, tokens, visible } from "./words.js";

const HEIGHT = 46; // of a row; as in try.css
const BEYOND = 6; // rows above and below what is in sight
const PART = 100;

export function Messages({ session, plan, wanted }) {
  const total = plan.total ?? session.messages;
  const box = useRef();
  const rows = useRef(new Map());
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState(0);
  const [, draw] = useState(0);
  const { first, last } = inSight(view, total);

  // Another plan moves the cut through the list: what was asked for is asked for anew.
  useLayoutEffect(() => { rows.current = new Map(); }, [session.id, plan.at]);
  useEffect(() => {
    const mine = rows.current;
    for (let part = Math.floor(first / PART); part <= Math.floor(Math.max(first, last - 1) / PART); part++) {
      if (mine.has(part)) continue;
      mine.set(part, []);
      api.get(api.query(`/api/sessions/${session.id}/messages`, { offset: part * PART, limit: PART })).then((answer) => {
        mine.set(part, answer.rows);
        if (mine === rows.current) draw((n) => n + 1);
      }, () => mine.delete(part));
    }
  }, [session.id, plan.at, first, last]);
  useEffect(() => {
    const node = box.current;
    const watch = new ResizeObserver(() => node.isConnected && setView((now) => ({ ...now, height: node.clientHeight })));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);

  const to = (index, { opens = false } = {}) => {
    const at = Math.max(0, Math.min(total - 1, index));
    setActive(at);
    const node = box.current;
    if (at * HEIGHT < node.scrollTop || (at + 1) * HEIGHT > node.scrollTop + node.clientHeight) node.scrollTop = at * HEIGHT - node.clientHeight / 3;
    if (opens) looking.set({ index: at });
  };
  useEffect(() => { if (wanted) to(wanted.row); }, [wanted]);

  const page = Math.max(1, Math.floor(view.height / HEIGHT) - 1);
  const keys = {
    ArrowDown: () => to(active + 1), ArrowUp: () => to(active - 1), PageDown: () => to(active + page), PageUp: () => to(active - page),
    Home: () => to(0), End: () => to(total - 1), Enter: () => to(active, { opens: true }), " ": () => to(active, { opens: true }),
  };
  const shown = [];
  for (let index = first; index < last; index++) shown.push(html`<${Row} key=${index} index=${index} total=${total} row=${rows.current.get(Math.floor(index / PART))?.[index % PART]}
    isActive=${index === active} isCut=${index === plan.cut_row} onOpen=${() => to(index, { opens: true })} />`);
  return html`<section class="messages" aria-label=${t("list")}>
    <div class="bar"><span class="dim small count grow">${t("nMessages", { n: tokens(total) })}</span>
      <${Button} kind="quiet" onClick=${() => to(0)}>${t("toStart")}</${Button}>
      ${plan.cut_row !== null && html`<${Button} kind="quiet" onClick=${() => to(plan.cut_row)}>${t("toCut")}</${Button}>`}
      <${Button} kind="quiet" onClick=${() => to(total - 1)}>${t("toEnd")}</${Button}></div>
    <div class="rows" ref=${box} role="listbox" tabindex="0" aria-label=${t("list")} aria-activedescendant=${active >= first && active < last ? `row-${active}` : undefined}
      onScroll=${(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onKeyDown=${(event) => { const act = keys[event.key]; if (act) { event.preventDefault(); act(); } }}>
      <div role="presentation" class="whole-list" ref=${(node) => node && (node.style.height = `${total * HEIGHT}px`)}>${shown}</div>
    </div>
  </section>`;
}

export function inSight({ top, height }, total) {
  const first = Math.max(0, Math.min(total, Math.floor(top / HEIGHT) - BEYOND));
  return { first, last: Math.min(total, Math.ceil((top + height) / HEIGHT) + BEYOND) };
}

function Row({ row, index, total, isActive, isCut, onOpen }) {
  const place = row && row.place !== "kept" ? t(row.place) : t("keptShort");
  return html`<div id=${`row-${index}`} role="option" class=${names("row", row?.place, isActive && "active", isCut && "cut", row?.starts_turn && "turn")} aria-selected=${String(isActive)}
      aria-posinset=${index + 1} aria-setsize=${total} ref=${(node) => node && (node.style.transform = `translateY(${index * HEIGHT}px)`)} onClick=${onOpen}>
    ${row ? html`<span class="who"><bdi class=${names("clip", row.owner.split(" ")[0])}>${ownerName(row.owner)}</bdi><span class="dim">${index + 1} · ${place}</span></span>
      <bdi class=${names("glimpse", row.failed && "bad")}>${row.calls.length > 0 && html`<span class="call">${visible(row.calls.join(", "))}</span>`}${visible(row.text)}</bdi>
      <span class="count dim">${tokens(row.tokens)}</span>` : html`<span class="dim">${index + 1}</span>`}
    ${isCut && html`<span class="cutmark">${t("cutHere")}</span>`}
  </div>`;
}
