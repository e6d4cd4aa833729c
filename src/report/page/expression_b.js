// Expressions and predicates of B over the values of one state: numbers, elements, pairs, finite sets, relations and
// functions. What needs types (POW, quantifiers, sets of all elements) cannot be evaluated here: an error is returned.

import { Unknown, isName } from "./expression.js";

const MACHINE_TOKEN = /\s*(?:(\d+)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|("[^"]*")|(<=>|\|->|<->|<\||\|>|<<\||\|>>|<\+|\/<:|\/:|\/=|<:|<=|>=|=>|\\\/|\/\\|\.\.|[-+*/=<>:&(){}[\],~;]))/y;
// Tighter from row to row; all of them group to the left.
const MACHINE_OPERATORS = [["<=>"], ["=>"], ["or", "&"], ["=", "/=", ":", "/:", "<:", "/<:", "<", ">", "<=", ">="], ["|->"], ["\\/", "/\\", "<|", "|>", "<<|", "|>>", "<+"], [".."], ["+", "-"], ["*", "/", "mod"]];
const MOST_ELEMENTS = 100_000;  // numbers of an interval, or pairs of a product

const isSet = (value) => value instanceof Map;
const isPair = (value) => Array.isArray(value);

// As the program prints it, so that equal values have equal texts.
export function textOf(value) {
  if (value === true || value === false) return String(value);
  if (isPair(value)) return `(${textOf(value[0])}|->${textOf(value[1])})`;
  if (isSet(value)) return `{${[...value.keys()].join(",")}}`;
  return String(value);
}

const setOf = (values) => new Map(values.map((v) => [textOf(v), v]));
const equal = (a, b) => (isSet(a) && isSet(b) ? a.size === b.size && [...a.keys()].every((k) => b.has(k)) : textOf(a) === textOf(b));

function machineTokens(text) {
  const found = [];
  MACHINE_TOKEN.lastIndex = 0;
  while (MACHINE_TOKEN.lastIndex < text.trimEnd().length) {
    const match = MACHINE_TOKEN.exec(text);
    if (!match) throw new Unknown("this cannot be evaluated here");
    found.push(match[1] ?? match[2] ?? match[3] ?? match[4]);
  }
  return found;
}

function integer(value) {
  if (typeof value !== "number") throw new Unknown(`'${textOf(value)}' is not a number`);
  return value;
}
function truth(value) {
  if (typeof value !== "boolean") throw new Unknown(`'${textOf(value)}' is not a predicate`);
  return value;
}
function set(value) {
  if (!isSet(value)) throw new Unknown(`'${textOf(value)}' is not a known set`);
  return value;
}
function pairs(value) {
  const list = [...set(value).values()];
  if (!list.every(isPair)) throw new Unknown("this is not a relation");
  return list;
}

function interval(a, b) {
  if (b - a > MOST_ELEMENTS) throw new Unknown("this set is too large");
  return setOf(Array.from({ length: Math.max(0, b - a + 1) }, (_, i) => a + i));
}
function product(a, b) {
  if (a.size * b.size > MOST_ELEMENTS) throw new Unknown("this set is too large");
  return setOf([...a.values()].flatMap((x) => [...b.values()].map((y) => [x, y])));
}
const keep = (value, wanted) => setOf([...value.values()].filter(wanted));
const domainOf = (relation) => setOf(pairs(relation).map(([x]) => x));
const rangeOf = (relation) => setOf(pairs(relation).map(([, y]) => y));

function apply(relation, argument) {
  const images = pairs(relation).filter(([x]) => equal(x, argument)).map(([, y]) => y);
  if (images.length !== 1) throw new Unknown(`no value at ${textOf(argument)}`);
  return images[0];
}

function divided(a, b) {
  if (b === 0) throw new Unknown("division by zero");
  return Math.trunc(a / b);
}

const MACHINE_FUNCTIONS = {
  card: (s) => set(s).size,
  dom: domainOf,
  ran: rangeOf,
  max: (s) => extreme(s, Math.max),
  min: (s) => extreme(s, Math.min),
  size: (s) => set(s).size,
  union: (s) => setOf([...set(s).values()].flatMap((inner) => [...set(inner).values()])),
  not: (p) => !truth(p),
  bool: (p) => (truth(p) ? "TRUE" : "FALSE"),
};

function extreme(value, choose) {
  const list = [...set(value).values()].map(integer);
  if (list.length === 0) throw new Unknown("this set is empty");
  return choose(...list);
}

function machineOperation(operator, a, b) {
  switch (operator) {
    case "<=>": return truth(a) === truth(b);
    case "=>": return !truth(a) || truth(b);
    case "or": return truth(a) || truth(b);
    case "&": return truth(a) && truth(b);
    case "=": return equal(a, b);
    case "/=": return !equal(a, b);
    case ":": return belongs(a, b);
    case "/:": return !belongs(a, b);
    case "<:": return [...set(a).values()].every((x) => belongs(x, b));
    case "/<:": return ![...set(a).values()].every((x) => belongs(x, b));
    case "<": return integer(a) < integer(b);
    case ">": return integer(a) > integer(b);
    case "<=": return integer(a) <= integer(b);
    case ">=": return integer(a) >= integer(b);
    case "|->": return [a, b];
    case "\\/": return new Map([...set(a), ...set(b)]);
    case "/\\": return keep(set(a), (x) => set(b).has(textOf(x)));
    case "<|": return setOf(pairs(b).filter(([x]) => set(a).has(textOf(x))));
    case "|>": return setOf(pairs(a).filter(([, y]) => set(b).has(textOf(y))));
    case "<<|": return setOf(pairs(b).filter(([x]) => !set(a).has(textOf(x))));
    case "|>>": return setOf(pairs(a).filter(([, y]) => !set(b).has(textOf(y))));
    case "<+": return setOf([...pairs(a).filter(([x]) => !domainOf(b).has(textOf(x))), ...pairs(b)]);
    case "..": return interval(integer(a), integer(b));
    case "+": return integer(a) + integer(b);
    case "-": return isSet(a) ? keep(a, (x) => !set(b).has(textOf(x))) : integer(a) - integer(b);
    case "*": return isSet(a) ? product(a, set(b)) : integer(a) * integer(b);
    case "/": return divided(integer(a), integer(b));
    default: return integer(a) - integer(b) * Math.floor(divided(integer(a), integer(b)));
  }
}

const NUMBER_SETS = { NAT: 0, NATURAL: 0, NAT1: 1, NATURAL1: 1, INT: -Infinity, INTEGER: -Infinity };
function belongs(value, whole) {
  if (Object.hasOwn(NUMBER_SETS, whole)) return integer(value) >= NUMBER_SETS[whole];
  if (whole === "BOOL") return value === "TRUE" || value === "FALSE";
  return set(whole).has(textOf(value));
}

class Machine {
  constructor(text, look) {
    this.tokens = machineTokens(text);
    this.at = 0;
    this.look = look;
  }

  get next() {
    return this.tokens[this.at];
  }

  take(token) {
    if (this.next !== token) return false;
    ++this.at;
    return true;
  }

  expect(token) {
    if (!this.take(token)) throw new Unknown(this.next === undefined ? `'${token}' is missing at the end` : `'${token}' expected before '${this.next}'`);
  }

  whole() {
    const value = this.binary(0);
    if (this.next !== undefined) throw new Unknown(`unexpected '${this.next}'`);
    return value;
  }

  binary(level) {
    if (level === MACHINE_OPERATORS.length) return this.unary();
    let left = this.binary(level + 1);
    while (MACHINE_OPERATORS[level].includes(this.next)) {
      const operator = this.next;
      ++this.at;
      left = machineOperation(operator, left, this.binary(level + 1));
    }
    return left;
  }

  unary() {
    if (this.take("-")) return -integer(this.unary());
    let value = this.operand();
    for (;;) {
      if (this.take("(")) {
        const argument = this.binary(0);
        this.expect(")");
        value = apply(value, argument);
      } else if (this.take("[")) {
        const from = set(this.binary(0));
        this.expect("]");
        value = setOf(pairs(value).filter(([x]) => from.has(textOf(x))).map(([, y]) => y));
      } else if (this.take("~")) {
        value = setOf(pairs(value).map(([x, y]) => [y, x]));
      } else {
        return value;
      }
    }
  }

  list(end) {
    const values = [];
    if (this.take(end)) return values;
    do values.push(this.binary(0)); while (this.take(","));
    this.expect(end);
    return values;
  }

  operand() {
    const token = this.next;
    if (token === undefined) throw new Unknown("an operand is missing at the end");
    ++this.at;
    if (/^\d/.test(token)) return Number(token);
    if (token.startsWith('"')) return token;
    if (token === "{") return setOf(this.list("}"));
    if (token === "[") return setOf(this.list("]").map((v, i) => [i + 1, v]));
    if (token === "(") {
      let value = this.binary(0);
      while (this.take(",")) value = [value, this.binary(0)];
      this.expect(")");
      return value;
    }
    if (!isName(token)) throw new Unknown(`unexpected '${token}'`);
    if (Object.hasOwn(MACHINE_FUNCTIONS, token) && this.take("(")) {
      const argument = this.binary(0);
      this.expect(")");
      return MACHINE_FUNCTIONS[token](argument);
    }
    return this.look(token);
  }
}

// A value as the program prints it: an element of a set is its name.
const machineValue = (text) => new Machine(text, (name) => name).whole();

// The value of an expression, with `cells` as a map from names to texts; `used` receives what was read.
export function evaluateMachine(text, cells, used) {
  return new Machine(text, (name) => {
    const found = cells.get(name);
    if (found === undefined) return name;
    used.set(name, found);
    return machineValue(found);
  }).whole();
}
