/** The language of the page. Each view brings a table of its own: `const t = words({ en: {...}, zh: {...} })`.
 *  `t("key", { name })` puts values into `{name}`; a text that is missing in Chinese is shown in English. */
import { signal } from "./signal.js";
import { kept, keep } from "./kept.js";

export const LANGUAGES = { en: "English", zh: "中文" };

export const language = signal(kept("language", "") || (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));

document.documentElement.lang = language.get() === "zh" ? "zh-CN" : "en";

export function speak(code) {
  keep("language", code);
  document.documentElement.lang = code === "zh" ? "zh-CN" : "en";
  language.set(code);
}

export function words(table) {
  return (key, values = {}) => {
    const text = table[language.get()]?.[key] ?? table.en[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  };
}

/** A number as people read it. */
export function number(value, options) {
  return new Intl.NumberFormat(language.get() === "zh" ? "zh-CN" : "en", options).format(value);
}
