// The values after a step: those that it changed first, then all of them.

import { html } from "./dom.js";
import { counted, cut } from "./words.js";

const MOST = 400;
const LEAST_ALIKE = 4;  // neighbouring elements of an array with one value that make one row

// Rows of {cell, value, changed}: elements of an array that follow each other with the same value are one.
function rowsOf(cells, changed) {
  const rows = [];
  for (let i = 0; i < cells.length;) {
    const base = /^(.*)\[\d+\]$/.exec(cells[i].cell)?.[1];
    const alike = (c) => c.value === cells[i].value && !changed.has(c.cell) && /^(.*)\[\d+\]$/.exec(c.cell)?.[1] === base;
    let end = i + 1;
    if (base !== undefined && !changed.has(cells[i].cell)) while (end < cells.length && alike(cells[end])) ++end;
    if (end - i < LEAST_ALIKE) end = i + 1;
    const name = end > i + 1 ? `${cells[i].cell} … ${cells[end - 1].cell.slice(base.length)}` : cells[i].cell;
    rows.push({ cell: name, value: cells[i].value, changed: changed.has(cells[i].cell) });
    i = end;
  }
  return rows;
}

export class ValuesView {
  constructor(run) {
    this.run = run;
    this.body = html("div", { class: "values-body" });
    this.element = html("div", { class: "values", tabindex: "0", role: "region", "aria-label": "values" }, this.body);
  }

  show(step) {
    const { events } = this.run.steps[step];
    const changes = this.run.changesOf(step);
    const changed = new Set(changes.map((change) => change.cell));
    const rows = rowsOf(this.run.stateAt(step), changed);
    this.body.replaceChildren(
      html("div", { class: "what-happened" }, events.length === 0
        ? html("p", { class: "muted" }, step === 0 ? "The initial state." : "No statement was executed.")
        : events.map((event) => this.event(event))),
      html("div", { class: "pane-title" }, changes.length > 0 ? "changed" : "nothing changed"),
      html("table", { class: "changes" }, html("tbody", {}, changes.map((change) =>
        html("tr", {}, html("th", { scope: "row" }, change.cell),
          html("td", { class: "before" }, change.before), html("td", { class: "arrow" }, "→"), html("td", { class: "after" }, change.after))))),
      this.afterwards(this.run.steps[step].afterwards),
      html("div", { class: "pane-title" }, step === this.run.last ? "last state" : "state after it"),
      html("table", { class: "cells" }, html("tbody", {}, rows.slice(0, MOST).map(({ cell, value, changed: isChanged }) =>
        html("tr", { class: isChanged ? "changed" : undefined }, html("th", { scope: "row" }, cell), html("td", {}, value))))),
      rows.length > MOST ? html("p", { class: "muted" }, `and ${counted(rows.length - MOST, "more value")}`) : "",
    );
  }

  // Dead variables have no meaningful value: their resets are shown in small print only.
  afterwards(list) {
    const words = ({ cell, before, after }) => (after === null ? `${cell} is gone` : before === null ? `${cell} = ${after}` : `${cell} is reset to ${after}`);
    return list.length === 0 ? "" : html("p", { class: "muted small afterwards", title: "these variables are dead" }, cut(list.map(words).join(", "), 300));
  }

  event(event) {
    return html("div", { class: "event" },
      event.process ? html("span", { class: "process" }, event.process) : "",
      html("code", {}, event.statement),
      event.participants.length > 1 ? html("div", { class: "muted" }, `${event.participants.join(", ")} synchronise`) : "",
      event.messages.filter((m) => m.kind !== "send" && !m.undirected).map((m) =>
        html("div", { class: "muted" }, m.kind === "handshake" ? `${m.sender} to ${m.receiver} over ${m.channel}: ${m.message}` : `receives from ${m.channel}: ${m.message}`)),
      event.output.map((line) => html("pre", { class: "output" }, line)));
  }
}
