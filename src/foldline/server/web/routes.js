/** The views, in the order of their tabs. A view is a module whose default export is a component; it is loaded when
 *  it is first opened and given `args`, what follows its id in the address: `#/profiles/handoff/en`. */
import { signal } from "./signal.js";

export const VIEWS = [
  { id: "profiles", title: { en: "Profiles", zh: "配置" }, load: () => import("./profiles/view.js") },
  { id: "try", title: { en: "Try it", zh: "试用" }, load: () => import("./try/view.js") },
  { id: "settings", title: { en: "Settings", zh: "设置" }, load: () => import("./settings/view.js") },
  { id: "bindings", title: { en: "Bindings", zh: "绑定" }, load: () => import("./bindings/view.js") },
];

function here() {
  const [id, ...args] = location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  const view = VIEWS.find((one) => one.id === id);
  return view ? { view, args } : { view: VIEWS[0], args: [] };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = signal(here());

export const address = (...args) => `#/${args.map(encodeURIComponent).join("/")}`;

/** Open a view; `replaced` leaves no step in the browser's history. */
export function go(args, { replaced = false } = {}) {
  const to = address(...args);
  if (to === location.hash) return;
  if (replaced) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  route.set(here());
}

addEventListener("hashchange", () => route.set(here()));
addEventListener("popstate", () => route.set(here()));
