// The channel diagram: processes and channels, an arrow where messages go, a colour for each orbit.

import { html, svg } from "./dom.js";
import { counted, cut } from "./words.js";
import { processNumber } from "./run.js";

// With more than this, one vertex represents a whole orbit; so it does where the drawing would have to be made so small
// that names cannot be read. The layout of as many takes less than a second.
const MOST_VERTICES = 70;
const MOST_LINKS = 160;
const ROOM = { width: 640, height: 600 };
const LEAST_SCALE = 0.62;

const fits = (vertices, links) => vertices.length <= MOST_VERTICES && links.length <= MOST_LINKS;
const scaleOf = ({ width, height }) => Math.min(ROOM.width / width, ROOM.height / height);

// A vertex for each process and channel.
function separate(diagram, hues) {
  const hueOfItem = (item) => hues.get(`${item.kind} ${item.token}`)?.hue;
  return {
    vertices: diagram.items.map((item) => ({ ...item, label: item.name, hue: hueOfItem(item), members: [item] })),
    links: diagram.links,
  };
}

// A vertex for each orbit.
function gathered(diagram, hues) {
  const look = (item) => hues.get(`${item.kind} ${item.token}`);
  const vertices = [];
  const place = new Map();
  const home = diagram.items.map((item) => {
    const found = look(item);
    const type = item.name.replace(/\(\d+\)$|\[\d+\]/g, "");
    const key = found ? `orbit ${found.orbit}` : `${item.kind} ${type}`;
    if (!place.has(key)) {
      place.set(key, vertices.length);
      vertices.push({ ...item, label: type, hue: found?.hue, members: [] });
    }
    vertices[place.get(key)].members.push(item);
    return place.get(key);
  });
  for (const vertex of vertices) {
    vertex.label = vertex.members.length > 1 ? `${vertex.label} × ${vertex.members.length}` : vertex.members[0].name;
  }
  const links = new Map(diagram.links.map(([from, to]) => [`${home[from]} ${home[to]}`, [home[from], home[to]]]));
  return { vertices, links: [...links.values()] };
}

// By dagre, in the direction of messages: to the right, or downwards where that fits better.
function lay(vertices, links) {
  const across = layIn("LR", vertices, links);
  if (scaleOf(across.graph()) >= 1) return across;
  const down = layIn("TB", vertices, links);
  return scaleOf(down.graph()) > scaleOf(across.graph()) ? down : across;
}

function layIn(direction, vertices, links) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: direction, nodesep: 14, ranksep: direction === "LR" ? 56 : 36, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  vertices.forEach((vertex, i) => graph.setNode(i, { width: Math.max(56, cut(vertex.label, 26).length * 7.4 + 24), height: 30 }));
  for (const [from, to] of links) graph.setEdge(from, to);
  dagre.layout(graph);
  return graph;
}

// Without communication there is nothing to lay out: rows of processes.
function layRows(vertices) {
  let [x, y] = [12, 12];
  for (const vertex of [...vertices].sort((a, b) => processNumber(a.name) - processNumber(b.name))) {
    const width = Math.max(56, cut(vertex.label, 26).length * 7.4 + 24);
    if (x > 12 && x + width > 560) [x, y] = [12, y + 44];
    Object.assign(vertex, { x: x + width / 2, y: y + 15, width, height: 30 });
    x += width + 14;
  }
  return { width: 572, height: y + 42 };
}

