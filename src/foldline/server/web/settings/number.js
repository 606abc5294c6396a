/** Numbers as people type them, and what a setting may be, from the same ends: hint and check can't differ. */
import { number } from "../i18n.js";
import { t } from "./words.js";

export function hintOf({ kind, low, high, is_open: isOpen, is_optional: isOptional }) {
  const of = t(kind === "integer" ? "integer" : "number");
  const ends = { low: number(low ?? 0), high: number(high ?? 0) };
  const range = low == null ? "" : high == null ? t("least", ends) : t(isOpen ? "above" : "from", ends);
  return [of, range, isOptional && t("orEmpty")].filter(Boolean).join(", ");
}

/** {value} or {error}; an empty text is null where that is allowed. */
export function read(text, setting) {
  const bare = text.trim().replace(/[\s_']/g, "");
  if (!bare && setting.is_optional) return { value: null };
  const plain = /^\d{1,3}([,，]\d{3})+$/.test(bare) ? bare.replace(/[,，]/g, "") : bare.replace(/[,，]/, ".");
  const value = /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
  return holds(value, setting) ? { value } : { error: t("wrong", { value: text, hint: hintOf(setting) }) };
}

function holds(value, { kind, low, high, is_open: isOpen }) {
  if (!Number.isFinite(value) || (kind === "integer" && !Number.isInteger(value))) return false;
  if (isOpen) return (low == null || value > low) && (high == null || value < high);
  return (low == null || value >= low) && (high == null || value <= high);
}
