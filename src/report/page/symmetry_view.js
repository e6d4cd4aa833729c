// What is interchangeable: the channel diagram, the orbits, the group and its generators.

import { html, section } from "./dom.js";
import { counted, hueOf, shortened } from "./words.js";
import { DiagramView } from "./diagram_view.js";

const MOST_GENERATORS = 60;
const MOST_CHIPS = 200;

// "(1 2)(a b)" as a map from each name to where it goes.
export function parseCycles(generator) {
  const images = new Map();
  for (const [, inside] of generator.matchAll(/\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)) {
    const names = inside.trim().split(/\s+/);
    names.forEach((name, i) => images.set(name, names[(i + 1) % names.length]));
  }
  return images;
}

function orbitsOf(moved) {
  const orbits = new Map();
  for (const atom of moved) {
    if (!orbits.has(atom.orbit)) orbits.set(atom.orbit, { hue: hueOf(orbits.size), members: [] });
    orbits.get(atom.orbit).members.push(atom);
  }
  return orbits;
}

function orbitList(orbits, chips) {
  return [...orbits.values()].map(({ hue, members }) =>
    html("li", { class: "orbit-row", style: { "--hue": hue }, tabindex: members.length > 20 ? "0" : undefined },
      members.slice(0, MOST_CHIPS).map((atom) => {
        const chip = html("span", { class: "chip" }, atom.name);
        chips.set(`${atom.kind} ${atom.token}`, chip);
        return chip;
      }),
      members.length > MOST_CHIPS ? html("span", { class: "muted" }, ` and ${members.length - MOST_CHIPS} more`) : ""));
}

export function symmetrySection(result) {
  const { symmetry, diagram } = result;
  const orbits = orbitsOf(symmetry.moved);
  const chips = new Map();
  const hues = new Map();
  for (const { hue, members } of orbits.values()) {
    for (const atom of members) hues.set(`${atom.kind} ${atom.token}`, { hue, orbit: atom.orbit });
  }
  const drawing = diagram && diagram.items.length > 0 ? new DiagramView(diagram, hues) : null;
  const kindOf = new Map(symmetry.moved.map((atom) => [atom.token, atom.kind]));
  const point = (generator) => {
    const images = generator === null ? new Map() : parseCycles(generator);
    const moved = new Set([...images.keys()].map((token) => `${kindOf.get(token)} ${token}`));
    for (const [key, chip] of chips) {
      chip.classList.toggle("moved", moved.has(key));
      const token = key.slice(key.indexOf(" ") + 1);
      chip.dataset.goes = moved.has(key) ? images.get(token) : "";
    }
    if (drawing) drawing.point(images, kindOf);
  };
  const generators = symmetry.generators.slice(0, MOST_GENERATORS).map((generator) =>
    html("li", {}, html("button", {
      type: "button", class: "generator",
      onmouseenter: () => point(generator), onmouseleave: () => point(null),
      onfocus: () => point(generator), onblur: () => point(null),
    }, generator)));
  const more = symmetry.generators.length - generators.length;
  const group = symmetry.generators.length === 0
    ? html("p", { class: "muted" }, symmetry.strategy === "off"
      ? "No symmetry was found, or symmetry reduction was switched off: every state was explored."
      : "No symmetry was found: every state was explored.")
    : html("div", {},
      html("p", { class: "group-order" }, symmetry.structure && html("span", { class: "structure" }, symmetry.structure),
        ` ${shortened(symmetry.order)} permutations`),
      html("h3", {}, "Interchangeable"), html("ul", { class: "orbits" }, orbitList(orbits, chips)),
      html("h3", {}, "Generators"), html("p", { class: "muted small" }, "Point at one to see what it moves where."),
      html("ul", { class: "generators" }, generators),
      more > 0 ? html("p", { class: "muted" }, `and ${counted(more, "more generator")}`) : "");
  const broken = symmetry.brokenBy.length > 0
    ? html("div", {}, html("h3", {}, "What prevents more"), html("ul", { class: "breaks" }, symmetry.brokenBy.map((b) => html("li", {}, b))))
    : "";
  return section("symmetry", "Symmetry", html("div", { class: drawing ? "symmetry-grid" : "" },
    drawing ? drawing.element : "", html("div", { class: "card padded" }, group, broken)));
}