export class DiagramView {
  constructor(diagram, hues) {
    this.arrange(separate(diagram, hues));
    if (!fits(this.vertices, this.all) || scaleOf(this.size) < LEAST_SCALE) {
      const fewer = gathered(diagram, hues);
      if (fewer.vertices.length < this.vertices.length) this.arrange(fewer);
    }
    const { vertices, links: drawn } = this;
    const omitted = this.all.length - drawn.length;
    this.at = new Map();  // token and kind to its vertex
    for (const vertex of vertices) for (const item of vertex.members) this.at.set(`${item.kind} ${item.token}`, vertex);
    this.way = svg("g", { class: "ways" });
    this.nodes = new Map(vertices.map((vertex) => [vertex, this.node(vertex)]));
    const { width, height } = this.size;
    const drawing = svg("svg", {
      class: "diagram", viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": "channel diagram", style: { "max-width": `${Math.round(width * 1.25)}px`, "min-width": `${Math.round(width * LEAST_SCALE)}px` },
    }, svg("g", { class: "links" }, this.arrows), [...this.nodes.values()], this.way);
    const origin = diagram.observedStates > 0 && drawn.length > 0
      ? `As seen in the steps of the first ${counted(diagram.observedStates, "state")}. ` : "";
    const talk = drawn.length > 0 ? "Ovals are processes, boxes channels; an arrow leads where messages go. " : "";
    this.element = html("figure", { class: "card diagram-card" }, html("div", { class: "diagram-scroll", tabindex: "0", role: "region", "aria-label": "channel diagram" }, drawing),
      html("figcaption", { class: "muted small" }, `${origin}${talk}${omitted > 0 ? `${counted(omitted, "link")} are too many to draw. ` : ""}What has the same colour is interchangeable.`));
  }

  // Links that are too many are left out.
  arrange({ vertices, links }) {
    this.vertices = vertices;
    this.all = links;
    this.links = fits(vertices, links) ? links : [];
    this.arrows = [];
    this.size = this.links.length > 0 ? this.layered(vertices, this.links) : layRows(vertices);
  }

  layered(vertices, links) {
    const graph = lay(vertices, links);
    vertices.forEach((vertex, i) => {
      const { x, y, width, height } = graph.node(i);
      Object.assign(vertex, { x, y, width, height });
    });
    this.arrows = graph.edges().map((edge) => {
      const points = graph.edge(edge).points;
      const tip = points[points.length - 1];
      const before = points[points.length - 2];
      const slope = Math.atan2(tip.y - before.y, tip.x - before.x);
      const wing = (turn) => `${tip.x - 7 * Math.cos(slope + turn)},${tip.y - 7 * Math.sin(slope + turn)}`;
      return svg("g", {}, svg("path", { d: smooth(points) }), svg("polygon", { points: `${tip.x},${tip.y} ${wing(0.45)} ${wing(-0.45)}` }));
    });
    return graph.graph();
  }

  node(vertex) {
    const { x, y, width, height } = vertex;
    const colour = vertex.hue === undefined ? {} : { style: { "--hue": vertex.hue } };
    return svg("g", { class: `vertex ${vertex.kind}${vertex.hue === undefined ? "" : " orbit"}`, ...colour },
      svg("title", {}, [vertex.members.slice(0, 40).map((m) => m.name).join(", "), vertex.signature].filter(Boolean).join("\n")),
      svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: vertex.kind === "process" ? 15 : 4 }),
      svg("text", { x, y: y + 4 }, cut(vertex.label, 26)));
  }

  // Shows where a permutation takes everything.
  point(images, kindOf) {
    this.way.replaceChildren();
    const moved = new Set();
    for (const [token, image] of images) {
      const kind = kindOf.get(token);
      const [from, to] = [this.at.get(`${kind} ${token}`), this.at.get(`${kind} ${image}`)];
      if (!from || !to) continue;
      moved.add(from);
      if (from === to) continue;
      const bend = { x: (from.x + to.x) / 2 + (to.y - from.y) * 0.35, y: (from.y + to.y) / 2 - (to.x - from.x) * 0.35 };
      this.way.append(svg("path", { d: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}` }));
    }
    for (const [vertex, node] of this.nodes) node.classList.toggle("moved", moved.has(vertex));
  }
}

// A curve through the middles of the segments.
function smooth(points) {
  let d = `M${points[0].x} ${points[0].y}`;
  for (let i = 1; i + 1 < points.length; ++i) {
    const [here, next] = [points[i], points[i + 1]];
    const end = i + 2 === points.length ? next : { x: (here.x + next.x) / 2, y: (here.y + next.y) / 2 };
    d += `Q${here.x} ${here.y} ${end.x} ${end.y}`;
  }
  return d;
}
