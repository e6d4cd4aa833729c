// The counterexample: its chart beside the source, its values, why it fails, and what moves all of them.

import { html, section } from "./dom.js";
import { baseName, counted, cut } from "./words.js";
import { Run } from "./run.js";
import { SequenceChart } from "./chart.js";
import { SourceView } from "./source_view.js";
import { ValuesView } from "./values_view.js";
import { Player } from "./player.js";
import { StepsTable } from "./steps_table.js";
import { PropositionsView } from "./propositions_view.js";
import { evaluate, usedInWords } from "./evaluation.js";

const MOST_STANDING = 80;

function summary(violation, run) {
  const place = violation.at ? ` (${baseName(violation.at.file)}:${violation.at.line})` : "";
  const claim = violation.claim ? `, with ${violation.claim}` : "";
  if (run.cycleStart === null) return `${violation.message}${place}${claim}, after ${counted(run.last, "step")}`;
  const rest = run.last - run.cycleStart;
  const cycle = rest === 0 ? "nothing moves anymore" : `a cycle of ${counted(rest, "step")}`;
  return `${violation.message}${place}${claim}, after ${counted(run.cycleStart, "step")}, then ${cycle}`;
}

// Why the last step fails: the assertion with the values that it read, or else the message of the finding.
export function failureReason(violation, run, context) {
  const asserted = (/^assertion violated: \(([^]*)\)$/.exec(violation.message) ?? /^(?:invariant|assertion) violated: ([^]*)$/.exec(violation.message))?.[1];
  if (asserted === undefined || run.last < 0) return [violation.message];
  const answer = evaluate(asserted, run.stateAt(run.last), run.steps[run.last].events.at(-1)?.process ?? "", context);
  const used = usedInWords(answer);
  const isFalse = answer.value === 0 || answer.value === false;
  // What was read before an expression turned out to be none that can be evaluated here is still worth knowing.
  if (used === "" || (answer.value !== undefined && !isFalse)) return [violation.message];
  return isFalse ? [html("code", {}, asserted), ` is false: ${used}`] : [`${violation.message}; ${used}`];
}

// Many who stand at the same place are one row: "client(0) … client(22)".
function standingRows(standing) {
  const rows = new Map();
  for (const p of standing) {
    const key = JSON.stringify([p.process.replace(/\(\d+\)$/, ""), p.at, p.next]);
    if (!rows.has(key)) rows.set(key, { ...p, names: [] });
    rows.get(key).names.push(p.process);
  }
  const inWords = (names) => `${names[0]}, ${names[1]}, … ${names.at(-1)} (${names.length})`;
  return [...rows.values()].flatMap((row) => (row.names.length <= 3 ? row.names.map((process) => ({ ...row, process }))
    : [{ ...row, process: inWords(row.names), title: row.names.join(", ") }]));
}

// The location of each process in the last state, and what it would do next or waits for.
function standingTable(violation) {
  const standing = standingRows(violation.standing);
  if (standing.length === 0) return "";
  const stuck = violation.kind === "deadlock";
  const title = stuck ? "No process can move" : "Where the processes are in the last state";
  return html("div", { class: "card padded blocked" }, html("h3", {}, title), html("table", { class: "claims" },
    html("thead", {}, html("tr", {}, ["process", "place", stuck ? "waits for" : "next"].map((h) => html("th", { scope: "col" }, h)))),
    html("tbody", {}, standing.slice(0, MOST_STANDING).map((p) => html("tr", {}, html("th", { scope: "row", title: p.title }, p.process),
      html("td", {}, p.at ? `${baseName(p.at.file)}:${p.at.line}` : ""), html("td", {}, html("code", {}, p.next)))))),
    standing.length > MOST_STANDING ? html("p", { class: "muted" }, `and ${counted(standing.length - MOST_STANDING, "more place")}`) : "");
}

class Stage {
  constructor(result, violation, number, options) {
    const soleName = baseName(result.model);
    this.run = new Run(violation, soleName);
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
    this.table = new StepsTable(this.run, go, result.context);
    this.propositions = new PropositionsView(violation, this.run, go);
    this.reason = html("p", { class: "failure", role: "status" });
    const actions = (options.actions ?? []).map(({ label, title, act }) =>
      html("button", { type: "button", class: "text-button", title, onclick: () => act(number, this.player.step) }, label));
    this.player.element.append(...actions);
    this.element = html("div", { class: "stage" },
      result.violations.length > 1 ? html("p", { class: "stage-summary" }, summary(violation, this.run)) : "",
      this.player.element, this.reason, this.foldingButtons(violation, soleName),
      html("div", { class: "panes" }, this.chart.element, this.source?.element ?? "", this.values.element),
      this.propositions.element, standingTable(violation), this.table.element);
    const reason = failureReason(violation, this.run, result.context);
    this.player.listen((step) => {
      this.chart.show(step);
      this.source?.show(this.run.steps[step].events.map((event) => event.at).filter(Boolean), step === failing);
      this.values.show(step);
      this.table.show(step);
      this.propositions.show(step);
      const here = step === failing;
      this.reason.classList.toggle("here", here);
      this.reason.replaceChildren(...(here ? [html("span", { class: "failure-mark", "aria-hidden": "true" }, "✗ "), ...reason] : []));
      options.listener?.(number, step, this.run);
    });
  }

  // A family of processes is one lane, or a lane for each member.
  foldingButtons(violation, soleName) {
    if (this.run.families.size === 0 || this.run.laneOf.size <= 4) return "";
    const folded = new Set(this.run.folded);
    const button = (family, members) => html("button", { type: "button", class: "fold-button", "aria-pressed": String(folded.has(family)), title: "one lane for all of them, or one for each",
      onclick: (event) => {
        if (!folded.delete(family)) folded.add(family);
        event.currentTarget.setAttribute("aria-pressed", folded.has(family));
        this.chart.change(new Run(violation, soleName, new Set(folded)));
        this.chart.show(this.player.step);
      } }, `${family} (${members.length})`);
    return html("p", { class: "folding small" }, html("span", { class: "muted" }, "in one lane: "), [...this.run.families].map(([family, members]) => button(family, members)));
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
