/** The facts a fold carries word for word; each opens the message it came from. */
import { html, useState } from "../html.js";
import { Badge, Button, Fold, names } from "../parts.js";
import { looking } from "./desk.js";
import { FileTree } from "./files.js";
import { t, tokens, visible } from "./words.js";

const MOST = 15;

export function Facts({ ledger }) {
  const { files } = ledger;
  const groups = [
    ["rules", [...ledger.rules].reverse(), (rule) => html`<${Fact} text=${rule.text} entry=${rule.entry_id} isStruck=${rule.taken_back}
      badges=${[rule.pinned && t("pinned"), rule.taken_back && t("takenBack")]} />`],
    ["said", ledger.said, (quote) => html`<${Fact} text=${quote.text} entry=${quote.entry_id} />`],
    ["errors", [...ledger.errors].sort((a, b) => a.resolved - b.resolved), (error) => html`<${Fact} text=${error.text} entry=${error.entry_id} isOver=${error.resolved}
      about=${[error.tool, error.target].filter(Boolean).join(" · ")} badges=${[t(error.resolved ? "resolved" : "open")]} />`],
    ["values", ledger.values, (value) => html`<${Fact} text=${value.text} entry=${value.entry_id} about=${value.phrase} isStruck=${value.superseded} badges=${[value.superseded && t("superseded")]} isMono />`],
    ["instructions", ledger.instructions, (quote) => html`<${Fact} text=${quote.text} entry=${quote.entry_id} />`],
  ].filter(([, rows]) => rows.length);
  const paths = [...files.modified, ...files.read];
  if (!groups.length && !paths.length) return null;
  return html`<section class="stack tight facts"><div><h2>${t("facts")}</h2><p class="dim small">${t("factsHint")}</p></div>
    ${groups.map(([name, rows, draw], at) => html`<${Group} key=${name} name=${name} count=${rows.length} startsOpen=${at === 0}>
      <ul class="plain"><${Many} rows=${rows} most=${MOST}>${draw}</${Many}></ul></${Group}>`)}
    ${paths.length > 0 && html`<${Group} name="files" count=${paths.length}><${FileTree} files=${files} /></${Group}>`}
    ${ledger.dropped.length > 0 && html`<${Group} name="dropped" count=${ledger.dropped.length}><ul class="plain">${ledger.dropped.map((line) => html`<li><bdi>${visible(line)}</bdi></li>`)}</ul></${Group}>`}
  </section>`;
}

function Group({ name, count, startsOpen = false, children }) {
  const [isOpen, setOpen] = useState(startsOpen);
  return html`<${Fold} title=${t(name)} side=${html`<${Badge}>${tokens(count)}</${Badge}>`} isOpen=${isOpen} onToggle=${() => setOpen(!isOpen)} data-group=${name}>${children}</${Fold}>`;
}

/** Something with many rows, of which the first are shown. `children` draws one. */
export function Many({ rows, most, children }) {
  const [shown, setShown] = useState(most);
  const rest = rows.length - shown;
  return html`${rows.slice(0, shown).map((row, at) => html`<li key=${at}>${children(row)}</li>`)}
    ${rest > 0 && html`<li><${Button} kind="quiet" onClick=${() => setShown(shown + 200)}>${t("showAll", { n: tokens(Math.min(200, rest)) })}</${Button}></li>`}`;
}

function Fact({ text, entry, about = "", badges = [], isOver = false, isStruck = false, isMono = false }) {
  const line = text.length > 600 ? `${text.slice(0, 600)} …` : text;
  const inside = html`<bdi class=${names("fact-text", isMono && "mono")}>${line}</bdi>${about && html`<bdi class="dim small">${visible(about)}</bdi>`}
    ${badges.filter(Boolean).map((badge) => html`<${Badge} key=${badge}>${badge}</${Badge}>`)}`;
  return entry ? html`<button type="button" class=${names("fact", isOver && "over", isStruck && "struck")} onClick=${() => looking.set({ entry, find: text })}>${inside}</button>` : html`<div class=${names("fact", isOver && "over", isStruck && "struck")}>${inside}</div>`;
}
