// One drawing of a state graph that can be moved, enlarged and walked through with the keys.

import { html, svg } from "./dom.js";
import { layeredLayout, NODE_GAP } from "./layered_layout.js";

const MOST_ARROWS = 3000;  // beyond it, tips of arrows only where something is pointed at

const round = (number) => Math.round(number * 10) / 10;

function curve(from, to, radius) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx === 0 && dy === 0) {
    const r = radius + 6;
    return { d: `M${round(from.x + radius * 0.7)} ${round(from.y - radius * 0.7)}c${r} ${-r} ${r} ${r} ${0} ${round(radius * 1.4)}`, tip: null };
  }
  const length = Math.hypot(dx, dy);
  const end = { x: to.x - (dx / length) * (radius + 1), y: to.y - (dy / length) * (radius + 1) };
  if (dy > 0) return { d: `M${round(from.x)} ${round(from.y)}L${round(end.x)} ${round(end.y)}`, tip: { ...end, slope: Math.atan2(dy, dx) } };
  // Within a layer, or back: bent to the side, to distinguish it from edges to the next layer.
  const bend = { x: (from.x + to.x) / 2 + (dy === 0 ? 0 : NODE_GAP + Math.abs(dy) * 0.12), y: (from.y + to.y) / 2 - (dy === 0 ? Math.min(28, 10 + Math.abs(dx) * 0.08) : 0) };
  const slope = Math.atan2(to.y - bend.y, to.x - bend.x);
  const stop = { x: to.x - Math.cos(slope) * (radius + 1), y: to.y - Math.sin(slope) * (radius + 1) };
  return { d: `M${round(from.x)} ${round(from.y)}Q${round(bend.x)} ${round(bend.y)} ${round(stop.x)} ${round(stop.y)}`, tip: { ...stop, slope } };
}

function arrowTip(tip) {
  if (!tip) return "";
  const wing = (turn) => `${round(tip.x - 6 * Math.cos(tip.slope + turn))} ${round(tip.y - 6 * Math.sin(tip.slope + turn))}`;
  return `M${round(tip.x)} ${round(tip.y)}L${wing(0.42)}L${wing(-0.42)}Z`;
}

