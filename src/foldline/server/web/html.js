/** The one door to preact and htm: `html` templates and hooks. */
import htm from "./vendor/htm.js";
import { h, render, Fragment } from "./vendor/preact.js";

export const html = htm.bind(h);
export { render, Fragment };
export * from "./vendor/preact-hooks.js";
