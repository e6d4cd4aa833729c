// The editor: CodeMirror, with what the language server says of the text.

import {
  EditorState, StateEffect, StateField, Compartment, EditorView, Decoration, keymap, hoverTooltip, lineNumbers, highlightActiveLine,
  highlightActiveLineGutter, drawSelection, highlightSpecialChars, syntaxHighlighting, bracketMatching, indentUnit, history,
  defaultKeymap, historyKeymap, indentWithTab, autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, setDiagnostics,
  lintGutter, lintKeymap, search, searchKeymap, highlightSelectionMatches,
} from "./library/codemirror.js";
import { colours, keywordsOf, languageOf } from "./languages.js";
import { html } from "./page/dom.js";

const SEVERITIES = ["error", "error", "warning", "info", "hint"];
const KINDS = { 3: "function", 4: "method", 5: "property", 6: "variable", 7: "class", 18: "text", 21: "constant", 22: "type", 23: "method" };
const PAUSE = 300;  // in typing before the text is read, in milliseconds

// Positions of the protocol are lines and characters from 0; characters are UTF-16 units, as in the editor.
function offsetOf(doc, { line, character }) {
  if (line >= doc.lines) return doc.length;
  const found = doc.line(line + 1);
  return Math.min(found.to, found.from + character);
}

function positionOf(doc, offset) {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    let out = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setMarks)) out = effect.value;
    return out;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--card)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--soft) 60%, transparent)" },
  ".cm-content": { caretColor: "var(--ink)" },
  "&.cm-focused .cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 26%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--shadow)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--card)" },
  ".cm-panels": { backgroundColor: "var(--soft)", color: "var(--ink)" },
  ".cm-line.at-step": { backgroundColor: "var(--accent-soft)", boxShadow: "inset 3px 0 0 var(--accent)" },
  ".cm-line.at-failure": { backgroundColor: "var(--bad-soft)", boxShadow: "inset 3px 0 0 var(--bad)" },
  ".breaks-symmetry": { textDecoration: "underline wavy var(--unsure)", textUnderlineOffset: "3px" },
  ".cm-line.breaks-line": { backgroundColor: "var(--unsure-soft)" },
});

// `server` answers {analyse, hover, complete}(text, position); `changed` is called with each text that was typed.
export class Editor {
  constructor({ nonce, server, changed, commands }) {
    this.server = server;
    this.changed = changed;
    this.language = new Compartment();
    this.file = "";
    this.timer = null;
    this.asked = 0;
    this.steps = [];     // lines of the step that is shown
    this.failing = false;
    this.breaks = [];    // what breaks symmetry, as ranges
    this.listeners = [];
    this.extensions = [
      EditorView.cspNonce.of(nonce), theme, lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(),
      syntaxHighlighting(colours), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }),
      indentUnit.of("  "), EditorState.tabSize.of(4), lintGutter(), marks, this.language.of([]),
      autocompletion({ override: [(context) => this.complete(context)] }),
      hoverTooltip((view, at) => this.hover(at)),
      EditorView.contentAttributes.of({ "aria-label": "text of the model", tabindex: "0" }),
      keymap.of([...commands, ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        this.changed(this.text);
        this.readSoon();
      }),
    ];
    this.view = new EditorView({ state: EditorState.create({ doc: "", extensions: this.extensions }) });
    this.element = html("div", { class: "editor" }, this.view.dom);
  }

  get text() {
    return this.view.state.doc.toString();
  }

  open(file, text) {
    this.file = file;
    this.steps = [];
    this.breaks = [];
    // A new state, so that nothing of another file can be undone into this one.
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
    this.view.dispatch({ effects: this.language.reconfigure(languageOf(file)) });
    return this.read();
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  readSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE);
  }

  // Has the text read, and shows what is wrong with it. An answer about an older text is passed over.
  async read() {
    const number = ++this.asked;
    const answer = await this.server.analyse(this.text);
    if (number !== this.asked || !answer) return;
    const { doc } = this.view.state;
    const diagnostics = answer.diagnostics.map((d) => {
      const from = offsetOf(doc, d.range.start);
      return { from, to: Math.max(from, offsetOf(doc, d.range.end)), severity: SEVERITIES[d.severity] ?? "error", message: d.message, source: d.source };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    for (const listener of this.listeners) listener({ ...answer, errors: diagnostics.filter((d) => d.severity === "error") });
  }

  async hover(at) {
    const { doc } = this.view.state;
    const answer = await this.server.hover(this.text, positionOf(doc, at));
    if (!answer?.contents) return null;
    const words = answer.contents.value.replaceAll(/```\n?|\n?```/g, "").replaceAll("`", "");
    return { pos: offsetOf(doc, answer.range.start), end: offsetOf(doc, answer.range.end), create: () => ({ dom: html("div", { class: "hover-text" }, words) }) };
  }

  async complete(context) {
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    const behindDot = context.matchBefore(/\.\w*/) !== null;
    if (!word && !behindDot && !context.explicit) return null;
    const answer = await this.server.complete(this.text, positionOf(context.state.doc, context.pos));
    if (!answer || context.aborted) return null;
    const names = answer.items.map((item) => ({ label: item.label, type: KINDS[item.kind], detail: item.detail, boost: 1 }));
    const keywords = behindDot ? [] : keywordsOf(this.file).map((label) => ({ label, type: "keyword" }));
    return { from: word ? word.from : context.pos, options: [...names, ...keywords], validFor: /^\w*$/ };
  }

  // Marks the lines of a step; `failing`: in red.
  showStep(lines, failing = false) {
    this.steps = lines;
    this.failing = failing;
    this.mark();
    const line = lines.at(-1);
    if (line && line <= this.view.state.doc.lines) {
      this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: "center" }) });
    }
  }

  // Marks what breaks symmetry: {range, reason}.
  showBreaks(breaks) {
    this.breaks = breaks;
    this.mark();
  }

  mark() {
    const { doc } = this.view.state;
    const list = [];
    for (const line of new Set(this.steps)) {
      if (line >= 1 && line <= doc.lines) list.push(Decoration.line({ class: this.failing && line === this.steps.at(-1) ? "at-failure" : "at-step" }).range(doc.line(line).from));
    }
    for (const { range, reason } of this.breaks) {
      const [from, to] = [offsetOf(doc, range.start), offsetOf(doc, range.end)];
      list.push(Decoration.line({ class: "breaks-line" }).range(doc.lineAt(from).from));
      if (from < to) list.push(Decoration.mark({ class: "breaks-symmetry", attributes: { title: reason } }).range(from, to));
    }
    this.view.dispatch({ effects: setMarks.of(Decoration.set(list, true)) });
  }

  goTo(range) {
    const from = offsetOf(this.view.state.doc, range.start);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }
}
