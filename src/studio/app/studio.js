// The studio: files beside an editor beside what is found out about the text.

import { html } from "./page/dom.js";
import { ask, Unreachable } from "./server.js";
import { choicesInText, choicesOfText, readAddress, writeAddress } from "./address.js";
import { Editor } from "./editor.js";
import { FilesView } from "./files_view.js";
import { CheckView } from "./check_view.js";
import { SymmetryPanel } from "./symmetry_panel.js";
import { SimulateView } from "./simulate_view.js";

const EXAMPLES = "@examples/";

class Studio {
  constructor() {
    this.file = "";
    this.digest = "";
    this.saved = "";
    this.folder = { files: [], examples: [], folder: "" };
    const job = () => (this.file === "" ? null : this.job());
    const failed = (message) => this.complain(message);
    const stepShown = (places, failing) => this.showStep(places, failing);
    this.editor = new Editor({
      nonce: document.querySelector("meta[name=nonce]").content,
      server: {
        analyse: (text) => this.ask("analyse", { text }),
        hover: (text, at) => this.ask("hover", { text, ...at }),
        complete: (text, at) => this.ask("complete", { text, ...at }),
      },
      changed: () => this.changed(),
      commands: [
        { key: "Mod-s", run: () => { this.save(); return true; }, preventDefault: true },
        { key: "Mod-Enter", run: () => { this.check.button.click(); return true; } },
      ],
    });
    this.files = new FilesView((file) => this.open(file));
    this.check = new CheckView({
      job, stepShown, failed,
      simulate: (from, claim, choices) => { this.simulate.continueFrom(from, claim, choices); this.showView("simulate"); },
      moved: (violation, step) => this.view === "check" && writeAddress({ violation: violation === 0 ? "" : violation + 1, step }),
    });
    this.symmetry = new SymmetryPanel({ job, failed, marked: (breaks) => this.editor.showBreaks(breaks), go: (range) => this.editor.goTo(range) });
    this.simulate = new SimulateView({
      job, stepShown, failed,
      moved: ({ run, claim, watch }) => writeAddress({ run: choicesInText(run), claim, watch: watch.join(";") }),
    });
    this.views = { check: this.check, symmetry: this.symmetry, simulate: this.simulate };
    this.build();
  }

