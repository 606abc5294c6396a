/** Saves by itself, in one write of all that differs, some time after the last change.
 *
 *  An edit carries the target it was typed in; what was not changed is never sent; the newest value wins; cancelling is
 *  no error. What can't be saved stays, with its reason, and holds up nothing else. No page, no network: `send` and
 *  `clock` are handed in.
 */

export const DELAY = 700;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const keyOf = (value) => JSON.stringify(value);
const isOpen = (edit) => !edit.error && !edit.conflict;

/**
 * @param send async (target, changes, {leaving}) => {errors: [{path, message}], conflicts: [{path, theirs}]}; throws
 *   where nothing could be saved. A change is {path, value, before}. An answer's `after` is called once it is taken.
 * @param clock {set(call, milliseconds) -> id, clear(id)}
 * @param changed called after every change of what the autosave holds
 */
export function autosave({ send, clock, delay = DELAY, changed = () => {}, isCancelled = () => false }) {
  const targets = new Map(); // key of a target -> {target, edits: key of a path -> edit}
  let timer = null;
  let queue = Promise.resolve();
  let running = 0;
  let phase = "idle";
  let why = "";

  function tell(next, reason = "") {
    phase = next;
    why = reason;
    changed();
  }

  function* all() {
    for (const place of targets.values()) for (const edit of place.edits.values()) yield [place, edit];
  }

  function drop(place, edit) {
    place.edits.delete(keyOf(edit.path));
    if (!place.edits.size) targets.delete(keyOf(place.target));
  }

  function wait() {
    if (timer !== null) clock.clear(timer);
    timer = clock.set(() => {
      timer = null;
      flush();
    }, delay);
  }

  /** What is shown now at a path, given what is stored. A value equal to that is no edit. */
  function edit(target, path, value, stored, error = "") {
    const place = targets.get(keyOf(target)) ?? { target, edits: new Map() };
    const old = place.edits.get(keyOf(path));
    if (old && same(old.value, value) && old.error === error && !old.failed) return;
    if (same(value, stored) && !old?.sending && !error) {
      if (!old) return;
      drop(place, old);
      if (![...all()].some(([, one]) => isOpen(one)) && timer !== null) {
        clock.clear(timer);
        timer = null;
      }
      tell(settled("idle"));
      return;
    }
    targets.set(keyOf(target), place);
    place.edits.set(keyOf(path), {
      path, value, error, before: old ? old.before : stored, sending: old?.sending, sent: old?.sent,
      conflict: old?.conflict && { theirs: old.conflict.theirs },
    });
    tell(error ? settled(phase === "saving" ? "saving" : "idle") : "waiting");
    if (!error) wait();
  }

  function settled(otherwise) {
    const edits = [...all()].map(([, one]) => one);
    if (edits.some((one) => one.conflict)) return "question";
    if (edits.some((one) => one.error)) return "invalid";
    if (running) return "saving";
    return edits.length ? "waiting" : otherwise;
  }

  /** Save now what waits. `leaving` does not stand in line behind a save that is under way. */
  function flush({ leaving = false } = {}) {
    if (timer !== null) clock.clear(timer);
    timer = null;
    const ready = [...targets.values()];
    if (leaving) {
      for (const place of ready) save(place, { leaving });
      return Promise.resolve();
    }
    for (const place of ready) queue = queue.then(() => save(place, { leaving }));
    return queue;
  }

  async function save(place, { leaving }) {
    const edits = [...place.edits.values()].filter((one) => isOpen(one) && !(one.sending && same(one.sent, one.value)));
    if (!edits.length) return;
    const changes = edits.map((one) => ({ path: one.path, value: one.value, before: one.sending ? one.sent : one.before }));
    for (const one of edits) Object.assign(one, { sending: true, sent: one.value });
    running += 1;
    tell("saving");
    try {
      const answer = await send(place.target, changes, { leaving });
      running -= 1;
      take(place, changes, answer);
      answer?.after?.();
    } catch (error) {
      running -= 1;
      free(place, changes);
      if (isCancelled(error)) {
        tell(settled("idle"));
        return;
      }
      for (const change of changes) {
        const one = place.edits.get(keyOf(change.path));
        if (one) one.failed = true;
      }
      tell("failed", error.message);
    }
  }

  function free(place, changes) {
    for (const change of changes) {
      const one = place.edits.get(keyOf(change.path));
      if (one) Object.assign(one, { sending: false, sent: undefined });
    }
  }

  /** What an answer says about the edits it was sent for, and about no others. */
  function take(place, changes, { errors = [], conflicts = [] } = {}) {
    const wrong = new Map(errors.map((one) => [keyOf(one.path), one.message]));
    const asked = new Map(conflicts.map((one) => [keyOf(one.path), one]));
    for (const change of changes) {
      const key = keyOf(change.path);
      const one = place.edits.get(key);
      if (!one) continue;
      const isNewest = same(one.value, change.value);
      Object.assign(one, { sending: false, sent: undefined, failed: false });
      if (wrong.has(key)) {
        if (isNewest) one.error = wrong.get(key);
      } else if (conflicts.length) {
        if (asked.has(key)) one.conflict = { theirs: asked.get(key).theirs };
      } else if (isNewest) drop(place, one);
      else one.before = change.value;
    }
    tell(settled(conflicts.length ? "waiting" : "saved"));
    if ([...all()].some(([, one]) => isOpen(one) && !one.sending) && timer === null) wait();
  }

  /** Compare what waits with what is stored now; `stored(target, path)` is undefined where there is no such place. */
  function reconcile(stored) {
    for (const [place, one] of [...all()]) {
      const theirs = stored(place.target, one.path);
      if (one.sending || theirs === undefined) continue;
      if (same(theirs, one.value)) drop(place, one);
      else if (!same(theirs, one.before)) one.conflict = { theirs };
      else delete one.conflict;
    }
    tell(settled(phase === "failed" ? "failed" : phase === "saved" ? "saved" : "idle"), why);
  }

  function answer(target, path, isMine) {
    const place = targets.get(keyOf(target));
    const one = place?.edits.get(keyOf(path));
    if (!one?.conflict) return;
    if (isMine) {
      one.before = one.conflict.theirs;
      delete one.conflict;
      wait();
    } else drop(place, one);
    tell(settled("idle"));
  }

  return {
    edit,
    flush,
    reconcile,
    /** The answer to a merge question. */
    keepMine: (target, path) => answer(target, path, true),
    takeTheirs: (target, path) => answer(target, path, false),
    /** Forget edits at a path and below it. */
    forget(target, path) {
      const place = targets.get(keyOf(target));
      for (const one of [...(place?.edits.values() ?? [])]) {
        if (path.every((part, at) => one.path[at] === part)) drop(place, one);
      }
      tell(settled("idle"));
    },
    forgetAll() {
      targets.clear();
      tell("idle");
    },
    /** The edit at a path: {value, before, error, conflict}, or undefined. */
    at: (target, path) => targets.get(keyOf(target))?.edits.get(keyOf(path)),
    /** The edits of a target that could be saved, for a preview. */
    changes: (target) =>
      [...(targets.get(keyOf(target))?.edits.values() ?? [])]
        .filter((one) => !one.error)
        .map(({ path, value }) => ({ path, value })),
    /** Every edit that is not saved, with its target. */
    all: () => [...all()].map(([place, one]) => ({ target: place.target, ...one })),
    status: () => ({ phase, why, count: [...all()].length }),
    /** After everything asked for until now is done. */
    done: () => queue,
  };
}
