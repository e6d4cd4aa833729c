// Puts the page together.

import { html, section } from "./dom.js";
import { readResult } from "./result.js";
import { SourceView } from "./source_view.js";
import { counterexampleSection } from "./counterexample.js";
import { symmetrySection } from "./symmetry_view.js";
import { graphSection } from "./graph_view.js";
import { growthSection } from "./growth_view.js";
import { figuresSection, notesSection, pageFooter, pageHeader } from "./overview.js";

function modelSection(result) {
  if (result.sources.length === 0) return null;
  const view = new SourceView(result);
  const files = result.sources.length > 1 && html("label", { class: "choice" }, "file ",
    html("select", { onchange: (event) => view.open(event.target.value) }, result.sources.map((s) => html("option", { value: s.file }, s.file))));
  return section("model", "Model", files || "", html("div", { class: "model-source" }, view.element));
}

function contents(sections) {
  return html("nav", { class: "contents", "aria-label": "sections" }, sections.map((s) => html("a", { href: `#${s.id}` }, s.querySelector("h2").textContent)));
}

function drawPage() {
  const result = readResult(document.getElementById("result"));
  const graph = graphSection(result);
  const sections = [
    counterexampleSection(result, (violation, step) => graph.follow(violation, step)),
    symmetrySection(result),
    graph.element,
    growthSection(result),
    notesSection(result),
    result.violations.length === 0 ? modelSection(result) : null,
  ].filter((s) => s !== null);
  document.getElementById("page").append(pageHeader(result), figuresSection(result), contents(sections), ...sections, pageFooter(result));
}

drawPage();
