// The run as a table: a row for each step, a column for each variable, what changed marked; and for any expression.

import { html } from "./dom.js";
import { counted, cut } from "./words.js";
import { evaluate } from "./evaluation.js";

const MOST_ROWS = 400;
const MOST_COLUMNS = 60;

const shownValue = (answer) => (answer.error ? "?" : String(answer.value));

export class StepsTable {
  constructor(run, choose, context) {
    this.run = run;
    this.context = context;
    this.choose = choose;
    this.expressions = [];
    this.everything = false;
    this.rows = [];
    this.input = html("input", { type: "text", class: "expression-input", placeholder: "inside > 1", "aria-label": "expression to evaluate along the run", spellcheck: "false" });
    this.message = html("p", { class: "muted small", role: "status" });
    this.table = html("div", { class: "steps-table", tabindex: "0", role: "region", "aria-label": "steps and variables" });
    const form = html("form", { class: "expression-form", onsubmit: (event) => { event.preventDefault(); this.add(); } },
      html("label", {}, "expression ", this.input), html("button", { type: "submit", class: "text-button" }, "add column"),
      html("label", {}, html("input", { type: "checkbox", onchange: (event) => { this.everything = event.target.checked; this.draw(); } }), " also what never changes"));
    // Made when it is opened: most readers never do.
    this.element = html("details", { class: "card padded steps-details", ontoggle: () => this.element.open && this.rows.length === 0 && this.draw() },
      html("summary", {}, "Table of steps and variables"), form, this.message, this.table);
  }

  add() {
    const text = this.input.value.trim();
    if (text === "") return;
    const answer = evaluate(text, this.run.stateAt(this.run.last), this.processOf(this.run.last), this.context);
    this.message.textContent = answer.error ? `${text}: ${answer.error} in the last state` : "";
    this.expressions.push(text);
    this.input.value = "";
    this.draw();
  }

  processOf(step) {
    return this.run.steps[step].events.at(-1)?.process ?? "";
  }

  // A long run is shown at its end, where it goes wrong.
  draw() {
    const first = Math.max(0, this.run.last + 1 - MOST_ROWS);
    const states = [];
    for (let step = first; step <= this.run.last; ++step) states.push(new Map(this.run.stateAt(step).map((c) => [c.cell, c.value])));
    const names = [...new Set(states.flatMap((s) => [...s.keys()]))];
    const varies = (name) => states.some((s, i) => i > 0 && s.get(name) !== states[i - 1].get(name));
    const wanted = this.everything ? names : names.filter(varies);
    const columns = wanted.slice(0, MOST_COLUMNS);
    const value = (i, column) => states[i].get(column) ?? "";
    const computed = this.expressions.map((text) => states.map((s, i) => shownValue(evaluate(text, [...s].map(([cell, v]) => ({ cell, value: v })), this.processOf(first + i), this.context))));
    this.rows = states.map((_, i) => {
      const step = first + i;
      const statement = this.run.steps[step].events.map((e) => `${e.process ? `${e.process}: ` : ""}${e.statement}`).join("; ") || (step === 0 ? "initial state" : "");
      const cell = (text, before) => html("td", { class: i > 0 && text !== before ? "changed" : undefined, title: text }, cut(text, 24));
      return html("tr", { "data-step": step },
        html("th", { scope: "row" }, html("button", { type: "button", class: "step-link", onclick: () => this.choose(step) }, step)),
        html("td", { class: "statement", title: statement }, cut(statement, 40)),
        computed.map((list) => cell(list[i], list[i - 1])),
        columns.map((name) => cell(value(i, name), i > 0 ? value(i - 1, name) : "")));
    });
    const head = ["step", "statement", ...this.expressions, ...columns].map((name, i) => html("th", { scope: "col", class: i > 1 && i < 2 + this.expressions.length ? "expression" : undefined }, name));
    const left = wanted.length - columns.length;
    this.table.replaceChildren(html("table", {}, html("thead", {}, html("tr", {}, head)), html("tbody", {}, this.rows)),
      first > 0 ? html("p", { class: "muted small" }, `the last ${counted(MOST_ROWS, "step")} of ${counted(this.run.last, "step")}`) : "",
      left > 0 ? html("p", { class: "muted small" }, `and ${counted(left, "more variable")}`) : "");
    this.show(this.current ?? this.run.last);
  }

  show(step) {
    this.current = step;
    for (const row of this.rows) row.classList.toggle("current", Number(row.dataset.step) === step);
  }
}
