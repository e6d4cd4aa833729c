// Expressions over the values of one state, in the language of the model.

import { Evaluation, Unknown } from "./expression.js";
import { evaluateMachine, textOf } from "./expression_b.js";

// What names of the text that are no variables mean: macros without parameters that have one definition, or one given
// on the command line, whose words are `given`.
export function constantsOf(texts, given) {
  const constants = new Map();
  const ambiguous = new Set();
  for (const text of texts) {
    for (const [, name, body] of text.replaceAll(/\\\r?\n/g, " ").matchAll(/^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+(.*)$/gm)) {
      const value = body.replaceAll(/\/\*.*?\*\/|\/\/.*$/g, " ").trim();
      if (constants.has(name) && constants.get(name) !== value) ambiguous.add(name);
      constants.set(name, value);
    }
  }
  for (const name of ambiguous) constants.delete(name);
  const definitions = given.flatMap((word, i) => (word === "-D" && i + 1 < given.length ? [given[i + 1]] : /^-D./.test(word) ? [word.slice(2)] : []));
  for (const definition of definitions) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=(.*))?$/.exec(definition) ?? [];
    if (name) constants.set(name, value ?? "1");
  }
  return constants;
}

const NO_CONTEXT = { language: "promela", constants: new Map() };

// The value of an expression in a state, given as a list of {cell, value}; `process` is whose local names are meant,
// `context` the language of the model and the constants of its text. Either {value, used}, with the cells that were
// read, or {error, used}.
export function evaluate(text, cells, process = "", { language, constants } = NO_CONTEXT) {
  const used = new Map();
  const values = new Map(cells.map((c) => [c.cell, c.value]));
  try {
    const value = language === "b" ? evaluateMachine(text, values, used) : new Evaluation(text, values, process, constants, used).whole();
    // A lone name without a cell is more likely a mistake than a constant.
    if (used.size === 0 && typeof value === "string") return { error: `'${value}' has no value here`, used };
    return { value: typeof value === "object" ? textOf(value) : value, used };
  } catch (error) {
    if (error instanceof Unknown) return { error: error.message, used };
    throw error;
  }
}

// "inside is 2, k is 1": the values that an expression depends on.
export function usedInWords({ used }) {
  return [...used].map(([name, value]) => `${name} is ${value}`).join(", ");
}
