// What is interchangeable, without a check, and what breaks it, marked in the text.

import { html } from "./page/dom.js";
import { counted, shortened } from "./page/words.js";
import { ask } from "./server.js";

const MOST = 60;
const MOST_NAMED = 12;

const membersInWords = (names) => (names.length <= MOST_NAMED ? names.join(", ") : `${names.slice(0, 3).join(", ")}, … ${names.at(-1)} (${names.length})`);

export class SymmetryPanel {
  // `marked(breaks)` is called with what to mark in the text, `go(range)` with where to go.
  constructor({ job, marked, go, failed }) {
    Object.assign(this, { job, marked, go, failed });
    this.body = html("div", { "aria-live": "polite" });
    this.asked = 0;
    this.element = html("div", { class: "panel-body symmetry-panel" },
      html("p", {}, html("button", { type: "button", class: "text-button", onclick: () => this.find() }, "Find symmetry")), this.body);
  }

  async find() {
    const job = this.job();
    if (!job) return;
    const number = ++this.asked;
    this.body.replaceChildren(html("p", { class: "muted" }, "looking for symmetry …"));
    try {
      const { groups } = await ask("symmetry", job);
      if (number !== this.asked) return;
      const here = (b) => b.file === job.file && b.range;
      this.marked(groups.flatMap((g) => g.broken_by.filter(here)));
      this.body.replaceChildren(...groups.map((g) => this.group(g, here)));
    } catch (error) {
      this.body.replaceChildren();
      this.marked([]);
      this.failed(error.message);
    }
  }

  group({ claim, order, structure, families, generators, broken_by: breaks }, here) {
    const place = (b) => html("button", { type: "button", class: "step-link", onclick: () => this.go(b.range) }, `line ${b.range.start.line + 1}`);
    return html("div", { class: "card padded" },
      html("h3", {}, claim ? `with ${claim}` : "The program"),
      order === "1" ? html("p", {}, "no symmetry")
        : html("p", { class: "group-order" }, html("span", { class: "structure" }, structure), ` ${shortened(order)} permutations`),
      families.length > 0 ? [html("h3", {}, "Interchangeable"), html("ul", { class: "families" }, families.slice(0, MOST).map((f) => html("li", { title: f.slice(0, MOST).join(", ") }, membersInWords(f))))] : "",
      generators.length > 0 ? html("details", {}, html("summary", {}, counted(generators.length, "generator")), html("ul", { class: "generators" }, generators.slice(0, MOST).map((g) => html("li", { class: "generator" }, g)))) : "",
      breaks.length > 0 ? [html("h3", {}, "What prevents more"), html("ul", { class: "breaks" }, breaks.map((b) => html("li", {}, here(b) ? [place(b), ": "] : "", b.reason)))] : "");
  }
}
