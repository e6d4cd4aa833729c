// How the search grew: states in each level, what waited, memory over time.

import { html, svg, section } from "./dom.js";
import { bytesInWords, commas, secondsInWords } from "./words.js";

const WIDTH = 420;
const HEIGHT = 190;
const EDGE = { left: 58, right: 14, top: 14, bottom: 34 };

function niceStep(range, parts) {
  const rough = range / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= rough);
}

// `base`: amounts of memory are read in powers of 1024.
function ticks(most, parts, { whole = false, base = 1 } = {}) {
  if (!(most > 0)) return [0];
  const unit = base === 1 ? 1 : base ** Math.floor(Math.log(most) / Math.log(base));
  let step = niceStep(most / unit, parts) * unit;
  if (whole) step = Math.max(1, step);
  const out = [];
  for (let at = 0; at <= most * 1.0001; at += step) out.push(at);
  return out;
}

const brief = (number) => (number >= 1e9 ? `${number / 1e9} G` : number >= 1e6 ? `${number / 1e6} M` : number >= 1e4 ? `${number / 1e3} k` : commas(Math.round(number * 100) / 100));

// `lines` have a name and values `y` beside those of `x`; the first is filled.
function growthChart({ title, x, xLabel, xWords, lines, yWords, yBase = 1, wholeX = false }) {
  const mostX = Math.max(...x, 0) || 1;
  const mostY = Math.max(...lines.flatMap((line) => line.y), 0) || 1;
  const across = (value) => EDGE.left + (value / mostX) * (WIDTH - EDGE.left - EDGE.right);
  const up = (value) => HEIGHT - EDGE.bottom - (value / mostY) * (HEIGHT - EDGE.top - EDGE.bottom);
  const path = (line) => line.y.map((value, i) => `${i === 0 ? "M" : "L"}${across(x[i]).toFixed(1)} ${up(value).toFixed(1)}`).join("");
  const floor = up(0).toFixed(1);
  const grid = ticks(mostY, 4, { whole: true, base: yBase }).map((at) => [
    svg("line", { class: "grid", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: up(at), y2: up(at) }),
    svg("text", { class: "tick end", x: EDGE.left - 8, y: up(at) + 4 }, yWords(at)),
  ]);
  const feet = ticks(mostX, 4, { whole: wholeX }).map((at) => svg("text", { class: "tick middle", x: across(at), y: HEIGHT - 16 }, xWords(at)));
  const cursor = svg("line", { class: "cursor", y1: EDGE.top, y2: HEIGHT - EDGE.bottom, visibility: "hidden" });
  const readout = html("span", { class: "readout" });
  const rest = lines.map((line) => line.name).join(", ");
  readout.textContent = rest;
  const drawing = svg("svg", { class: "growth-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: up to ${yWords(mostY)}` },
    grid, feet, svg("text", { class: "tick middle", x: (EDGE.left + WIDTH - EDGE.right) / 2, y: HEIGHT - 2 }, xLabel),
    svg("path", { class: "area", d: `${path(lines[0])}L${across(x[x.length - 1]).toFixed(1)} ${floor}L${across(x[0]).toFixed(1)} ${floor}Z` }),
    lines.map((line, i) => svg("path", { class: `curve curve-${i}`, d: path(line) })), cursor);
  drawing.addEventListener("pointermove", (event) => {
    const box = drawing.getBoundingClientRect();
    const wanted = (((event.clientX - box.left) / box.width) * WIDTH - EDGE.left) / (WIDTH - EDGE.left - EDGE.right) * mostX;
    const at = x.reduce((best, value, i) => (Math.abs(value - wanted) < Math.abs(x[best] - wanted) ? i : best), 0);
    cursor.setAttribute("x1", across(x[at]));
    cursor.setAttribute("x2", across(x[at]));
    cursor.setAttribute("visibility", "visible");
    readout.textContent = `${xLabel} ${xWords(x[at])}: ${lines.map((line) => `${yWords(line.y[at])} ${line.name}`).join(", ")}`;
  });
  drawing.addEventListener("pointerleave", () => {
    cursor.setAttribute("visibility", "hidden");
    readout.textContent = rest;
  });
  return html("figure", { class: "card growth" }, html("figcaption", {}, html("strong", {}, title), readout), drawing);
}

// A moment is the beginning of a level: what is new since the last one belongs to the levels between.
function statesPerLevel(growth) {
  const depth = [];
  const states = [];
  let before = { depth: -1, states: 0 };
  for (const moment of growth) {
    const levels = Number(moment.depth) - before.depth;
    if (levels <= 0) continue;
    depth.push(Number(moment.depth));
    states.push((Number(moment.stored) - before.states) / levels);
    before = { depth: Number(moment.depth), states: Number(moment.stored) };
  }
  return { depth, states };
}

export function growthSection(result) {
  const { growth } = result;
  if (growth.length < 2) return null;
  const column = (key) => growth.map((moment) => Number(moment[key]) || 0);
  const seconds = column("after");
  const charts = [];
  if (result.searchOrder === "bfs") {
    const { depth, states } = statesPerLevel(growth);
    charts.push(growthChart({ title: "States in each level", x: depth, xLabel: "level", xWords: brief, wholeX: true, lines: [{ name: "new states", y: states }], yWords: brief }));
  }
  charts.push(
    growthChart({ title: "Frontier", x: seconds, xLabel: "after", xWords: secondsInWords, yWords: brief,
      lines: [{ name: "states stored", y: column("stored") }, { name: "of them waiting", y: column("waiting") }] }),
    growthChart({ title: "Memory", x: seconds, xLabel: "after", xWords: secondsInWords, yWords: bytesInWords, yBase: 1024, lines: [{ name: "in tables", y: column("bytes") }] }));
  return section("growth", "Growth of the search", html("div", { class: "growth-grid" }, charts));
}
