/** What the server last said, and the edits on top of it. Every view reads through here and edits through here. */
import * as api from "./api.js";
import { autosave } from "./autosave.js";
import { signal } from "./signal.js";

const KEEPALIVE_BYTES = 60_000; // browsers let a request outlive its page up to 64 KB

export const state = signal(null);
/** Grows with every change of an edit: a component that shows edits follows it. */
export const edits = signal(0);
/** Why the server can't be reached, or "". */
export const offline = signal("");

let asked = 0; // of the calls that bring a state, the number of the newest
let applied = 0;

export const EVERYBODY = Object.freeze({ profile: "", language: "en", only_here: false, file: "" });
export const targetOf = (profile, language = "en", only_here = false) => ({ profile, language, only_here, file: "" });

export const saver = autosave({
  send,
  clock: { set: (call, after) => setTimeout(call, after), clear: (id) => clearTimeout(id) },
  changed: () => edits.set(edits.get() + 1),
  isCancelled: api.isCancelled,
});

/** A state is taken only where no newer call has brought one. */
function apply(at, next) {
  if (!next || at < applied) return;
  applied = at;
  state.set(next);
  offline.set("");
  saver.reconcile(stored);
}

async function send(target, changes, { leaving }) {
  const at = ++asked;
  const body = { version: state.get().version, target, changes };
  const isShort = new Blob([JSON.stringify(body)]).size < KEEPALIVE_BYTES;
  try {
    const answer = await api.patch("/api/settings", body, { keepalive: isShort });
    return { errors: answer.errors, after: () => leaving || apply(at, answer.state) };
  } catch (fault) {
    if (!(fault instanceof api.Fault)) throw api.isCancelled(fault) ? fault : new Error(unreachable(fault));
    const { status, conflicts, errors, answer } = fault;
    if (status === 409 && conflicts.length) return { conflicts, after: () => apply(at, answer.state) };
    if (status === 422 && errors.length) return { errors };
    throw fault;
  }
}

const unreachable = (fault) => {
  offline.set(fault.message);
  return fault.message;
};

export async function refresh() {
  const at = ++asked;
  try {
    apply(at, await api.get("/api/state"));
  } catch (fault) {
    if (!api.isCancelled(fault)) offline.set(fault.message);
  }
}

/** A change that is not typed: saved at once, after what was typed before it. Throws a Fault. */
export async function act(change) {
  await saver.flush();
  const at = ++asked;
  try {
    const answer = await change(state.get().version);
    apply(at, answer.state);
    return answer;
  } catch (fault) {
    if (fault.status === 409) await refresh();
    throw fault;
  }
}

/** Changes of a target at once: sections added, reset, taken out. */
export function change(target, changes) {
  for (const one of changes) saver.forget(target, one.path);
  return act((version) => api.patch("/api/settings", { version, target, changes }));
}

/** What is stored at a path of a target; undefined where there is no such place. */
export function stored(target, path) {
  const now = state.get();
  const [kind, name, field] = path;
  if (!target.profile) return now.settings.find((one) => one.name === name)?.value;
  const profile = profileOf(target.profile);
  if (!profile) return undefined;
  if (kind === "settings") return profile.settings[name] ?? null;
  if (kind === "rules") return profile.rules;
  if (kind === "prompts") return promptOf(profile, name, target)?.[field] ?? "";
  const sections = profile.languages[target.language].sections;
  if (kind === "order") return sections.map((one) => one.id);
  return sections.find((one) => one.id === name)?.[field];
}

function promptOf(profile, kind, { language, only_here }) {
  return profile.prompts.find((one) => one.kind === kind && one.language === (only_here ? language : ""));
}

export const profileOf = (name) => state.get().profiles.find((one) => one.name === name);
export const settingOf = (name) => state.get().settings.find((one) => one.name === name);

/** What is shown at a path: the edit where there is one, else what is stored. */
export function shown(target, path) {
  const edit = saver.at(target, path);
  return edit ? edit.value : stored(target, path);
}

/** An edit typed at a path; `error` says why it can't be saved. */
export function type(target, path, value, error = "") {
  saver.edit(target, path, value, stored(target, path), error);
}

/** What stands in the way of saving an edit: {error} or {conflict}, or nothing. */
export const faultAt = (target, path) => saver.at(target, path)?.error ?? "";

export function start() {
  const events = new EventSource("/api/events");
  events.addEventListener("changed", (event) => {
    const { version } = JSON.parse(event.data);
    if (version !== state.get()?.version) saver.done().then(() => version !== state.get()?.version && refresh());
  });
  events.addEventListener("open", () => {
    offline.set("");
    if (saver.status().phase === "failed") saver.flush();
  });
  addEventListener("pagehide", () => saver.flush({ leaving: true }));
  document.addEventListener("visibilitychange", () => document.hidden && saver.flush());
  addEventListener("beforeunload", (event) => {
    const waiting = saver.all();
    const isLost = ["failed", "invalid", "question"].includes(saver.status().phase);
    if (waiting.length && (isLost || JSON.stringify(waiting).length > KEEPALIVE_BYTES / 3)) event.preventDefault();
  });
  return refresh();
}