export class GraphCanvas {
  // `radius(i)` is the size of a state; `point(i)` is called with the state under the pointer, `pin(i)` with the one selected.
  constructor(graph, { name, radius, point, pin }) {
    this.graph = graph;
    this.radius = radius;
    this.layout = layeredLayout(graph.states.length, graph.initialCount, graph.edges);
    this.out = Array.from({ length: graph.states.length }, () => []);
    graph.edges.forEach((edge, i) => this.out[edge[0]].push(i));
    this.pointed = -1;
    this.lines = svg("g", {});
    this.way = svg("g", { class: "way" });
    this.strong = svg("g", { class: "strong" });
    this.nodes = this.layout.nodes.map((at, i) =>
      svg("circle", { class: i < graph.initialCount ? "state initial" : "state", cx: round(at.x), cy: round(at.y), r: radius(i), "data-state": i }));
    this.drawing = svg("svg", { class: "graph-drawing", role: "img", "aria-label": `${name}: ${graph.states.length} states` },
      this.lines, this.way, this.strong, svg("g", {}, this.nodes));
    this.drawEdges();
    const zoom = (label, title, by) => html("button", { type: "button", title, "aria-label": title, onclick: () => this.zoom(by) }, label);
    this.element = html("div", { class: "graph-canvas", tabindex: "0", role: "application", "aria-label": `${name}; arrow keys go from state to state, enter chooses` }, this.drawing,
      html("div", { class: "zoom" }, zoom("+", "enlarge", 0.7), zoom("−", "make smaller", 1 / 0.7), zoom("⤢", "show all", 0)));
    this.show = { x: 0, y: 0, width: this.layout.width, height: this.layout.height };
    this.listen(point, pin);
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  drawEdges() {
    const { nodes } = this.layout;
    const withTips = this.graph.edges.length <= MOST_ARROWS;
    let [down, back, tips] = ["", "", ""];
    for (const [source, target] of this.graph.edges) {
      const { d, tip } = curve(nodes[source], nodes[target], this.radius(target));
      if (nodes[target].y > nodes[source].y) down += d;
      else back += d;
      if (withTips) tips += arrowTip(tip);
    }
    this.lines.append(svg("path", { class: "edges down", d: down }), svg("path", { class: "edges back", d: back }), svg("path", { class: "tips", d: tips }));
  }

  // The steps of a run, which may come back to where it has been.
  showWay(states) {
    const { nodes } = this.layout;
    let [lines, tips] = ["", ""];
    for (let i = 0; i + 1 < states.length; ++i) {
      const { d, tip } = curve(nodes[states[i]], nodes[states[i + 1]], this.radius(states[i + 1]));
      lines += d;
      tips += arrowTip(tip);
    }
    this.way.replaceChildren(svg("path", { class: "edges", d: lines }), svg("path", { class: "tips", d: tips }));
  }

  // The colour of each state, or null.
  colour(hueOfState) {
    this.nodes.forEach((node, i) => {
      const hue = hueOfState(i);
      node.classList.toggle("coloured", hue !== null);
      if (hue !== null) node.style.setProperty("--hue", hue);
    });
  }

  listen(point, pin) {
    const stateOf = (event) => (event.target.dataset?.state === undefined ? -1 : Number(event.target.dataset.state));
    this.drawing.addEventListener("pointerover", (event) => point(stateOf(event)));
    this.drawing.addEventListener("pointerleave", () => point(-1));
    this.drawing.addEventListener("click", (event) => {
      if (!this.moved) pin(stateOf(event));
    });
    this.element.addEventListener("keydown", (event) => this.key(event, point, pin));
    this.element.addEventListener("focus", () => this.pointed < 0 && this.element.matches(":focus-visible") && point(0));
    this.element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 0.002), event);
    }, { passive: false });
    let from = null;
    this.drawing.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY, show: { ...this.show } };
      this.moved = false;
    });
    this.drawing.addEventListener("pointermove", (event) => {
      if (!from || event.buttons === 0) return;
      const scale = this.show.width / this.drawing.clientWidth;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.hypot(dx, dy) < 4) return;
      this.moved = true;
      this.show = { ...from.show, x: from.show.x - dx * scale, y: from.show.y - dy * scale };
      this.apply();
    });
    this.drawing.addEventListener("pointerup", () => (from = null));
  }

  key(event, point, pin) {
    const { layers, depth } = this.layout;
    const at = Math.max(0, this.pointed);
    const layer = layers[depth[at]];
    const across = (by) => layer[Math.min(layer.length - 1, Math.max(0, layer.indexOf(at) + by))];
    const nearest = (states) => states.reduce((a, b) =>
      (Math.abs(this.layout.nodes[b].x - this.layout.nodes[at].x) < Math.abs(this.layout.nodes[a].x - this.layout.nodes[at].x) ? b : a));
    const action = {
      ArrowLeft: () => point(across(-1)),
      ArrowRight: () => point(across(1)),
      ArrowUp: () => depth[at] > 0 && point(nearest(layers[depth[at] - 1])),
      ArrowDown: () => depth[at] + 1 < layers.length && point(nearest(layers[depth[at] + 1])),
      Enter: () => pin(at),
      Escape: () => pin(-1),
      "+": () => this.zoom(0.7),
      "-": () => this.zoom(1 / 0.7),
      0: () => this.zoom(0),
    }[event.key];
    if (!action || event.target !== this.element) return;
    event.preventDefault();
    action();
    this.reveal(Math.max(0, this.pointed));
  }

  // Everything, but not larger than is pleasant.
  fit() {
    const [room, tall] = [this.drawing.clientWidth, this.drawing.clientHeight];
    if (room === 0 || tall === 0) return;
    const scale = Math.max(this.layout.width / room, this.layout.height / tall, 0.55);
    this.show = { width: room * scale, height: tall * scale };
    this.show.x = (this.layout.width - this.show.width) / 2;
    this.show.y = this.layout.height < this.show.height ? Math.min(0, (this.layout.height - this.show.height) / 2) : 0;
    this.apply();
  }

  zoom(by, event) {
    if (by === 0) return this.fit();
    const box = this.drawing.getBoundingClientRect();
    const share = event ? { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height } : { x: 0.5, y: 0.5 };
    const width = Math.min(this.layout.width * 4 + 400, Math.max(80, this.show.width * by));
    const height = (width * this.show.height) / this.show.width;
    this.show = { x: this.show.x + (this.show.width - width) * share.x, y: this.show.y + (this.show.height - height) * share.y, width, height };
    this.apply();
  }

  reveal(state) {
    const { x, y } = this.layout.nodes[state];
    const { show } = this;
    const margin = NODE_GAP;
    if (x < show.x + margin || x > show.x + show.width - margin) show.x = x - show.width / 2;
    if (y < show.y + margin || y > show.y + show.height - margin) show.y = y - show.height / 2;
    this.apply();
  }

  apply() {
    const { x, y, width, height } = this.show;
    // From afar states are dots; those that matter keep their size as far as layers leave room for it.
    const scale = width / this.drawing.clientWidth;
    this.element.classList.toggle("far", scale > 1.7);
    this.element.style.setProperty("--scale", round(Math.min(scale, NODE_GAP / 12)));
    this.drawing.setAttribute("viewBox", `${round(x)} ${round(y)} ${round(width)} ${round(height)}`);
  }

  // Marks states: a class for each set of them, and the steps out of the state that is pointed at.
  mark(name, states) {
    const wanted = new Set(states);
    for (const node of this.drawing.querySelectorAll(`.${name}`)) {
      if (!wanted.has(Number(node.dataset.state))) node.classList.remove(name);
    }
    for (const state of wanted) this.nodes[state]?.classList.add(name);
  }

  showSteps(state) {
    this.pointed = state;
    this.strong.replaceChildren();
    if (state < 0) return;
    let [d, tips] = ["", ""];
    for (const i of this.out[state]) {
      const target = this.graph.edges[i][1];
      const line = curve(this.layout.nodes[state], this.layout.nodes[target], this.radius(target));
      d += line.d;
      tips += arrowTip(line.tip);
    }
    this.strong.append(svg("path", { class: "edges", d }), svg("path", { class: "tips", d: tips }));
  }
}
