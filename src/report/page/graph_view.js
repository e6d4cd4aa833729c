// The state graph, up to symmetry and beside it without, and what is known of the state that is pointed at.

import { html, section } from "./dom.js";
import { counted, cut, hueOf } from "./words.js";
import { GraphCanvas } from "./graph_canvas.js";

const MOST_CELLS = 60;
const MOST_STEPS = 24;
const MOST_COLOURS = 12;

class GraphView {
  constructor(graph) {
    this.graph = graph;
    this.pinned = null;
    this.walked = [];  // the states that a walk has left, the last one last
    this.members = graph.reduced ? Array.from({ length: graph.reduced.states.length }, () => []) : [];
    graph.orbit.forEach((orbit, state) => this.members[orbit]?.push(state));
    this.facts = html("div", { class: "state-facts card padded", "aria-live": "polite" });
    const size = (i) => Math.min(11, 5 + 1.6 * Math.log2(Math.max(1, this.members[i]?.length ?? 1)));
    this.reduced = graph.reduced ? this.canvas(graph.reduced, "up to symmetry", "reduced", size) : null;
    this.expanded = graph.expanded ? this.canvas(graph.expanded, "all states", "expanded", () => 6) : null;
    const panel = (canvas, title) => canvas && html("figure", { class: "graph-panel card" },
      html("figcaption", {}, html("strong", {}, title), ` ${counted(canvas.graph.states.length, "state")}`), canvas.element);
    this.legend = html("span", { class: "legend" });
    this.element = html("div", {}, this.colouring(),
      html("div", { class: "graph-panels" },
        panel(this.reduced, "up to symmetry"),
        panel(this.expanded, this.reduced ? "all states" : "states")),
      graph.nearRuns ? html("p", { class: "remark" }, `Only what lies near the counterexample is drawn: ${graph.remark}. Steps to other states are left out.`)
        : graph.remark ? html("p", { class: "remark" }, `Not drawn ${graph.remark}.`) : "",
      html("p", { class: "muted small" },
        "Layers are steps from the start. Point at a state, or choose it with a click and walk on from there; ctrl and the wheel enlarge, dragging moves."),
      this.facts);
    this.tell(null);
  }

  canvas(graph, name, which, radius) {
    return new GraphCanvas(graph, {
      name, radius,
      point: (state) => this.look(state < 0 ? this.pinned : { which, state }),
      pin: (state) => {
        this.walked = [];
        this.pinned = state < 0 ? null : { which, state };
        this.look(this.pinned);
      },
    });
  }

  // A choice of the variables that have several values, but few enough to be distinguished by colour.
  colouring() {
    const values = this.graph.cells.map(() => new Set());
    for (const part of [this.reduced, this.expanded]) {
      for (const flat of part?.graph.states ?? []) for (let i = 0; i + 1 < flat.length; i += 2) values[flat[i]].add(flat[i + 1]);
    }
    const cells = [...values.keys()].filter((c) => values[c].size > 1 && values[c].size <= MOST_COLOURS);
    if (cells.length === 0) return "";
    const choose = (cell) => {
      const order = cell < 0 ? [] : [...values[cell]].sort((a, b) => this.graph.values[a].localeCompare(this.graph.values[b], "en", { numeric: true }));
      for (const part of [this.reduced, this.expanded]) {
        part?.colour((state) => {
          const flat = part.graph.states[state];
          for (let i = 0; i + 1 < flat.length; i += 2) if (flat[i] === cell) return hueOf(order.indexOf(flat[i + 1]));
          return null;
        });
      }
      this.legend.replaceChildren(...order.map((v, i) => html("span", { class: "chip", style: { "--hue": String(hueOf(i)) } }, cut(this.graph.values[v], 20))));
    };
    return html("div", { class: "colouring small" }, html("label", {}, "colour by ",
      html("select", { onchange: (event) => choose(Number(event.target.value)) }, html("option", { value: -1 }, "nothing"),
        cells.map((c) => html("option", { value: c }, this.graph.cells[c])))), this.legend);
  }

  // Takes a step from the chosen state to another; without one, goes back.
  walk(target) {
    if (target === undefined) {
      this.pinned = this.walked.pop() ?? this.pinned;
    } else {
      this.walked.push(this.pinned);
      this.pinned = { which: this.pinned.which, state: target };
    }
    this[this.pinned.which].reveal(this.pinned.state);
    this.look(this.pinned);
    this.facts.querySelector("button")?.focus({ preventScroll: true });
  }

