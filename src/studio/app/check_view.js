// Checking: progress while it runs, then the result as its page shows it, and how it differs from the one before.

import { html } from "./page/dom.js";
import { bytesInWords, commas, counted, secondsInWords, shortened } from "./page/words.js";
import { readResult } from "./page/result.js";
import { resultView } from "./page/page_view.js";
import { ask, stream } from "./server.js";

const FIGURES = [
  ["verdict", (r) => r.verdict],
  ["states", (r) => commas(r.states)],
  ["transitions", (r) => commas(r.transitions)],
  ["depth", (r) => commas(r.max_depth)],
  ["symmetry", (r) => (r.symmetry?.order === "1" ? "none" : `${r.symmetry?.structure || ""} ${shortened(String(r.symmetry?.order))}`)],
  ["steps of the counterexample", (r) => (r.violations[0] ? commas(r.violations[0].length) : "none")],
  ["violation", (r) => r.violations[0]?.message ?? "none"],
  ["memory", (r) => bytesInWords(Number(r.memory_bytes) || 0)],
  ["time", (r) => secondsInWords(r.seconds?.total ?? 0)],
];

// A row for each claim of either result.
function claimFigures(...results) {
  const names = new Set(results.flatMap((r) => (r.claims ?? []).map((c) => c.name)));
  const shown = (r, name) => {
    const claim = (r.claims ?? []).find((c) => c.name === name);
    return claim ? `${claim.verdict}, ${counted(claim.states, "state")}` : (r.not_checked ?? []).includes(name) ? "not checked" : "—";
  };
  return [...names].map((name) => [`claim ${name}`, (r) => shown(r, name)]);
}

// Which check another one was, as far as it was a different one.
function nameOf(before, now) {
  const parts = [before.job.file !== now.job.file ? before.job.file : "", before.job.options !== now.job.options ? before.job.options || "without options" : "",
    before.job.file === now.job.file && before.job.text !== now.job.text ? "of an earlier text" : ""].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

// What is different from another result.
function comparison(before, now) {
  const rows = [...FIGURES, ...claimFigures(before.raw, now.raw)].map(([name, read]) => [name, read(before.raw), read(now.raw)]);
  return html("details", { class: "card padded comparison", open: before.job.file === now.job.file }, html("summary", {}, `Compared with the previous check${nameOf(before, now)}`),
    html("table", { class: "claims" }, html("thead", {}, html("tr", {}, ["", "before", "now"].map((h) => html("th", { scope: "col" }, h)))),
      html("tbody", {}, rows.map(([name, a, b]) => html("tr", { class: a === b ? undefined : "different" }, html("th", { scope: "row" }, name), html("td", {}, a), html("td", {}, b))))));
}

export class CheckView {
  // `job()` is what is checked; `stepShown(places, failing)` is called with steps, `simulate(job, claim, choices)` to
  // go on from one; `moved(violation, step)` is for the address.
  constructor({ job, stepShown, simulate, moved, failed }) {
    Object.assign(this, { job, stepShown, simulate, moved, failed });
    this.number = null;
    this.before = null;
    this.button = html("button", { type: "button", class: "primary", title: "check the model (Ctrl-Enter)", onclick: () => this.run() }, "Check");
    this.cancelButton = html("button", { type: "button", class: "text-button", hidden: true, onclick: () => this.cancel() }, "Cancel");
    this.progress = html("div", { class: "progress", role: "status", "aria-live": "polite" });
    this.result = html("div", { class: "result" }, html("p", { class: "muted empty" }, "Check the model to see its verdict, a counterexample where there is one, its symmetry and its state graph here."));
    this.element = html("div", { class: "panel-body check-view" }, this.progress, this.result);
  }

  get running() {
    return !this.cancelButton.hidden;
  }

  async run(place = {}) {
    if (this.running) return;
    const job = this.job();
    if (!job) return;
    this.cancelButton.hidden = false;
    this.button.disabled = true;
    this.progress.replaceChildren(html("div", { class: "bar" }), html("span", {}, "reading the model …"));
    try {
      let told = false;
      await stream("check", job, (message) => {
        if (message.check) this.number = message.check;
        if (message.progress) this.showProgress(message.progress);
        if (message.error) this.failed(message.error);
        if (message.result) this.show(job, message.result, message.choices, place);
        told ||= Boolean(message.error || message.result);
      });
      if (!told) this.failed("The program behind this page has ended in the middle of a check.");
    } catch (error) {
      this.failed(error.message);
    } finally {
      this.cancelButton.hidden = true;
      this.cancelButton.disabled = false;
      this.button.disabled = false;
      this.number = null;
      this.progress.replaceChildren();
    }
  }

  showProgress({ states, waiting, depth, memory_bytes: memory, seconds }) {
    const rate = seconds > 0 ? `${commas(Math.round(states / seconds))} a second` : "";
    this.progress.replaceChildren(html("div", { class: "bar" }),
      html("span", {}, `${counted(states, "state")}, ${rate}, ${commas(waiting)} waiting, depth ${commas(depth)}, ${bytesInWords(memory)}, ${secondsInWords(seconds)}`));
  }

  cancel() {
    this.cancelButton.disabled = true;
    if (this.number !== null) ask("cancel", { check: this.number }).catch((error) => this.failed(error.message));
  }

  show(job, raw, choices, place) {
    const result = readResult(raw);
    const now = { job, raw };
    const compared = this.before ? comparison(this.before, now) : "";
    this.before = now;
    const actions = [{
      label: "simulate from here", title: "go on from this state by hand",
      act: (violation, step) => this.simulate(job, result.violations[violation].claim, choices[violation].slice(0, step + 1)),
    }];
    const listener = (violation, step, run) => {
      const failing = run.cycleStart === null && step === run.last;
      this.stepShown(run.steps[step].events.map((e) => e.at).filter(Boolean), failing);
      this.moved(violation, step);
    };
    this.result.replaceChildren(...resultView(result, { listener, actions, withSource: false, ...place }), compared);
  }
}
