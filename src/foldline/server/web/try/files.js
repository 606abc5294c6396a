/** The files a fold knows of, as the tree they stand in. */
import { html, useState } from "../html.js";
import { Badge, Button } from "../parts.js";
import { t, tokens, visible } from "./words.js";

const MOST = 200;

export function FileTree({ files }) {
  const [most, setMost] = useState(MOST);
  const all = [...files.modified.map((path) => [path, "modified"]), ...files.read.map((path) => [path, "read"])];
  const gone = new Set(files.deleted);
  const tree = grown(all.slice(0, most).map(([path, state]) => ({ path, state: gone.has(path) ? "deleted" : state, from: files.moved_from[path] })));
  return html`<ul class="tree"><${Branch} branch=${tree} /></ul>
    ${all.length > most && html`<${Button} kind="quiet" onClick=${() => setMost(most + 500)}>${t("showAll", { n: tokens(all.length - most) })}</${Button}>`}`;
}

/** Folders within folders, a row of lone ones joined to one. */
export function grown(files) {
  const root = { folders: new Map(), files: [] };
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const steps = file.path.split(/[\\/]/);
    const name = steps.pop();
    if (steps[0] === "") steps.splice(0, 2, `/${steps[1] ?? ""}`);
    let at = root;
    for (const step of steps) {
      if (!at.folders.has(step)) at.folders.set(step, { folders: new Map(), files: [] });
      at = at.folders.get(step);
    }
    at.files.push({ ...file, name });
  }
  return root;
}

function joined(name, branch) {
  const [only] = branch.folders;
  return only && branch.folders.size === 1 && !branch.files.length ? joined(`${name}/${only[0]}`, only[1]) : [name, branch];
}

function Branch({ branch }) {
  return html`${[...branch.folders].map(([step, inner]) => {
    const [name, at] = joined(step, inner);
    return html`<li key=${name}><bdi class="folder">${visible(name)}/</bdi><ul><${Branch} branch=${at} /></ul></li>`;
  })}${branch.files.map((file) => html`<li key=${file.path} class="file"><bdi class=${file.state === "deleted" ? "gone" : ""}>${visible(file.name)}</bdi> <${Badge} kind=${file.state === "modified" ? "changed" : ""}>${t(file.state)}</${Badge}>
    ${file.from && html`<bdi class="dim small">${t("movedFrom", { path: visible(file.from) })}</bdi>`}</li>`)}`;
}
