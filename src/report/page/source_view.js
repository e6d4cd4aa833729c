// The text of the model, with the line marked where the run is.

import { html } from "./dom.js";
import { baseName } from "./words.js";

export const KEYWORDS = {
  promela: "active assert atomic bit bool break byte c_code chan d_step D_proctype do else empty enabled eval false fi for full goto hidden if in init inline int len local ltl mtype nempty never nfull notrace od of pid printf printm priority proctype provided return run select short show skip timeout trace true typedef unless unsigned xr xs",
  b: "ABSTRACT_CONSTANTS ABSTRACT_VARIABLES ANY ASSERT ASSERTIONS BE BEGIN BOOL CASE CHOICE CONCRETE_CONSTANTS CONCRETE_VARIABLES CONSTANTS CONSTRAINTS DEFINITIONS DO EITHER ELSE ELSIF END EXTENDS FALSE IF IMPLEMENTATION IN INCLUDES INITIALISATION INT INTEGER INVARIANT LET LOCAL_OPERATIONS MACHINE NAT NAT1 NATURAL NATURAL1 OF OPERATIONS OR PRE PROMOTES PROPERTIES REFINEMENT REFINES SEES SELECT SETS STRING THEN TRUE USES VAR VARIABLES VARIANT WHEN WHERE WHILE bool card closure1 closure dom id inter max min mod not or ran union",
  mcrl2: "act allow block comm cons delta div end eqn exists forall glob hide if in init lambda map mod mu nu proc rename sort struct sum tau true false val var whr yaled Bool Pos Nat Int Real List Set Bag FSet FBag",
  murphi: "alias array assert assume begin boolean by case choose clear const cover do else elsif end endalias endchoose endexists endfor endforall endfunction endif endmultiset endprocedure endproperty endrecord endrule endruleset endstartstate endswitch endunion endwhile enum error exists externfun false for forall function if invariant ismember isundefined liveness multiset multisetadd multisetcount multisetremove multisetremovepred of procedure property put real record return rule ruleset scalarset startstate switch then to true type undefine union var while",
};

// What a comment begins with that ends with its line.
export const LINE_COMMENTS = { promela: "//", b: "//", mcrl2: "%", murphi: "--" };

function wordPattern(language) {
  const family = language.startsWith("promela") ? "promela" : language;
  const keywords = (KEYWORDS[family] ?? "").split(" ").join("|");
  const line = `${LINE_COMMENTS[family] ?? "//"}[^\\n]*`;
  const flags = family === "murphi" ? "gmi" : "gm";  // its keywords are written in any letter case
  return new RegExp(`(?<comment>/\\*[^]*?(?:\\*/|(?![^]))|${line})|(?<text>"[^"\\n]*")|(?<directive>^[ \\t]*#[ \\t]*\\w+)|(?<keyword>\\b(?:${keywords})\\b)|(?<number>\\b\\d+\\b)`, flags);
}

// Lines of [class, text] pieces.
function highlighted(text, language) {
  const lines = [[]];
  const put = (kind, piece) => {
    piece.split("\n").forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== "") lines[lines.length - 1].push([kind, part]);
    });
  };
  let at = 0;
  for (const match of text.matchAll(wordPattern(language))) {
    put("", text.slice(at, match.index));
    put(Object.keys(match.groups).find((kind) => match.groups[kind] !== undefined), match[0]);
    at = match.index + match[0].length;
  }
  put("", text.slice(at));
  return lines;
}

const LONGEST_COLOURED = 400_000;

export class SourceView {
  constructor(result) {
    this.result = result;
    this.files = new Map();  // name to its lines, made when first shown
    this.shown = "";
    this.marked = [];
    this.name = html("div", { class: "pane-title" }, "source");
    this.body = html("div", { class: "source-body" });
    this.element = html("div", { class: "source", tabindex: "0", role: "region", "aria-label": "source" }, this.name, this.body);
    if (result.sources.length > 0) this.open(result.sources[0].file);
    else this.body.append(html("p", { class: "muted padded" }, "This result was written without the text of the model."));
  }

  open(file) {
    if (file === this.shown) return true;
    if (!this.files.has(file)) {
      const source = this.result.sources.find((s) => s.file === file);
      if (!source) return false;
      const text = source.text.replace(/\r\n?/g, "\n");
      const lines = text.length > LONGEST_COLOURED ? text.split("\n").map((line) => [["", line]]) : highlighted(text, this.result.language);
      this.files.set(file, lines.map((pieces, i) =>
        html("div", { class: "line", "data-line": i + 1 },
          html("span", { class: "line-number" }, i + 1),
          html("code", {}, pieces.map(([kind, piece]) => (kind ? html("span", { class: kind }, piece) : piece))))));
    }
    this.shown = file;
    this.marked = [];
    this.name.textContent = baseName(file);
    this.name.title = file;
    this.body.replaceChildren(...this.files.get(file));
    return true;
  }

  // Marks the places of a step; the last is where the run is.
  show(places, failing = false) {
    for (const line of this.marked) line.classList.remove("marked", "also", "failing");
    this.marked = [];
    const here = places[places.length - 1];
    if (!here || !this.open(here.file)) return;
    const lines = this.files.get(here.file);
    for (const place of places) {
      const line = place.file === here.file ? lines[place.line - 1] : undefined;
      if (!line) continue;
      line.classList.add(place.line === here.line ? "marked" : "also");
      if (failing && place.line === here.line) line.classList.add("failing");
      this.marked.push(line);
    }
    const target = lines[here.line - 1];
    if (!target) return;
    const room = this.element.clientHeight;
    const top = target.offsetTop;
    if (top < this.element.scrollTop + 48 || top > this.element.scrollTop + room - 48) {
      this.element.scrollTop = Math.max(0, top - room / 2);
    }
  }
}
