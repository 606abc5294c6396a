/** A value that components follow: `get`, `set`, `useSignal`. */
import { useLayoutEffect, useState } from "./html.js";

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
  const value = source.get();
  useLayoutEffect(() => {
    const redraw = () => draw((n) => n + 1);
    if (source.get() !== value) redraw();
    return source.listen(redraw);
  }, [source]);
  return value;
}
