/** Tokens by role and tool over the turns: stacked columns, the threshold as a line, the kept part as a band. */
import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { Choice, wear } from "../parts.js";
import { useSignal } from "../signal.js";
import { theme } from "../theme.js";
import { language } from "../i18n.js";
import { ownerName, percent, t, tokens } from "./words.js";

const FAR = 2.2; // a threshold further above the columns than this is told, not drawn: it would flatten them
const OWN = { user: "--role-user", assistant: "--role-assistant", client: "--try-client", system: "--try-system", summary: "--role-summary", other: "--role-tool", fixed: "--try-system" };

/** The series from the ground up, each with its colour: what is always there first, tools last. */
function layers(chart) {
  const rank = (name) => ["fixed", "system", "summary", "client", "user", "assistant"].indexOf(name);
  const fixed = chart.fixed ? [{ name: "fixed", total: chart.fixed, messages: 0, values: chart.first_rows.map((_, at) => (at ? 0 : chart.fixed)) }] : [];
  const sorted = [...fixed, ...chart.series].sort((a, b) => (rank(a.name) + 1 || 99) - (rank(b.name) + 1 || 99));
  let tool = 0;
  return sorted.map((one) => ({ ...one, colour: OWN[one.name] ?? `--try-tool-${(tool++ % 5) + 1}` }));
}

const nameOf = (one) => (one.name === "fixed" ? t("fixed") : ownerName(one.name));

/** For each layer the height of its upper edge, column by column. */
function stacked(all, isRunning) {
  const width = all[0]?.values.length ?? 0;
  const below = new Array(width).fill(0);
  return all.map((one) => {
    let sum = 0;
    return one.values.map((value, at) => {
      sum += value;
      // In the view of single turns what is fixed would only hide the first turn.
      const height = isRunning ? sum : one.name === "fixed" ? 0 : value;
      return (below[at] += height);
    });
  });
}

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function Chart({ plan, onRow }) {
  const { chart } = plan;
  const [mode, setMode] = useState("running");
  const [at, setAt] = useState(null);
  const speaking = useSignal(language);
  const all = useMemo(() => layers(chart), [chart]);
  const total = all.reduce((sum, one) => sum + one.total, 0);
  if (!chart.first_rows.length) return html`<p class="dim">${t("noTurns")}</p>`;
  const about = t("chartAbout", {
    n: tokens(chart.turns), total: tokens(total), parts: all.map((one) => `${nameOf(one)} ${tokens(one.total)}`).join(", "),
    cut: plan.cut_row === null ? "" : t("wouldFold", numbersOf(plan)),
  });
  return html`<figure class="chart">
    <figcaption class="bar"><h3 class="grow">${t("chart")}</h3>
      <${Choice} label=${t("chart")} value=${mode} options=${{ running: t("running"), each: t("each") }} onChange=${setMode} /></figcaption>
    <${Canvas} plan=${plan} all=${all} isRunning=${mode === "running"} about=${about} onAt=${setAt} onRow=${onRow} speaking=${speaking} />
    <p class="readout small dim count">${at === null ? t("chartHint") : readout(chart, all, at)}</p>
    <${Legend} all=${all} total=${total} />
  </figure>`;
}

/** What columns are drawn with, brought when it is first wanted: while a session is read, at the earliest. */
export const drawing = () => { wear("/web/vendor/uplot.css"); return import("../vendor/uplot.js"); };

export const numbersOf = (plan) => ({
  folded: tokens(plan.folded_messages), foldedTokens: tokens(plan.folded_tokens), kept: tokens(plan.kept_messages), keptTokens: tokens(plan.kept_tokens),
});

function turnsOf(chart, at) {
  const a = chart.first_turns[at];
  const b = at + 1 < chart.first_turns.length ? Math.max(a, chart.first_turns[at + 1] - 1) : Math.max(a, chart.turns);
  return a === b ? t("turn", { n: tokens(a) }) : t("turns", { a: tokens(a), b: tokens(b) });
}

function readout(chart, all, at) {
  const parts = all.filter((one) => one.values[at]).map((one) => `${nameOf(one)} ${tokens(one.values[at])}`);
  const sum = all.reduce((whole, one) => whole + one.values.slice(0, at + 1).reduce((a, b) => a + b, 0), 0);
  return `${turnsOf(chart, at)}: ${parts.join(" · ")} — ${t("running")} ${tokens(sum)}`;
}

function Legend({ all, total }) {
  return html`<ul class="legend">${[...all].sort((a, b) => b.total - a.total).map((one) => html`<li key=${one.name}>
    <span class="chip" ref=${(node) => node && node.style.setProperty("background", `var(${one.colour})`)}></span>
    <bdi class="clip">${nameOf(one)}</bdi><span class="count">${tokens(one.total)}</span><span class="count dim">${t("share", { p: percent(one.total, total) })}</span></li>`)}</ul>`;
}

