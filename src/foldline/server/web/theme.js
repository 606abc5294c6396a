/** Light, dark, or as the system has it. */
import { signal } from "./signal.js";
import { kept, keep } from "./kept.js";

export const THEMES = ["auto", "light", "dark"];

export const theme = signal(kept("theme", "auto"));

export function paint(name) {
  keep("theme", name);
  document.documentElement.dataset.theme = name;
  theme.set(name);
}

paint(THEMES.includes(theme.get()) ? theme.get() : "auto");
