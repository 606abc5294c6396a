/** A value that components follow: `get`, `set`, `useSignal`. */
import { useEffect, useState } from "./html.js";

export function signal(value) {
  const listeners = new Set();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of [...listeners]) listener(value);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSignal(source) {
  const [, draw] = useState(0);
  useEffect(() => source.listen(() => draw((n) => n + 1)), [source]);
  return source.get();
}
