// Simulation: the steps that are possible now as buttons, the run so far as a chart, its values, and what is watched.

import { html } from "./page/dom.js";
import { baseName, counted, cut } from "./page/words.js";
import { readViolation } from "./page/result.js";
import { processNumber, Run } from "./page/run.js";
import { SequenceChart } from "./page/chart.js";
import { ValuesView } from "./page/values_view.js";
import { constantsOf, evaluate } from "./page/evaluation.js";
import { ask } from "./server.js";
import { familyOf } from "./languages.js";

const MOST_BUTTONS = 300;

export class SimulateView {
  constructor({ job, stepShown, moved, failed }) {
    Object.assign(this, { job, stepShown, moved, failed });
    this.origin = null;   // of a run that begins with a counterexample: {job, claim}
    this.choices = [];
    this.steps = [];      // with their descriptions
    this.answer = null;
    this.shown = 0;       // the step that is shown
    this.watched = [];
    this.busy = false;
    const button = (label, title, act, name) => html("button", { type: "button", class: "text-button", title, "data-action": name, onclick: act }, label);
    this.count = html("input", { type: "number", class: "count", min: 1, max: 1000, value: 20, "aria-label": "steps of a random walk" });
    this.toolbar = html("div", { class: "simulate-bar", role: "toolbar", "aria-label": "simulation" },
      button("Start", "begin at the initial state", () => this.restart(), "start"),
      this.undoButton = button("Undo", "take back the last step (u)", () => this.undo(), "undo"),
      this.randomButton = button("Random step", "take one step at random (r)", () => this.random(1), "random"),
      this.walkButton = button("Random walk", "take several steps at random", () => this.random(Math.min(1000, Math.max(1, Number(this.count.value) || 1))), "walk"),
      this.count);
    this.status = html("p", { class: "simulate-status", role: "status" });
    this.filter = html("input", { type: "search", class: "filter", placeholder: "filter by process or statement", "aria-label": "filter steps", oninput: () => this.drawChoices() });
    this.enabled = html("div", { class: "enabled" });
    this.chartHolder = html("div", { class: "simulate-chart" });
    this.valuesHolder = html("div", { class: "simulate-values" });
    this.watchInput = html("input", { type: "text", class: "expression-input", placeholder: "inside > 1", "aria-label": "expression to watch", spellcheck: "false" });
    this.watchList = html("ul", { class: "watched" });
    const watch = html("form", { class: "expression-form", onsubmit: (event) => { event.preventDefault(); this.watch(this.watchInput.value); this.watchInput.value = ""; } },
      html("label", {}, "watch ", this.watchInput), html("button", { type: "submit", class: "text-button" }, "add"));
    this.element = html("div", { class: "panel-body simulate-view" }, this.toolbar, this.status,
      html("div", { class: "simulate-grid" },
        html("section", { class: "card padded", "aria-label": "possible steps" }, html("h3", {}, "Possible steps"), this.filter, this.enabled),
        html("section", { class: "card padded", "aria-label": "watched expressions" }, html("h3", {}, "Watched"), watch, this.watchList)),
      html("div", { class: "panes" }, this.chartHolder, this.valuesHolder));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  // `watched` as it is in the address.
  setWatched(list) {
    this.watched = list;
    this.drawWatched();
  }

  watch(text) {
    if (text.trim() === "" || this.watched.includes(text.trim())) return;
    this.watched.push(text.trim());
    this.drawWatched();
    this.tellAddress();
  }

  restart() {
    if (this.busy) return undefined;
    this.origin = null;
    return this.go([], 0);
  }

  // Continues a run of a counterexample.
  continueFrom(job, claim, choices) {
    this.origin = { job, claim };
    return this.go(choices, 0);
  }

  // A run by its choices, as an address has it.
  resume(claim, fromCheck, choices) {
    this.origin = fromCheck ? { job: this.job(), claim } : null;
    return this.go(choices, 0);
  }

  request(more) {
    const job = this.origin?.job ?? this.job();
    return job && { ...job, counterexample: this.origin !== null, claim: this.origin?.claim ?? "", ...more };
  }

  // Asks where choices lead. `known` of the steps have been received before.
  async go(choices, known, more = {}) {
    const request = this.request({ choices, known, ...more });
    if (!request || this.busy) return;
    this.busy = true;
    try {
      const answer = await ask("simulate", request);
      this.answer = answer;
      this.choices = answer.choices;
      this.steps = [...this.steps.slice(0, known), ...answer.steps].slice(0, answer.choices.length);
      this.shown = this.steps.length - 1;
      this.draw();
      this.tellAddress();
    } catch (error) {
      this.failed(error.message);
    } finally {
      this.busy = false;
    }
  }

  take(choice) {
    return this.go([...this.choices, choice], this.steps.length);
  }

  undo() {
    if (this.choices.length < 2) return undefined;
    const choices = this.choices.slice(0, -1);
    return this.go(choices, choices.length);
  }

  random(count) {
    return this.go(this.choices, this.steps.length, { random: count, seed: Math.floor(Math.random() * 2 ** 48) });
  }

  tellAddress() {
    this.moved({ run: this.choices, claim: this.origin ? this.origin.claim || "-" : "", watch: this.watched });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (event.key === "u") this.undo();
    else if (event.key === "r") this.random(1);
    else if (/^[1-9]$/.test(event.key)) this.enabled.querySelectorAll("button")[Number(event.key) - 1]?.click();
    else return;
    event.preventDefault();
  }

  draw() {
    const started = this.steps.length > 0;
    this.undoButton.disabled = this.choices.length < 2;
    this.randomButton.disabled = this.walkButton.disabled = !started || this.answer.enabled_count === 0;
    this.drawStatus();
    this.drawChoices();
    if (!started) {
      this.chartHolder.replaceChildren();
      this.valuesHolder.replaceChildren();
      this.chart = this.run = null;
      this.drawWatched();
      return;
    }
    const run = new Run(readViolation({ trace: this.steps, standing: this.answer.standing }), baseName(this.job()?.file ?? "model"));
    const wrong = this.steps.findIndex((s) => s.finding);
    this.run = run;
    if (this.chart) {
      this.chart.failing = wrong;
      this.chart.change(run);
    } else {
      this.chart = new SequenceChart(run, (step) => this.look(step), wrong);
      this.chartHolder.replaceChildren(this.chart.element);
    }
    this.values = new ValuesView(run);
    this.valuesHolder.replaceChildren(this.values.element);
    this.look(this.shown);
  }

  look(step) {
    this.shown = step;
    this.chart.show(step);
    this.values.show(step);
    this.stepShown(this.run.steps[step].events.map((e) => e.at).filter(Boolean), Boolean(this.steps[step].finding));
    this.drawWatched();
  }

  drawStatus() {
    if (this.steps.length === 0) return this.status.replaceChildren("Begin at the initial state, or continue from a step of a counterexample.");
    const { findings, note, enabled_count: count } = this.answer;
    const wrong = [...this.steps.filter((s) => s.finding).map((s) => s.finding), ...findings].map((f) => f.message);
    const length = counted(this.steps.length - 1, "step");
    return this.status.replaceChildren(
      this.origin ? `continued from the counterexample, ${length}` : length,
      count === 0 && wrong.length === 0 ? "; no step is possible" : "", note ? `; ${note}` : "",
      wrong.length > 0 ? html("strong", { class: "failure here" }, ` ✗ ${[...new Set(wrong)].join("; ")}`) : "");
  }

  // One row for each process.
  drawChoices() {
    const all = this.answer?.enabled ?? [];
    const wanted = this.filter.value.toLowerCase();
    const list = all.filter((e) => `${e.process} ${e.statement}`.toLowerCase().includes(wanted));
    const rows = new Map();
    for (const e of list.slice(0, MOST_BUTTONS)) {
      if (!rows.has(e.process)) rows.set(e.process, []);
      rows.get(e.process).push(html("button", {
        type: "button", class: e.finding ? "step wrong" : "step", "data-choice": e.choice,
        title: [e.at ? `line ${e.at.line}` : "", e.finding, e.passes_over ? "goes on in spite of the violation" : ""].filter(Boolean).join(", ") || undefined, onclick: () => this.take(e.choice),
      }, cut(e.statement, 70), e.passes_over ? html("span", { class: "muted" }, " and continue") : ""));
    }
    const more = (this.answer?.enabled_count ?? 0) - Math.min(list.length, MOST_BUTTONS);
    this.filter.hidden = all.length < 12;
    this.enabled.replaceChildren(
      ...[...rows].sort(([a], [b]) => processNumber(a) - processNumber(b)).map(([process, buttons]) => html("div", { class: "enabled-row" }, process ? html("span", { class: "process" }, process) : "", buttons)),
      this.steps.length > 0 && all.length === 0 ? html("p", { class: "muted" }, this.choices.length > 1 ? "No step is possible. Undo takes back the last one." : "No step is possible.") : "",
      more > 0 ? html("p", { class: "muted small" }, wanted ? `${counted(all.length - list.length, "step")} left out by the filter` : `and ${counted(more, "more step")}`) : "");
  }

  drawWatched() {
    const cells = this.run && this.steps.length > 0 ? this.run.stateAt(this.shown) : [];
    const process = this.run?.steps[this.shown]?.events.at(-1)?.process ?? "";
    const job = this.origin?.job ?? this.job() ?? { file: "", text: "", options: "" };
    const context = { language: familyOf(job.file), constants: constantsOf([job.text], job.options.split(/\s+/)) };
    this.watchList.replaceChildren(...this.watched.map((text) => {
      const answer = evaluate(text, cells, process, context);
      const remove = () => {
        this.watched = this.watched.filter((w) => w !== text);
        this.drawWatched();
        this.tellAddress();
      };
      return html("li", {}, html("code", {}, text), answer.error ? html("span", { class: "muted" }, `: ${answer.error}`) : [" = ", html("b", {}, String(answer.value))],
        html("button", { type: "button", class: "remove", "aria-label": `stop watching ${text}`, onclick: remove }, "×"));
    }));
  }
}
