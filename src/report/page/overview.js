// The verdict, the figures, and what else is to be said about a check.

import { html, section } from "./dom.js";
import { baseName, bytesInWords, commas, counted, secondsInWords, shortened } from "./words.js";

const MARKS = { verified: "✓", violated: "✗", incomplete: "…" };

function figure(name, value, note = "") {
  return html("div", { class: "figure" }, html("dt", {}, name), html("dd", {}, value, note ? html("span", { class: "note" }, note) : ""));
}

function symmetryFigure({ structure, order, strategy }) {
  if (order === "1") return figure("symmetry", "none", strategy === "off" ? "" : strategy);
  return figure("symmetry", structure || shortened(order), `${shortened(order)} permutations, ${strategy}`);
}

// What differs from the defaults.
const givenOptions = (result) => result.arguments.join(" ").replace(/ ?--steps full/, "").trim();

export function pageHeader(result) {
  const words = givenOptions(result);
  return html("header", { class: `verdict ${result.verdict}` },
    html("div", { class: "mark", "aria-hidden": "true" }, MARKS[result.verdict] ?? ""),
    html("div", {},
      html("h1", {}, html("span", { class: "verdict-word" }, result.verdict), html("span", { class: "model-name", title: result.model }, baseName(result.model))),
      html("p", { class: "reason" }, result.reason),
      cautionList(result),
      words ? html("p", { class: "muted small" }, html("code", {}, words)) : ""));
}

export function figuresSection(result) {
  const { raw, symmetry } = result;
  const seconds = Number(result.seconds.total) || 0;
  const represents = symmetry.represents && symmetry.represents !== String(raw.states) ? `representing ${shortened(symmetry.represents)} states` : "";
  // With few states, the figure would only reflect the first blocks allocated.
  const bytes = raw.states >= 1000 ? Number(raw.bytes_per_state) || 0 : 0;
  return html("dl", { class: "figures", "aria-label": "figures" },
    figure("states", commas(raw.states), represents),
    figure("transitions", commas(raw.transitions)),
    figure("depth", commas(raw.max_depth)),
    figure("time", secondsInWords(seconds), raw.threads > 1 ? counted(raw.threads, "thread") : ""),
    figure("memory", bytesInWords(Number(raw.memory_bytes) || 0), bytes > 0 ? `${bytes < 100 ? bytes.toFixed(1) : commas(Math.round(bytes))} bytes per state` : ""),
    symmetryFigure(symmetry));
}

function claimsTable(claims, notChecked) {
  return html("div", { class: "card padded" }, html("h3", {}, "Claims"), html("table", { class: "claims" },
    html("thead", {}, html("tr", {}, ["claim", "verdict", "states", "transitions", "time"].map((h) => html("th", { scope: "col" }, h)))),
    html("tbody", {}, claims.map((c) => html("tr", {}, html("th", { scope: "row" }, c.name), html("td", { class: String(c.verdict) }, c.verdict),
      html("td", {}, commas(c.states)), html("td", {}, commas(c.transitions)), html("td", {}, secondsInWords(Number(c.seconds) || 0)))),
      notChecked.map((name) => html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, "not checked"), [0, 1, 2].map(() => html("td", {})))))));
}

// The remarks of a result, a card for each heading. A kind that has no heading here is shown all the same.
const HEADINGS = {
  assumed_size: "Assumed",
  assumed_integers: "Assumed",
  not_checked: "Not checked",
  vacuous: "Holds for nothing",
  unexpanded: "Not expanded",
  blocked: "No process can move",
  unreached: "Never reached",
  approximate_store: "Store",
  lost_orbits: "Audit",
  claim_without_symmetry: "Without symmetry",
  caution: "Note",
  text_warning: "Warnings about the text",
};

const inPlace = ({ message, at }) => [message, at ? html("span", { class: "muted" }, ` ${baseName(at.file)}:${at.line}`) : ""];

function remarkCards(remarks) {
  const cards = new Map();
  for (const remark of remarks) {
    const heading = HEADINGS[remark.kind] ?? (remark.kind || "Note");
    if (!cards.has(heading)) cards.set(heading, []);
    cards.get(heading).push(remark);
  }
  return [...cards].map(([heading, list]) => html("div", { class: "card padded" }, html("h3", {}, heading),
    html("ul", { class: "remarks" }, list.map((r) => html("li", { "data-kind": r.kind }, inPlace(r))))));
}

// What the verdict would be misread without stands below it.
export function cautionList(result) {
  const remarks = result.remarks.filter((r) => r.bearsOnVerdict);
  return remarks.length > 0 ? html("ul", { class: "cautions", role: "note" }, remarks.map((r) => html("li", {}, inPlace(r)))) : "";
}

export function notesSection(result) {
  // Who is blocked stands with the counterexample.
  const drawn = (r) => r.kind === "blocked" && result.violations.some((v) => v.kind === "deadlock" && v.standing.length > 0);
  const notes = remarkCards(result.remarks.filter((r) => !drawn(r)));
  if (result.claims.length + result.notChecked.length > 0) notes.unshift(claimsTable(result.claims, result.notChecked));
  return notes.length > 0 ? section("notes", "Also to know", html("div", { class: "notes-grid" }, notes)) : null;
}

// With what, how and when this was made. A page of its own knows when it was written.
export function pageFooter(result) {
  const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const command = result.command.length > 0 ? result.command.map(quoted).join(" ") : `quotient check ${result.model} ${givenOptions(result)}`.trim();
  const written = document.getElementById("page")?.dataset.written;
  return html("footer", { class: "muted small" }, html("p", {}, html("code", {}, command)),
    html("p", {}, `quotient ${result.version}`, written ? `, written ${written}` : ""));
}
