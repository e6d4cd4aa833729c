// The verdict, the figures, and what else is to be said about a check.

import { html, section } from "./dom.js";
import { baseName, bytesInWords, commas, counted, secondsInWords, shortened } from "./words.js";

const MARKS = { verified: "✓", violated: "✗", incomplete: "…" };

function figure(name, value, note = "") {
  return html("div", { class: "figure" }, html("dt", {}, name), html("dd", {}, value, note ? html("span", { class: "note" }, note) : ""));
}

function symmetryFigure({ structure, order, strategy }) {
  if (order === "1") return figure("symmetry", "none", strategy === "off" ? "" : strategy);
  return figure("symmetry", structure || shortened(order), `${shortened(order)} renamings, ${strategy}`);
}

export function pageHeader(result) {
  const words = result.arguments.join(" ").replace(/ ?--steps full/, "");  // which is the default
  return html("header", { class: `verdict ${result.verdict}` },
    html("div", { class: "mark", "aria-hidden": "true" }, MARKS[result.verdict] ?? ""),
    html("div", {},
      html("h1", {}, html("span", { class: "verdict-word" }, result.verdict), html("span", { class: "model-name", title: result.model }, baseName(result.model))),
      html("p", { class: "reason" }, result.reason),
      words ? html("p", { class: "muted small" }, html("code", {}, words)) : ""));
}

export function figuresSection(result) {
  const { raw, symmetry } = result;
  const seconds = Number(result.seconds.total) || 0;
  const represents = symmetry.represents && symmetry.represents !== String(raw.states) ? `standing for ${shortened(symmetry.represents)}` : "";
  // Of few states, the first blocks of memory are all that it would tell.
  const bytes = raw.states >= 1000 ? Number(raw.bytes_per_state) || 0 : 0;
  return html("dl", { class: "figures", "aria-label": "figures" },
    figure("states", commas(raw.states), represents),
    figure("transitions", commas(raw.transitions)),
    figure("depth", commas(raw.max_depth)),
    figure("time", secondsInWords(seconds), raw.threads > 1 ? counted(raw.threads, "thread") : ""),
    figure("memory", bytesInWords(Number(raw.memory_bytes) || 0), bytes > 0 ? `${bytes < 100 ? bytes.toFixed(1) : commas(Math.round(bytes))} bytes a state` : ""),
    symmetryFigure(symmetry));
}

function claimsTable(claims) {
  return html(
      'div', {class: 'card padded'}, html('h3', {}, 'Claims'),
      html(
          'table', {class: 'claims'},
          html(
              'thead', {},
              html(
                  'tr', {},
                  ['claim', 'verdict', 'states', 'transitions', 'time'].map((h) => html('th', {scope: 'col'}, h)))),
          html(
              'tbody', {},
              claims.map(
                  (c) => html(
                      'tr', {}, html('th', {scope: 'row'}, c.name), html('td', {class: String(c.verdict)}, c.verdict),
                      html('td', {}, commas(c.states)), html('td', {}, commas(c.transitions)),
                      html('td', {}, secondsInWords(Number(c.seconds) || 0)))))));
}

function unreachedList(parts) {
  return html("div", { class: "card padded" }, html("h3", {}, "Never reached"),
    parts.map((part) => html("p", {}, html("strong", {}, part.part), " ",
      part.places.map((p, i) => [i > 0 ? ", " : "", html("code", {}, p.statement ? `${p.statement}` : ""), ` line ${p.line}`]))));
}

export function notesSection(result) {
  const notes = [];
  if (result.claims.length > 0) notes.push(claimsTable(result.claims));
  if (result.unreached.length > 0) notes.push(unreachedList(result.unreached));
  if (result.assumed.length > 0) notes.push(html("div", { class: "card padded" }, html("h3", {}, "Assumed"), html("ul", {}, result.assumed.map((a) => html("li", {}, a)))));
  return notes.length > 0 ? section("notes", "Also to know", html("div", { class: "notes-grid" }, notes)) : null;
}

export const pageFooter = (result) => html("footer", { class: "muted small" }, `quotient ${result.version}`);
