// The counterexample: its chart beside the source, its values, why it fails, and what moves all of them.

import { html, section } from "./dom.js";
import { baseName, counted, cut } from "./words.js";
import { Run } from "./run.js";
import { SequenceChart } from "./chart.js";
import { SourceView } from "./source_view.js";
import { ValuesView } from "./values_view.js";
import { Player } from "./player.js";
import { StepsTable } from "./steps_table.js";
import { evaluate, usedInWords } from "./expression.js";

const MOST_STANDING = 80;

function summary(violation, run) {
  const place = violation.at ? ` (${baseName(violation.at.file)}:${violation.at.line})` : "";
  const claim = violation.claim ? `, with ${violation.claim}` : "";
  if (run.cycleStart === null) return `${violation.message}${place}${claim}, after ${counted(run.last, "step")}`;
  const rest = run.last - run.cycleStart;
  const cycle = rest === 0 ? "nothing moves any more" : `a cycle of ${counted(rest, "step")}`;
  return `${violation.message}${place}${claim}, after ${counted(run.cycleStart, "step")}, then ${cycle}`;
}

// Why the last step fails: the assertion with the values that it looked at, or else what the program says.
export function failureReason(violation, run) {
  const asserted = /^assertion violated: \(([^]*)\)$/.exec(violation.message)?.[1];
  if (asserted === undefined || run.last < 0) return [violation.message];
  const answer = evaluate(asserted, run.stateAt(run.last), run.steps[run.last].events.at(-1)?.process ?? "");
  const used = usedInWords(answer);
  if (answer.value !== 0 || used === "") return [violation.message];
  return [html("code", {}, asserted), ` is false: ${used}`];
}

// Where everybody stands in the last state, and what each would do next or waits for.
function standingTable(violation) {
  const { standing } = violation;
  if (standing.length === 0) return "";
  const stuck = violation.kind === "deadlock";
  const title = stuck ? "Nobody can move" : "Where the processes are in the last state";
  return html("div", { class: "card padded blocked" }, html("h3", {}, title), html("table", { class: "claims" },
    html("thead", {}, html("tr", {}, ["process", "place", stuck ? "waits for" : "next"].map((h) => html("th", { scope: "col" }, h)))),
    html("tbody", {}, standing.slice(0, MOST_STANDING).map((p) => html("tr", {}, html("th", { scope: "row" }, p.process),
      html("td", {}, p.at ? `${baseName(p.at.file)}:${p.at.line}` : ""), html("td", {}, html("code", {}, p.next)))))),
    standing.length > MOST_STANDING ? html("p", { class: "muted" }, `and ${counted(standing.length - MOST_STANDING, "more process", "more processes")}`) : "");
}

class Stage {
  constructor(result, violation, number, options) {
    this.run = new Run(violation, baseName(result.model));
    this.player = new Player(this.run);
    const go = (step) => {
      this.player.stop();
      this.player.go(step);
    };
    // A run that ends in a cycle has no step that is wrong.
    const failing = this.run.cycleStart === null ? this.run.last : -1;
    this.chart = new SequenceChart(this.run, go, failing);
    this.source = options.withSource === false ? null : new SourceView(result);
    this.values = new ValuesView(this.run);
    this.table = new StepsTable(this.run, go);
    this.reason = html("p", { class: "failure", role: "status" });
    const actions = (options.actions ?? []).map(({ label, title, act }) =>
      html("button", { type: "button", class: "text-button", title, onclick: () => act(number, this.player.step) }, label));
    this.player.element.append(...actions);
    this.element = html("div", { class: "stage" },
      result.violations.length > 1 ? html("p", { class: "stage-summary" }, summary(violation, this.run)) : "",
      this.player.element, this.reason,
      html("div", { class: "panes" }, this.chart.element, this.source?.element ?? "", this.values.element),
      standingTable(violation), this.table.element);
    const reason = failureReason(violation, this.run);
    this.player.listen((step) => {
      this.chart.show(step);
      this.source?.show(this.run.steps[step].events.map((event) => event.at).filter(Boolean), step === failing);
      this.values.show(step);
      this.table.show(step);
      const here = step === failing;
      this.reason.classList.toggle("here", here);
      this.reason.replaceChildren(...(here ? [html("span", { class: "failure-mark", "aria-hidden": "true" }, "✗ "), ...reason] : []));
      options.listener?.(number, step, this.run);
    });
  }
}

// See `resultView` for the options.
export function counterexampleSection(result, options) {
  if (result.violations.length === 0) return null;
  const holder = html("div", {});
  let stage = null;
  const open = (number, step) => {
    if (stage) stage.player.stop();
    stage = new Stage(result, result.violations[number], number, options);
    holder.replaceChildren(stage.element);
    // The end is where it goes wrong.
    requestAnimationFrame(() => stage.player.go(step ?? stage.run.last));
  };
  const begin = Math.min(Math.max(0, options.violation ?? 0), result.violations.length - 1);
  const choice = result.violations.length > 1 && html("label", { class: "choice" }, "violation ",
    html("select", { onchange: (event) => open(Number(event.target.value)) },
      result.violations.map((v, i) => html("option", { value: i, selected: i === begin }, `${i + 1}: ${cut(v.message, 80)}`))));
  open(begin, options.step);
  const key = (event) => {
    if (holder.isConnected) stage.player.key(event);
    else document.removeEventListener("keydown", key);  // another result is shown
  };
  document.addEventListener("keydown", key);
  return section("counterexample", "Counterexample", choice || "", holder);
}
