// The message sequence chart. Only what is on the screen is drawn, however long the run and however many the processes.

import { html, svg, onceAFrame } from "./dom.js";
import { cut } from "./words.js";
import { LONGEST_ARROW } from "./run.js";

const ROW = 34;
const GUTTER = 58;
const HEADER = 40;
const CHARACTER = 6.7;  // width of one, about

function laneWidth(run, available) {
  if (!run.hasProcesses) return Math.max(240, available - GUTTER - 20);
  return Math.min(260, Math.max(108, (available - GUTTER - 16) / run.lanes.length));
}

export class SequenceChart {
  // `failing` is the step that goes wrong; -1: none.
  constructor(run, choose, failing = -1) {
    this.run = run;
    this.failing = failing;
    this.choose = choose;
    this.current = 0;
    this.header = html("div", { class: "chart-lanes", "aria-hidden": "true" });
    this.drawing = svg("svg", { class: "chart-drawing" });
    this.canvas = html("div", { class: "chart-canvas" }, this.drawing);
    this.element = html(
      "div",
      { class: "chart", tabindex: "0", role: "group", "aria-label": "message sequence chart" },
      this.header,
      this.canvas,
    );
    this.redraw = onceAFrame(() => this.draw());
    this.element.addEventListener("scroll", this.redraw);
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    new ResizeObserver(() => this.measure()).observe(this.element);
  }

  // Of a run that grows.
  change(run) {
    this.run = run;
    this.current = Math.min(this.current, run.last);
    if (this.element.isConnected) this.measure();
  }

