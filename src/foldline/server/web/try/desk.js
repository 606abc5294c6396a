/** What lies on the desk: the opened session, its plan and the folds tried on it. It outlives the view. */
import * as api from "../api.js";
import { state } from "../page.js";
import { signal } from "../signal.js";
import { drawing } from "./chart.js";
import { cancel, follow } from "./jobs.js";

const EMPTY = { session: null, plan: null, folds: [], job: null, fault: null, tab: "result", pair: null, shown: null };
/** profile "" is the one in force; a name that starts with a space is the built-in profile as it is shipped. */
export const PLAIN = { profile: "", language: "", keep: "", focus: "", by: "builtin" };

export const desk = signal(EMPTY);
export const trial = signal(PLAIN);
export const put = (change) => desk.set({ ...desk.get(), ...change });

/** The trial as the server takes it. */
export function asked(form = trial.get()) {
  const settings = {};
  const isShipped = form.profile.startsWith(" ");
  if (form.profile) settings.profile = form.profile.trim();
  if (form.language) settings.language = form.language;
  if (form.keep !== "") settings.keep_recent_tokens = Number(form.keep);
  if (form.focus.trim()) settings.focus = form.focus.trim();
  return { settings, as_shipped: isShipped, by: form.by };
}

const told = (fault) => ({ message: fault.message, status: "", titles: [] });

async function work(begin, label) {
  put({ fault: null, job: { label, view: null } });
  try {
    const begun = await begin();
    put({ job: { label, id: begun.job, session: begun.session, view: null } });
    return await follow(begun.job, (view) => desk.get().job?.id === begun.job && put({ job: { ...desk.get().job, view } }));
  } catch (fault) {
    if (!api.isCancelled(fault)) put({ fault: told(fault), ...(fault.status === 404 ? { session: null } : {}) });
    return null;
  } finally {
    put({ job: null });
  }
}

export async function open(begin, label) {
  const before = desk.get().session;
  drawing().catch(() => {}); // meanwhile; a chart that wants it asks again
  const end = await work(begin, label);
  if (!end) return;
  if (end.state === "failed") return void put({ fault: { message: end.error, status: end.status, titles: end.titles, session: end.session } });
  if (end.state === "cancelled") return;
  const session = await api.get(`/api/sessions/${end.session}`);
  if (before && before.id !== session.id) api.remove(`/api/sessions/${before.id}`).catch(() => {});
  desk.set({ ...EMPTY, session });
  trial.set({ ...PLAIN, by: trial.get().by });
  await plan();
}

export const openFile = (file) => open(() => api.post(api.query("/api/sessions", { name: file.name }), file), file.name);
export const openListed = (id, label) => open(() => api.post("/api/sessions/open", { id }), label);
export const select = (session, number, label) => open(() => api.post(`/api/sessions/${session}/select`, { number }), label);

export function close() {
  const { session } = desk.get();
  if (session) api.remove(`/api/sessions/${session.id}`).catch(() => {});
  desk.set(EMPTY);
}

let planning = 0;

/** Plan anew; an answer that a newer question has overtaken is dropped. */
export async function plan() {
  const { session } = desk.get();
  if (!session) return;
  const mine = ++planning;
  try {
    const made = await api.post(`/api/sessions/${session.id}/plan`, asked());
    if (mine === planning) put({ plan: { ...made, at: mine }, fault: null });
  } catch (fault) {
    if (mine === planning) put({ fault: told(fault), ...(fault.status === 404 ? { session: null } : {}) });
  }
}

/** Fold; the result is laid on the desk and shown. Returns it, or null where none was made. */
export async function fold(form = trial.get(), { shows = true } = {}) {
  const { session } = desk.get();
  const version = state.get()?.version;
  const end = await work(() => api.post(`/api/sessions/${session.id}/folds`, asked(form)), "");
  if (!end || end.state === "cancelled") return end && void put({ fault: { message: "", status: "cancelled", titles: [] } });
  if (end.state === "failed") return void put({ fault: { message: end.error, status: end.status, titles: [], attempts: end.attempts } });
  const made = await api.get(`/api/sessions/${session.id}/folds/${end.fold}`);
  made.number = (desk.get().folds.at(-1)?.number ?? 0) + 1;
  made.version = version;
  made.form = form;
  const folds = [...desk.get().folds, made].slice(-12);
  put({ folds, shown: made.id, ...(shows ? { tab: "result" } : {}) });
  requestAnimationFrame(intoSight);
  return made;
}

/** What came of it is brought up where it lies below the screen. */
function intoSight() {
  const tabs = document.querySelector(".try .tabs");
  if (tabs && tabs.getBoundingClientRect().top > innerHeight * 0.55) tabs.scrollIntoView({ block: "start" });
}

/** Fold once more, in the same way or another, and lay the two results side by side. */
export async function foldAndCompare(first, form) {
  const second = await fold(form, { shows: false });
  if (second) put({ pair: [first.id, second.id], tab: "compare" });
}

export function stop() {
  const { job } = desk.get();
  if (job?.id) cancel(job.id).catch(() => {});
}

export const message = (which) => api.get(api.query(`/api/sessions/${desk.get().session.id}/message`, which));
/** The message that is looked at: {index} or {entry, find}; null for none. */
export const looking = signal(null);
