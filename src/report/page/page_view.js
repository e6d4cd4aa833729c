// A result as a list of sections, for a page of its own or a part of another.

import { html, section } from "./dom.js";
import { SourceView } from "./source_view.js";
import { counterexampleSection } from "./counterexample.js";
import { symmetrySection } from "./symmetry_view.js";
import { graphSection } from "./graph_view.js";
import { gameSection } from "./game_view.js";
import { growthSection } from "./growth_view.js";
import { figuresSection, notesSection, pageFooter, pageHeader } from "./overview.js";

function modelSection(result) {
  if (result.sources.length === 0) return null;
  const view = new SourceView(result);
  const files = result.sources.length > 1 && html("label", { class: "choice" }, "file ",
    html("select", { onchange: (event) => view.open(event.target.value) }, result.sources.map((s) => html("option", { value: s.file }, s.file))));
  return section("model", "Model", files || "", html("div", { class: "model-source" }, view.element));
}

// Links to the sections. They move the page without changing its address, which says which step is shown.
function contents(sections) {
  const go = (event, target) => {
    event.preventDefault();
    target.scrollIntoView();
    target.querySelector("h2").focus({ preventScroll: true });
  };
  return html("nav", { class: "contents", "aria-label": "sections" }, sections.map((s) =>
    html("a", { href: `#${s.id}`, onclick: (event) => go(event, s) }, s.querySelector("h2").textContent)));
}

// `options`: `listener` is called with every step that is shown (violation, step, run); `step` is the one to begin with, and
// `violation` its violation; `actions` are buttons beside the player, each {label, title, act(violation, step)};
// `withSource` false where the text of the model is shown elsewhere.
export function resultView(result, options = {}) {
  const graph = graphSection(result);
  const listener = (violation, step, run) => {
    graph.follow(violation, step);
    options.listener?.(violation, step, run);
  };
  const sections = [
    counterexampleSection(result, { ...options, listener }),
    gameSection(result),
    symmetrySection(result),
    graph.element,
    growthSection(result),
    notesSection(result),
    result.violations.length === 0 && options.withSource !== false ? modelSection(result) : null,
  ].filter((s) => s !== null);
  return [pageHeader(result), figuresSection(result), contents(sections), ...sections, pageFooter(result)];
}