  measure() {
    this.lane = laneWidth(this.run, this.element.clientWidth);
    const width = GUTTER + this.lane * this.run.lanes.length + 12;
    this.header.style.width = `${width}px`;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${this.run.rows.length * ROW + 12}px`;
    this.show(this.current);  // before there was a size, nothing could be brought into sight
    this.draw();
  }

  x(lane) {
    return GUTTER + this.lane * (lane + 0.5);
  }

  clicked(event) {
    const row = Math.floor((event.clientY - this.canvas.getBoundingClientRect().top) / ROW);
    if (row >= 0 && row < this.run.rows.length) this.choose(this.run.rows[row].step);
  }

  show(step) {
    this.current = step;
    const box = this.element;
    const top = this.run.firstRow[step] * ROW;
    const bottom = this.run.firstRow[step + 1] * ROW;
    const room = box.clientHeight - HEADER;
    if (top < box.scrollTop + ROW || bottom > box.scrollTop + room - ROW) {
      box.scrollTop = Math.max(0, (top + bottom - room) / 2);
    }
    const lane = this.run.rows[this.run.firstRow[step]]?.lane ?? -1;
    if (lane >= 0 && this.lane) {
      const x = this.x(lane);
      if (x - this.lane < box.scrollLeft || x + this.lane > box.scrollLeft + box.clientWidth) {
        box.scrollLeft = x - box.clientWidth / 2;
      }
    }
    this.redraw();
  }

  draw() {
    if (!this.lane) return;
    const box = this.element;
    const rows = this.run.rows;
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - 4);
    const last = Math.min(rows.length - 1, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + 4);
    const left = Math.max(0, box.scrollLeft - this.lane);
    const right = box.scrollLeft + box.clientWidth + this.lane;
    const firstLane = Math.max(0, Math.floor((left - GUTTER) / this.lane));
    const lastLane = Math.min(this.run.lanes.length - 1, Math.ceil((right - GUTTER) / this.lane));
    const width = Math.min(right, Math.max(box.clientWidth, GUTTER + this.lane * this.run.lanes.length + 12));
    const height = (last + 1) * ROW + 12;
    this.drawing.setAttribute("width", width);
    this.drawing.setAttribute("height", height);
    this.drawing.replaceChildren(
      ...this.bands(first, last, width),
      ...this.lifelines(firstLane, lastLane, first, last),
      ...this.statements(first, last, firstLane, lastLane),
      ...this.messages(first, last),
      ...this.gutter(first, last),
    );
    this.header.replaceChildren(...this.names(firstLane, lastLane));
  }

  names(firstLane, lastLane) {
    const active = this.run.lanesOf(this.current);
    const out = [];
    for (let lane = firstLane; lane <= lastLane; ++lane) {
      const style = { left: `${this.x(lane) - this.lane / 2 + 4}px`, width: `${this.lane - 8}px` };
      const name = html("span", { title: this.run.lanes[lane] }, this.run.lanes[lane]);
      out.push(html("div", { class: active.has(lane) ? "lane active" : "lane", style }, name));
    }
    return out;
  }

  bands(first, last, width) {
    const out = [];
    for (let row = first; row <= last; ++row) {
      const { step } = this.run.rows[row];
      const y = row * ROW;
      const kind = `${step === this.current ? "band current" : step % 2 === 0 ? "band even" : "band"}${step === this.failing ? " failing" : ""}`;
      out.push(svg("rect", { class: kind, x: 0, y, width, height: ROW }));
    }
    return out;
  }

  // Numbers of steps, and the mark of a cycle; they stay in sight when the chart is moved sideways.
  gutter(first, last) {
    const height = (last - first + 1) * ROW;
    const out = [svg("rect", { class: "gutter", x: 0, y: first * ROW, width: GUTTER - 8, height })];
    for (let row = first; row <= last; ++row) {
      const { step } = this.run.rows[row];
      const y = row * ROW;
      const current = step === this.current ? " current" : "";
      if (this.run.firstRow[step] === row) out.push(svg("text", { class: `number${current}`, x: 36, y: y + 21 }, step));
      if (this.run.cycleStart !== null && step > this.run.cycleStart) {
        out.push(...this.loop(row, y));
      }
    }
    return [svg("g", { transform: `translate(${this.element.scrollLeft} 0)` }, out)];
  }

  // The part of the loop that a run goes round forever: an arrow from its last row back to its first.
  loop(row, y) {
    const begins = this.run.firstRow[this.run.cycleStart + 1] === row;
    const ends = row === this.run.rows.length - 1;
    const [top, bottom] = [begins ? y + 10 : y, ends ? y + ROW - 10 : y + ROW];
    const out = [svg("line", { class: "cycle", x1: 43, x2: 43, y1: top, y2: bottom })];
    const words = svg("title", {}, "from here on the run repeats forever");
    if (ends) out.push(svg("line", { class: "cycle", x1: 43, x2: 53, y1: bottom, y2: bottom }));
    if (begins) {
      out.push(svg("g", { class: "cycle-mark" }, words, svg("line", { class: "cycle", x1: 43, x2: 48, y1: top, y2: top }),
        svg("polygon", { class: "cycle-tip", points: `54,${top} 46,${top - 5} 46,${top + 5}` })));
    }
    return out;
  }

  lifelines(firstLane, lastLane, first, last) {
    const out = [];
    for (let lane = firstLane; lane <= lastLane; ++lane) {
      const x = this.x(lane);
      out.push(svg("line", { class: "lifeline", x1: x, x2: x, y1: first * ROW, y2: (last + 1) * ROW + 12 }));
    }
    return out;
  }

  statements(first, last, firstLane, lastLane) {
    const out = [];
    const room = Math.floor((this.lane - 26) / CHARACTER);
    for (let row = first; row <= last; ++row) {
      const { event, lane, member, step } = this.run.rows[row];
      const y = row * ROW + ROW / 2;
      const current = `${step === this.current ? " current" : ""}${step === this.failing ? " failing" : ""}`;
      if (!event || lane < 0) {
        const words = event ? event.statement : step === 0 ? "initial state" : "…";
        out.push(svg("text", { class: `aside${current}`, x: GUTTER + 8 + this.element.scrollLeft, y: y + 4 }, words));
        continue;
      }
      if (lane < firstLane || lane > lastLane) continue;
      if (this.run.arrowAt.has(row)) {
        out.push(svg("circle", { class: `dot${current}`, cx: this.x(lane), cy: y, r: 4 }));
        continue;
      }
      const words = cut(member + event.statement, Math.max(6, room));
      const width = Math.min(this.lane - 10, words.length * CHARACTER + 18);
      const box = svg("rect", {
        class: `statement-box${current}`, x: this.x(lane) - width / 2, y: y - 12, width, height: 24, rx: 6,
      });
      const label = svg("text", { class: `statement${current}`, x: this.x(lane), y: y + 4 }, words);
      out.push(svg("g", {}, svg("title", {}, member ? `${event.process}: ${event.statement}` : event.statement), box, label));
    }
    return out;
  }

  messages(first, last) {
    const out = [];
    const arrows = this.run.arrows;
    // The first arrow that can reach the screen: none is longer than LONGEST_ARROW.
    let low = 0;
    for (let high = arrows.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((arrows[middle].from ?? arrows[middle].to).row < first - LONGEST_ARROW) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < arrows.length && (arrows[i].from ?? arrows[i].to).row <= last; ++i) {
      out.push(this.message(arrows[i]));
    }
    return out;
  }

  message({ from, to, label, handshake, undirected }) {
    const y = (side) => side.row * ROW + ROW / 2;
    const now = [from, to].some((side) => side && this.run.rows[side.row].step === this.current);
    const kind = `message${handshake ? " handshake" : ""}${now ? " current" : ""}`;
    if (from && to && from.lane !== to.lane) {
      const direction = Math.sign(this.x(to.lane) - this.x(from.lane));
      const [x1, y1, x2, y2] = [this.x(from.lane), y(from), this.x(to.lane) - 5 * direction, y(to)];
      const slope = Math.atan2(y2 - y1, x2 - x1);
      const tip = [-0.42, 0.42].map((turn) => `${x2 - 9 * Math.cos(slope + turn)},${y2 - 9 * Math.sin(slope + turn)}`);
      // The label stands beside the sender, where the line is still near its row.
      const room = Math.abs(x2 - x1);
      const words = cut(label, Math.floor((Math.min(room, 2 * this.lane) - 18) / CHARACTER));
      const share = Math.min(0.5, (words.length * CHARACTER / 2 + 12) / room);
      const spot = { x: x1 + (x2 - x1) * share, y: y1 - 6 };
      return svg("g", { class: kind }, svg("title", {}, label),
        svg("line", { x1, y1, x2, y2 }), svg("circle", { class: "end", cx: this.x(to.lane), cy: y2, r: 4 }),
        undirected ? svg("circle", { class: "end", cx: x1, cy: y1, r: 4 }) : svg("polygon", { points: `${x2},${y2} ${tip[0]} ${tip[1]}` }),
        svg("text", { x: spot.x, y: spot.y }, words));
    }
    // One end only: not received yet, or sent long ago; or a process sends to itself.
    const side = from ?? to;
    const last = side.lane === this.run.lanes.length - 1 && this.run.lanes.length > 1;
    const way = last ? -1 : 1;
    const x = this.x(side.lane);
    const words = cut(label, Math.floor((this.lane - 40) / CHARACTER));
    const style = { "text-anchor": last ? "end" : "start" };
    return svg("g", { class: `${kind} open` }, svg("title", {}, from ? `${label}, not received yet` : `${label}, sent before`),
      svg("line", { x1: x, y1: y(side), x2: x + 22 * way, y2: y(side) }),
      svg("circle", { cx: x + 25 * way, cy: y(side), r: 3 }),
      svg("text", { x: x + 32 * way, y: y(side) + 4, style }, words));
  }
}
