/** Icons as strokes in the colour of their text. */
import { html } from "./html.js";

const PATHS = {
  arrow: "M6 4l4 4-4 4",
  grip: "M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01",
  reset: "M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3",
  grow: "M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5l-4.5 4.5M2.5 13.5l4.5-4.5",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  bin: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  check: "M3 8.5l3.2 3.2L13 5",
  alert: "M8 2.2L14.6 13.5H1.4zM8 6.5v3.2M8 11.7v.01",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5.2a2.5 2.5 0 0 1 5 0v2.3",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9L13 13M3 13l1.1-1.1M11.9 4.1L13 3",
  moon: "M13.5 9.6A6 6 0 1 1 6.4 2.5a4.8 4.8 0 0 0 7.1 7.1z",
  half: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 2v12M8 4.5h4.5M8 7h5.8M8 9.5h5.6M8 12h4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  down: "M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10",
  up: "M8 11V2.5M4.5 6L8 2.5 11.5 6M3 13.5h10",
};

export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;
}
