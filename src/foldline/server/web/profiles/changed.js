/** What differs from the delivered profile, counted field by field, edits that are not saved yet included. */
import { settingOf, shown, targetOf } from "../page.js";

export const FIELDS = ["title", "instruction", "enabled", "header_only", "share"];

/** A field that was set for one language alone is changed there, whatever the box for new changes says. */
export function targetFor(target, section, field) {
  return section.only_here.includes(field) ? targetOf(target.profile, target.language, true) : target;
}

export const fieldOf = (target, section, field) => shown(targetFor(target, section, field), ["sections", section.id, field]);

export function isChanged(target, section, field) {
  if (!section.default) return false;
  return meant(fieldOf(target, section, field), section.default[field]) !== section.default[field];
}

/** An emptied text stands for the default. */
function meant(value, otherwise) {
  return typeof value === "string" && !value.trim() ? otherwise : typeof value === "string" ? value.trim() : value;
}

export const sectionsOf = (profile, target) => profile.languages[target.language].sections;

/** The sections in the order shown, one that waits to be saved included. */
export function inOrder(profile, target) {
  const sections = sectionsOf(profile, target);
  const ids = shown(target, ["order"]) ?? [];
  const place = (one) => (ids.includes(one.id) ? ids.indexOf(one.id) : ids.length);
  return [...sections].sort((a, b) => place(a) - place(b));
}

/** A setting as the profile lays it over, else as it is for everybody. */
export const settingIn = (target, name) => shown(target, ["settings", name]) ?? settingOf(name)?.value;

export function changesOf(profile, target) {
  const sections = sectionsOf(profile, target);
  const fields = sections.flatMap((one) => (one.custom ? [true] : FIELDS.filter((field) => isChanged(target, one, field))));
  const texts = profile.prompts.flatMap((one) => ["text", "extra"].filter((field) => one[field]));
  const rules = shown(target, ["rules"]).trim() ? 1 : 0;
  const order = profile.languages[target.language].is_order_changed ? 1 : 0;
  return fields.length + texts.length + rules + order + Object.keys(profile.settings).length;
}
