// The propositions of a violated formula along the run: a row each, a column for each step, filled where it holds.

import { html } from "./dom.js";
import { counted } from "./words.js";

const MOST_PROPOSITION_STEPS = 300;

const repeated = (first, last) => (first === last ? `step ${first} repeats forever` : `steps ${first} to ${last} repeat forever`);

export class PropositionsView {
  // `choose` goes to a step.
  constructor(violation, run, choose) {
    this.cells = new Map();  // step to its column
    const names = violation.propositions;
    this.element = names.length === 0 ? "" : this.build(violation, names, run, choose);
  }

  // Of a long run the end, where it goes wrong or goes round.
  build(violation, names, run, choose) {
    const first = Math.max(0, run.last + 1 - MOST_PROPOSITION_STEPS);
    const steps = Array.from({ length: run.last + 1 - first }, (_, i) => first + i);
    const repeats = (step) => run.cycleStart !== null && step > run.cycleStart;
    const mark = (step, cell) => {
      if (!this.cells.has(step)) this.cells.set(step, []);
      this.cells.get(step).push(cell);
      return cell;
    };
    const heads = steps.map((step) => mark(step, html("th", { scope: "col", class: repeats(step) ? "repeats" : undefined },
      html("button", { type: "button", class: "step-link", title: repeats(step) ? "in the cycle, which repeats forever" : undefined, onclick: () => choose(step) }, step))));
    const rows = names.map((name, i) => html("tr", {}, html("th", { scope: "row" }, html("code", {}, name)), steps.map((step) => {
      const holds = violation.steps[step].propositions[i];
      // While a machine is being set up, nothing is true or false yet.
      const look = holds === undefined ? "unknown" : holds ? "holds" : "fails";
      return mark(step, html("td", { class: `${look}${repeats(step) ? " repeats" : ""}` }, holds === undefined ? "–" : String(holds)));
    })));
    this.scroll = html("div", { class: "propositions-scroll", tabindex: "0", role: "region", "aria-label": "propositions along the run" },
      html("table", { class: "propositions" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "step"), heads)), html("tbody", {}, rows)));
    return html("div", { class: "card padded blocked" }, html("h3", {}, "Propositions of the formula along the run"), this.scroll,
      run.cycleStart !== null && run.last > run.cycleStart ? html("p", { class: "muted small" }, repeated(run.cycleStart + 1, run.last)) : "",
      names.some((name) => name.startsWith("[")) ? html("p", { class: "muted small" }, "[…] is true in a state if the next step of the run is this one") : "",
      first > 0 ? html("p", { class: "muted small" }, `the last ${counted(MOST_PROPOSITION_STEPS, "step")} of ${counted(run.last, "step")}`) : "");
  }

  show(step) {
    for (const cell of this.cells.get(this.current) ?? []) cell.classList.remove("current");
    this.current = step;
    const cells = this.cells.get(step) ?? [];
    for (const cell of cells) cell.classList.add("current");
    if (cells.length === 0) return;
    const left = cells[0].offsetLeft;
    const box = this.scroll;
    if (left < box.scrollLeft + 160 || left > box.scrollLeft + box.clientWidth - 60) box.scrollLeft = left - box.clientWidth / 2;
  }
}