  // Highlights a state, its orbit on the other side, and describes it.
  look(spot) {
    const orbit = spot === null ? -1 : spot.which === "reduced" ? spot.state : this.graph.orbit[spot.state] ?? -1;
    this.reduced?.mark("orbit-mate", orbit >= 0 ? [orbit] : []);
    this.expanded?.mark("orbit-mate", orbit >= 0 ? this.members[orbit] : []);
    for (const which of ["reduced", "expanded"]) {
      const here = spot !== null && spot.which === which ? spot.state : -1;
      this[which]?.mark("pointed", here >= 0 ? [here] : []);
      this[which]?.showSteps(here);
    }
    this.reduced?.element.classList.toggle("dimmed", orbit >= 0);
    this.expanded?.element.classList.toggle("dimmed", orbit >= 0);
    this.tell(spot, orbit);
  }

  tell(spot, orbit) {
    if (spot === null) {
      this.facts.replaceChildren(html("p", { class: "muted" }, "Point at a state to see its values and its steps."));
      return;
    }
    const { cells, values, labels } = this.graph;
    const graph = this.graph[spot.which];
    const flat = graph.states[spot.state];
    const rows = [];
    for (let i = 0; i + 1 < flat.length && rows.length < MOST_CELLS; i += 2) {
      rows.push(html("span", { class: "cell" }, html("b", {}, cells[flat[i]]), ` = ${values[flat[i + 1]]}`));
    }
    const hidden = flat.length / 2 - rows.length;
    const steps = this[spot.which].out[spot.state].map((i) => graph.edges[i]);
    const orbitWords = orbit >= 0 && this.members[orbit].length > 0 ? `, in an orbit of ${counted(this.members[orbit].length, "state")}` : "";
    // The steps of the state that is chosen can be taken; those of one that is only pointed at can be read.
    const chosen = spot === this.pinned;
    const words = (target, label) => [html("code", {}, label), html("span", { class: "muted" }, ` → ${target}`)];
    const step = (target, label) => (chosen ? html("button", { type: "button", class: "walk-step", onclick: () => this.walk(target) }, words(target, label)) : words(target, label));
    this.facts.replaceChildren(
      chosen && this.walked.length > 0 ? html("button", { type: "button", class: "text-button walk-back", onclick: () => this.walk() }, `back to state ${this.walked.at(-1).state}`) : "",
      html("p", {}, html("strong", {}, `state ${spot.state}`), ` of ${spot.which === "reduced" ? "the graph up to symmetry" : "all states"}${orbitWords}`),
      html("div", { class: "cell-list" }, rows, hidden > 0 ? html("span", { class: "muted" }, `and ${hidden} more`) : ""),
      steps.length === 0 ? html("p", { class: "muted" }, this.graph.nearRuns ? "No step to a state that is drawn." : "No step leads on.")
        : html("ul", { class: "step-list" }, steps.slice(0, MOST_STEPS).map(([, target, label]) => html("li", {}, step(target, labels[label])))),
      steps.length > MOST_STEPS ? html("p", { class: "muted" }, `and ${steps.length - MOST_STEPS} more`) : "");
  }

  // The way of a counterexample up to a step.
  follow(violation, step) {
    const path = this.graph.paths[violation];
    for (const which of ["reduced", "expanded"]) {
      const way = path ? path[which] : [];
      const known = way.filter((s) => s >= 0);
      this[which]?.mark("on-way", known);
      this[which]?.showWay(known);
      // A step that fails leads nowhere: the run stays where it was.
      const here = way.slice(0, step + 1).findLast((s) => s >= 0) ?? -1;
      this[which]?.mark("here", here >= 0 ? [here] : []);
    }
  }
}

function notDrawn(why) {
  return html("div", { class: "card padded" }, html("p", { class: "remark" }, `Not drawn: ${why || "it is not in this result"}.`),
    html("p", { class: "muted small" }, "A smaller size of the model may be small enough. ", html("code", {}, "quotient lts MODEL -o graph.aut"), " writes a graph of any size, for other programs."));
}

export function graphSection(result) {
  const { graph } = result;
  if (!graph) return { element: null, follow() {} };
  if (!graph.reduced && !graph.expanded) {
    return { element: section("graph", "State graph", notDrawn(graph.remark)), follow() {} };
  }
  const view = new GraphView(graph);
  return { element: section("graph", "State graph", view.element), follow: (violation, step) => view.follow(violation, step) };
}
