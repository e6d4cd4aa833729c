// Which step is shown: a slider, buttons, keys, and automatic play. Notifies its listeners.

import { html, svg } from "./dom.js";
import { commas } from "./words.js";

// A short run is played at reading speed; a long one takes a minute.
const pause = (steps) => Math.min(900, Math.max(40, 60_000 / Math.max(1, steps)));

export class Player {
  constructor(run) {
    this.run = run;
    this.step = 0;
    this.timer = null;
    this.listeners = [];
    const button = (name, label, keys, action) =>
      html("button", { type: "button", class: "player-button", "data-action": name, title: `${label} (${keys})`, "aria-label": label, onclick: action });
    this.playButton = button("play", "play", "space", () => this.toggle());
    this.slider = html("input", {
      type: "range", class: "slider", min: 0, max: run.last, step: 1, value: 0, "aria-label": "step",
      oninput: () => { this.stop(); this.go(Number(this.slider.value)); },
    });
    this.label = html("output", { class: "step-label" });
    this.messageButton = html("button", {
      type: "button", class: "text-button", "data-action": "message", title: "go to the next step that sends or receives (m)",
      onclick: () => { this.stop(); this.go(run.nextMessage(this.step)); },
    }, "next message");
    const buttons = [
      button("first", "first step", "Home", () => this.move(-Infinity)),
      button("previous", "one step back", "←", () => this.move(-1)),
      this.playButton,
      button("next", "one step on", "→", () => this.move(1)),
      button("last", "last step", "End", () => this.move(Infinity)),
    ];
    for (const b of buttons) b.append(icon(b.dataset.action));
    this.messageButton.disabled = !run.steps.some((_, i) => run.hasMessage(i));
    this.element = html("div", { class: "player", role: "toolbar", "aria-label": "steps of the counterexample" },
      html("div", { class: "player-buttons" }, buttons), this.slider, this.label, this.messageButton);
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  go(step) {
    this.step = Math.min(this.run.last, Math.max(0, step));
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", `step ${this.step} of ${this.run.last}`);
    this.label.textContent = `step ${commas(this.step)} of ${commas(this.run.last)}`;
    for (const listener of this.listeners) listener(this.step);
  }

  move(by) {
    this.stop();
    this.go(this.step + by);
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.step === this.run.last) this.go(0);
    this.timer = setInterval(() => {
      if (this.step >= this.run.last) this.stop();
      else this.go(this.step + 1);
    }, pause(this.run.last));
    this.showPlaying();
  }

  stop() {
    if (!this.playing) return;
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  showPlaying() {
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", this.playing ? "pause" : "play");
    this.playButton.setAttribute("aria-pressed", this.playing);
  }

  // Keys that nothing else on the page has a use for.
  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, .graph-canvas, details, .source, .values")) return;
    const action = {
      ArrowRight: () => this.move(1),
      ArrowLeft: () => this.move(-1),
      Home: () => this.move(-Infinity),
      End: () => this.move(Infinity),
      m: () => this.messageButton.click(),
      " ": target.closest("button, a") ? null : () => this.toggle(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

const SHAPES = {
  first: "M5 4h2v12H5zM16 4v12L8 10z",
  previous: "M14 4v12L6 10z",
  play: "M6 4l10 6-10 6z",
  pause: "M5.5 4h3v12h-3zM11.5 4h3v12h-3z",
  next: "M6 4l8 6-8 6z",
  last: "M13 4h2v12h-2zM4 4l8 6-8 6z",
};

const icon = (name) => svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] }));