  build() {
    const labels = { check: "Check", symmetry: "Symmetry", simulate: "Simulate" };
    this.tabs = Object.fromEntries(Object.keys(labels).map((name) => [name, html("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, class: "tab", onclick: () => this.showView(name),
    }, labels[name])]));
    this.panels = Object.fromEntries(Object.entries(this.views).map(([name, view]) => [name,
      html("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, class: "panel", tabindex: "0" }, view.element)]));
    this.name = html("h1", { class: "file-name" }, "Quotient studio");
    this.state = html("span", { class: "muted small", role: "status" });
    this.options = html("input", { type: "text", class: "options", placeholder: "options, as on the command line: -D N=4 --time 1m", "aria-label": "options of the check", spellcheck: "false", onchange: () => { writeAddress({ options: this.options.value }); this.editor.read(); } });
    this.saveButton = html("button", { type: "button", class: "text-button", title: "save (Ctrl-S)", disabled: true, onclick: () => this.save() }, "Save");
    this.alert = html("div", { class: "alert", role: "alert", hidden: true });
    const tablist = html("div", { class: "tabs", role: "tablist", "aria-label": "what is shown beside the text", onkeydown: (event) => this.tabKey(event) }, Object.values(this.tabs));
    const splitter = html("div", { class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": "width of the editor", "aria-valuemin": 20, "aria-valuemax": 80, "aria-valuenow": 45 });
    this.listenTo(splitter);
    this.element = html("div", { class: "studio" },
      html("header", { class: "bar-top" }, this.name, this.state, this.saveButton, this.options, this.check.button, this.check.cancelButton),
      this.alert,
      html("div", { class: "columns" }, this.files.element,
        html("main", { class: "work" }, this.editor.element, splitter, html("div", { class: "side" }, tablist, Object.values(this.panels)))));
    document.body.append(this.element);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("beforeunload", (event) => { if (this.isChanged) event.preventDefault(); });
    window.addEventListener("hashchange", () => this.follow());
    // Commands that start a check from anywhere show it.
    this.check.button.addEventListener("click", () => this.showView("check"));
    this.showView(readAddress().view in this.views ? readAddress().view : "check");
  }

  async start() {
    const folder = await this.attempt(() => ask("folder"));
    if (!folder) return;
    this.folder = folder;
    await this.follow();
  }

  // Shows what the address says.
  async follow() {
    const address = readAddress();
    const file = address.file || this.folder.opened || `${EXAMPLES}lock.pml`;
    this.options.value = address.options;
    this.simulate.setWatched(address.watch ? address.watch.split(";") : []);
    if (file !== this.file) await this.open(file, true);
    else this.files.show(this.folder, this.file);
    if (address.view in this.views) this.showView(address.view);
    if (address.view === "simulate" && address.run) {
      await this.simulate.resume(address.claim === "-" ? "" : address.claim, address.claim !== "", choicesOfText(address.run));
    } else if (address.view === "check" && address.step !== "") {
      await this.check.run({ violation: (Number(address.violation) || 1) - 1, step: Number(address.step) || 0 });
    }
  }

  job() {
    return { file: this.file, text: this.editor.text, options: this.options.value };
  }

  // Requests of the editor: a failure is no reason to interrupt typing.
  async ask(name, request) {
    try {
      const answer = await ask(name, { ...this.job(), ...request });
      if (name === "analyse") this.alert.hidden = true;
      return answer;
    } catch (error) {
      if (error instanceof Unreachable || name === "analyse") this.complain(error.message);
      return null;
    }
  }

  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      this.complain(error.message);
      return null;
    }
  }

  complain(message) {
    this.alert.replaceChildren(html("span", {}, message), html("button", { type: "button", class: "remove", "aria-label": "dismiss", onclick: () => { this.alert.hidden = true; } }, "×"));
    this.alert.hidden = false;
  }

  get isChanged() {
    return this.file !== "" && this.editor.text !== this.saved;
  }

  async open(file, keepAddress = false) {
    if (this.isChanged && !confirm(`${this.file} has changes that are not saved. Leave them?`)) return;
    const answer = await this.attempt(() => ask("open", { file }));
    if (!answer) return;
    this.file = file;
    this.digest = answer.digest;
    this.saved = answer.text.replaceAll(/\r\n?/g, "\n");
    this.name.textContent = file.replace(EXAMPLES, "example: ");
    document.title = `${file.split("/").pop()} · Quotient studio`;
    if (keepAddress) writeAddress({ file });
    else writeAddress({ file, run: "", step: "", violation: "", claim: "" });
    this.files.show(this.folder, file);
    this.changed();
    await this.editor.open(file, answer.text);
    this.changed();
  }

  changed() {
    const isExample = this.file.startsWith(EXAMPLES);
    this.saveButton.disabled = !this.isChanged && !isExample;
    this.saveButton.textContent = isExample ? "Save as …" : "Save";
    this.state.textContent = this.isChanged ? "not saved" : "";
  }

  async save() {
    if (this.file === "") return;
    let { file, digest } = this;
    if (file.startsWith(EXAMPLES)) {
      const name = prompt("Name of the file in this folder", file.split("/").pop());
      if (!name) return;
      [file, digest] = [name, ""];
    }
    const { text } = this.editor;
    const answer = await this.attempt(() => ask("save", { file, text, digest }));
    if (!answer) return;
    this.digest = answer.digest;
    this.saved = text;
    if (file !== this.file) {
      this.file = file;
      this.name.textContent = file;
      writeAddress({ file });
    }
    const folder = await this.attempt(() => ask("folder"));
    if (folder) this.folder = folder;
    this.files.show(this.folder, this.file);
    this.changed();
    this.state.textContent = "saved";
  }

  showView(name) {
    this.view = name;
    for (const [each, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", each === name);
      tab.tabIndex = each === name ? 0 : -1;
      this.panels[each].hidden = each !== name;
    }
    writeAddress({ view: name });
    if (name === "symmetry" && this.file !== "") this.symmetry.find();
    else this.editor.showBreaks([]);
    if (name === "simulate" && this.simulate.steps.length === 0 && this.file !== "" && !readAddress().run) this.simulate.restart();
  }

  showStep(places, failing) {
    const here = places.filter((p) => p.file === this.file || p.file.endsWith(`/${this.file}`));
    this.editor.showStep(here.map((p) => p.line), failing);
  }

  tabKey(event) {
    const names = Object.keys(this.tabs);
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = names[(names.indexOf(this.view) + by + names.length) % names.length];
    this.showView(next);
    this.tabs[next].focus();
    event.preventDefault();
    event.stopPropagation();
  }

  key(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === "Enter" && !event.defaultPrevented) this.check.button.click();
    else if (event.key === "s" && !event.defaultPrevented) this.save();
    else return;
    event.preventDefault();
  }

  // The width of the editor, by dragging and by keys.
  listenTo(splitter) {
    const set = (share) => {
      const percent = Math.round(Math.min(80, Math.max(20, share)));
      this.element.style.setProperty("--editor", `${percent}%`);
      splitter.setAttribute("aria-valuenow", percent);
    };
    splitter.addEventListener("pointerdown", (event) => splitter.setPointerCapture(event.pointerId));
    splitter.addEventListener("pointermove", (event) => {
      if (!splitter.hasPointerCapture(event.pointerId)) return;
      const box = splitter.parentElement.getBoundingClientRect();
      set(((event.clientX - box.left) / box.width) * 100);
    });
    splitter.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
      if (!by) return;
      set(Number(splitter.getAttribute("aria-valuenow")) + by);
      event.preventDefault();
      event.stopPropagation();
    });
  }
}

new Studio().start();
