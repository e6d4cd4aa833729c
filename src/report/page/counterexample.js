// The counterexample: its chart beside the source, its values, and what moves all three.

import { html, section } from "./dom.js";
import { baseName, counted, cut } from "./words.js";
import { Run } from "./run.js";
import { SequenceChart } from "./chart.js";
import { SourceView } from "./source_view.js";
import { ValuesView } from "./values_view.js";
import { Player } from "./player.js";

function summary(violation, run) {
  const place = violation.at ? ` (${baseName(violation.at.file)}:${violation.at.line})` : "";
  const claim = violation.claim ? `, with ${violation.claim}` : "";
  if (run.cycleStart === null) return `${violation.message}${place}${claim}, after ${counted(run.last, "step")}`;
  const rest = run.last - run.cycleStart;
  const cycle = rest === 0 ? "nothing moves any more" : `a cycle of ${counted(rest, "step")}`;
  return `${violation.message}${place}${claim}, after ${counted(run.cycleStart, "step")}, then ${cycle}`;
}

// Who waits for what at the end of a deadlock.
function blockedTable(standing) {
  return html("div", { class: "card padded blocked" }, html("h3", {}, "Nobody can move"), html("table", { class: "claims" },
    html("thead", {}, html("tr", {}, ["process", "place", "waits for"].map((h) => html("th", { scope: "col" }, h)))),
    html("tbody", {}, standing.map((p) => html("tr", {}, html("th", { scope: "row" }, p.process),
      html("td", {}, p.at ? `${baseName(p.at.file)}:${p.at.line}` : ""), html("td", {}, html("code", {}, p.next)))))));
}

class Stage {
  constructor(result, violation, number, listener) {
    this.run = new Run(violation, baseName(result.model));
    this.player = new Player(this.run);
    this.chart = new SequenceChart(this.run, (step) => {
      this.player.stop();
      this.player.go(step);
    });
    this.source = new SourceView(result);
    this.values = new ValuesView(this.run);
    this.element = html("div", { class: "stage" },
      result.violations.length > 1 ? html("p", { class: "stage-summary" }, summary(violation, this.run)) : "",
      this.player.element,
      html("div", { class: "panes" }, this.chart.element, this.source.element, this.values.element),
      violation.kind === "deadlock" && violation.standing.length > 0 ? blockedTable(violation.standing) : "");
    this.player.listen((step) => {
      this.chart.show(step);
      this.source.show(this.run.steps[step].events.map((event) => event.at).filter(Boolean));
      this.values.show(step);
      listener(number, step);
    });
  }
}

// `listener` hears of every step that is shown: which violation, which step.
export function counterexampleSection(result, listener) {
  if (result.violations.length === 0) return null;
  const holder = html("div", {});
  let stage = null;
  const open = (number) => {
    if (stage) stage.player.stop();
    stage = new Stage(result, result.violations[number], number, listener);
    holder.replaceChildren(stage.element);
    // The end is where it goes wrong, but a story is read from its beginning.
    requestAnimationFrame(() => stage.player.go(Math.min(1, stage.run.last)));
  };
  const choice = result.violations.length > 1 && html("label", { class: "choice" }, "violation ",
    html("select", { onchange: (event) => open(Number(event.target.value)) },
      result.violations.map((v, i) => html("option", { value: i }, `${i + 1}: ${cut(v.message, 80)}`))));
  open(0);
  document.addEventListener("keydown", (event) => stage.player.key(event));
  return section("counterexample", "Counterexample", choice || "", holder);
}
