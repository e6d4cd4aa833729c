// Why a formula holds or fails, where no single run shows it: the part of its game that convinces, as a graph of states and
// subformulas. From each position of the winner one move is drawn, from each of the other player all.

import { html, section } from "./dom.js";
import { counted } from "./words.js";
import { GraphCanvas } from "./graph_canvas.js";

const MOST_GAME_MOVES = 40;
const HUE_OF_ALL = 25;
const HUE_OF_ONE = 210;

class GameView {
  constructor(claim) {
    const { game } = claim;
    this.holds = game.holds === true;
    this.positions = game.positions;
    this.walked = [];
    this.pinned = 0;
    const moves = this.positions.map((p) => (Array.isArray(p.moves) ? p.moves : []));
    this.moves = moves;
    const graph = {
      initialCount: 1,
      states: this.positions.map(() => []),
      edges: moves.flatMap((list, from) => list.map((move) => [from, move.to, move.label])),
    };
    this.facts = html("div", { class: "state-facts position-facts card padded", "aria-live": "polite" });
    this.canvas = new GraphCanvas(graph, {
      name: `game of ${claim.name}`,
      radius: () => 6,
      point: (position) => this.look(position < 0 ? this.pinned : position),
      pin: (position) => {
        this.walked = [];
        this.pinned = position < 0 ? 0 : position;
        this.look(this.pinned);
      },
    });
    this.canvas.colour((i) => (this.positions[i].all ? HUE_OF_ALL : HUE_OF_ONE));
    const key = (hue, words) => html("span", { class: "chip", style: { "--hue": String(hue) } }, words);
    this.element = html("div", { class: "game" },
      html("h3", {}, html("code", {}, claim.name), this.holds ? " holds" : " does not hold"),
      html("p", { class: "small" }, this.explanation()),
      html("p", { class: "legend small" }, key(HUE_OF_ALL, "all moves must do"), key(HUE_OF_ONE, "one move must do")),
      html("figure", { class: "graph-panel game-panel card" },
        html("figcaption", {}, html("strong", {}, "states and subformulas"), ` ${counted(this.positions.length, "position")}`), this.canvas.element),
      this.facts);
    this.look(0);
  }

  explanation() {
    const cut = this.positions.some((p) => p.cut_short);
    const chosen = this.holds ? "one move must do" : "all moves must do";
    return `Where ${chosen}, the move that ${this.holds ? "proves" : "refutes"} it is drawn; elsewhere every move. ` +
      `Each play from the top ends where the subformula is plainly ${this.holds ? "true" : "false"}, or goes round for ever through a ` +
      `${this.holds ? "greatest" : "least"} fixed point. Every move was taken again before it was drawn.` +
      (cut ? " Only the first positions are drawn." : "");
  }

  walk(target) {
    if (target === undefined) {
      this.pinned = this.walked.pop() ?? this.pinned;
    } else {
      this.walked.push(this.pinned);
      this.pinned = target;
    }
    this.canvas.reveal(this.pinned);
    this.look(this.pinned);
    this.facts.querySelector("button")?.focus({ preventScroll: true });
  }

  look(at) {
    this.canvas.mark("pointed", [at]);
    this.canvas.showSteps(at);
    const position = this.positions[at];
    const cells = Array.isArray(position.cells) ? position.cells : [];
    const formula = cells.find((c) => c.cell === "formula")?.value ?? "";
    const others = cells.filter((c) => c.cell !== "formula");
    const words = (move) => [move.label ? html("code", {}, move.label) : "", html("span", { class: "muted" }, ` → ${this.subformula(move.to)}`)];
    const moves = this.moves[at];
    const item = (move) => html("li", {}, at === this.pinned
      ? html("button", { type: "button", class: "walk-step", onclick: () => this.walk(move.to) }, words(move)) : words(move));
    this.facts.replaceChildren(
      at === this.pinned && this.walked.length > 0
        ? html("button", { type: "button", class: "text-button walk-back", onclick: () => this.walk() }, `back to position ${this.walked.at(-1)}`) : "",
      html("p", {}, html("strong", {}, `position ${at}`), " ", html("code", { class: "subformula" }, formula)),
      html("p", { class: "muted small" }, moves.length === 0 ? this.ending(position) : position.all ? "It holds if all moves lead to positions that hold." : "It holds if one move leads to a position that holds."),
      html("div", { class: "cell-list" }, others.map((c) => html("span", { class: "cell" }, html("b", {}, c.cell), ` = ${c.value}`))),
      html("ul", { class: "step-list" }, moves.slice(0, MOST_GAME_MOVES).map(item)),
      moves.length > MOST_GAME_MOVES ? html("p", { class: "muted" }, `and ${moves.length - MOST_GAME_MOVES} more`) : "");
  }

  ending(position) {
    if (position.cut_short) return "What follows is not drawn.";
    return position.all ? "There is no move, and so it holds: nothing can go wrong." : "There is no move, and so it does not hold.";
  }

  subformula(at) {
    return this.positions[at]?.cells?.find((c) => c.cell === "formula")?.value || `position ${at}`;
  }
}

// A game of one line is a run, which the counterexample shows better; it is drawn all the same where a formula holds.
export function gameSection(result) {
  const games = result.claims.filter((c) => c.game && Array.isArray(c.game.positions) && c.game.positions.length > 0);
  return games.length === 0 ? null : section("evidence", "Why, as a game", games.map((c) => new GameView(c).element));
}