function Canvas({ plan, all, isRunning, about, onAt, onRow, speaking }) {
  const host = useRef();
  const painted = useSignal(theme);
  const [isDark, setDark] = useState(matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const media = matchMedia("(prefers-color-scheme: dark)");
    const turned = () => setDark(media.matches);
    media.addEventListener("change", turned);
    return () => media.removeEventListener("change", turned);
  }, []);
  useEffect(() => {
    let plot, watch, isGone = false;
    drawing().then(({ default: uPlot }) => {
      if (isGone) return;
      const node = host.current;
      const draw = () => options(uPlot, { plan, all, isRunning, onAt, onRow, width: node.clientWidth, height: node.clientHeight });
      const stacks = stacked(all, isRunning).reverse();
      plot = new uPlot(draw(), [plan.chart.first_rows.map((_, at) => at), ...stacks], node);
      watch = new ResizeObserver(() => node.isConnected && plot.setSize({ width: node.clientWidth, height: node.clientHeight }));
      watch.observe(node);
      node.dataset.ready = "true";
    });
    return () => { isGone = true; watch?.disconnect(); plot?.destroy(); };
  }, [plan, all, isRunning, painted, isDark, speaking]);
  return html`<div class="canvas" ref=${host} role="img" aria-label=${about}></div>`;
}

function options(uPlot, { plan, all, isRunning, onAt, onRow, width, height }) {
  const { chart, threshold } = plan;
  const ink = colourOf("--dim");
  const line = colourOf("--line");
  const highest = Math.max(1, ...stacked(all, isRunning).at(-1));
  const isNear = isRunning && threshold !== null && threshold <= highest * FAR;
  const columns = chart.first_rows.length;
  const axis = { stroke: ink, font: `12px ${getComputedStyle(document.body).fontFamily}`, ticks: { show: false }, grid: { stroke: line, width: 1 } };
  return {
    width, height, legend: { show: false }, padding: [18, 8, 0, 0],
    cursor: { x: true, y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: false, range: () => [-0.5, columns - 0.5] }, y: { range: () => [0, (isNear ? Math.max(highest, threshold) : highest) * 1.06] } },
    axes: [
      { ...axis, grid: { show: false }, size: 26, space: 60, incrs: [1, 2, 5, 10, 20, 50, 100], values: (_, places) => places.map((x) => (Number.isInteger(x) ? chart.first_turns[x] ?? "" : "")) },
      { ...axis, size: 58, space: 34, values: (_, heights) => heights.map((y) => short(y)) },
    ],
    series: [{}, ...[...all].reverse().map((one) => ({
      label: one.name, stroke: colourOf(one.colour), fill: colourOf(one.colour), width: 0, points: { show: false },
      paths: uPlot.paths.bars({ size: [columns > 60 ? 1 : 0.86, 64], gap: columns > 60 ? 0 : 1 }),
    }))],
    hooks: {
      drawClear: [(plot) => band(plot, chart)],
      draw: [(plot) => marks(plot, { plan, isNear, isRunning })],
      setCursor: [(plot) => onAt(plot.cursor.idx ?? null)],
      ready: [(plot) => plot.over.addEventListener("click", () => plot.cursor.idx !== null && onRow(chart.first_rows[plot.cursor.idx]))],
    },
  };
}

const short = (y) => (y >= 1e6 ? `${+(y / 1e6).toFixed(1)}M` : y >= 1e3 ? `${+(y / 1e3).toFixed(1)}k` : `${y}`);

/** The part that is kept, behind the columns. */
function band(plot, chart) {
  if (chart.kept_from === null) return;
  const { ctx, bbox } = plot;
  const left = plot.valToPos(chart.kept_from - 0.5, "x", true);
  ctx.save();
  ctx.fillStyle = colourOf("--tint");
  ctx.fillRect(left, bbox.top, bbox.left + bbox.width - left, bbox.height);
  ctx.restore();
}

/** The cut, and the threshold above which folding happens by itself. */
function marks(plot, { plan, isNear, isRunning }) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio || 1;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.font = `600 ${11.5 * ratio}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.lineWidth = 1.5 * ratio;
  if (plan.chart.kept_from !== null) {
    const x = Math.round(plot.valToPos(plan.chart.kept_from - 0.5, "x", true));
    ctx.strokeStyle = ctx.fillStyle = colourOf("--accent-ink");
    stroke(ctx, [x, bbox.top], [x, bbox.top + bbox.height]);
    const words = `${t("keptShort")} ${tokens(plan.kept_tokens)}`;
    const fits = right - x > ctx.measureText(words).width + 10 * ratio;
    ctx.textAlign = fits ? "left" : "right";
    ctx.fillText(fits ? words : `${words} →`, x + (fits ? 5 : -5) * ratio, bbox.top - 5 * ratio);
  }
  if (plan.threshold !== null && isRunning) {
    ctx.strokeStyle = ctx.fillStyle = colourOf("--bad");
    const words = t("threshold", { n: tokens(plan.threshold) });
    ctx.textAlign = "left";
    if (isNear) {
      const y = Math.round(plot.valToPos(plan.threshold, "y", true));
      ctx.setLineDash([5 * ratio, 4 * ratio]);
      stroke(ctx, [bbox.left, y], [right, y]);
      lettered(ctx, words, bbox.left + 6 * ratio, y - 5 * ratio);
    } else lettered(ctx, `↑ ${words}`, bbox.left + 6 * ratio, bbox.top + 12 * ratio);
  }
  ctx.restore();
}

/** Letters that stay readable over lines and columns. */
function lettered(ctx, words, x, y) {
  ctx.save();
  ctx.setLineDash([]);
  ctx.strokeStyle = colourOf("--card");
  ctx.lineJoin = "round";
  ctx.lineWidth *= 3;
  ctx.strokeText(words, x, y);
  ctx.restore();
  ctx.fillText(words, x, y);
}

function stroke(ctx, [x, y], [u, v]) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(u, v);
  ctx.stroke();
}
