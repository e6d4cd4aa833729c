// Expressions of a model over the values of one state: numbers, truth, names, in the operators that Promela shares with C.
// What has side effects, calls or other data cannot be evaluated here: an error is returned.

const MOST_NESTED = 20;  // constants in terms of others
const OPERATORS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];
const TOKEN = /\s*(?:(\d+)|([A-Za-z_]\w*)|(\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%<>!~()[\].|^&:]))/y;

export class Unknown extends Error {}

function tokens(text) {
  const found = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (!match) throw new Unknown("this cannot be evaluated here");
    found.push(match[1] ?? match[2] ?? match[3]);
  }
  return found;
}

export const isName = (token) => token !== undefined && /^[A-Za-z_]/.test(token);
const isNumber = (token) => token !== undefined && /^\d/.test(token);

// What a cell shows: numbers and truth are numbers, all else stays text.
function valueOf(text) {
  if (/^-?\d+$/.test(text)) return Number(text);
  if (text === "true") return 1;
  if (text === "false") return 0;
  return text;
}

export class Evaluation {
  // `used` receives names and the values that they had.
  constructor(text, cells, process, constants, used, depth = 0) {
    if (depth > MOST_NESTED) throw new Unknown("this cannot be evaluated here");
    this.tokens = tokens(text);
    this.at = 0;
    Object.assign(this, { cells, process, constants, used, depth });
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
    if (level === OPERATORS.length) return this.unary();
    let left = this.binary(level + 1);
    while (OPERATORS[level].includes(this.next)) {
      const operator = this.next;
      ++this.at;
      left = combine(operator, left, this.binary(level + 1));
    }
    return left;
  }

  unary() {
    if (this.take("!")) return number(this.unary()) === 0 ? 1 : 0;
    if (this.take("-")) return -number(this.unary());
    if (this.take("~")) return ~number(this.unary());
    if (this.take("(")) {
      const value = this.binary(0);
      this.expect(")");
      return value;
    }
    if (isNumber(this.next)) return Number(this.tokens[this.at++]);
    if (isName(this.next)) return this.reference();
    throw new Unknown(this.next === undefined ? "an operand is missing at the end" : `unexpected '${this.next}'`);
  }

  // A cell by its name: "x", "level[k]", "user(2).k", "message.kind".
  reference() {
    let name = this.tokens[this.at++];
    if (name === "true" || name === "skip") return 1;
    if (name === "false") return 0;
    if (this.next === "(") {
      ++this.at;
      const argument = this.binary(0);
      this.expect(")");
      if (this.next !== ".") throw new Unknown(`'${name}' is not a variable`);
      name += `(${argument})`;
    }
    for (;;) {
      if (this.take("[")) {
        name += `[${this.binary(0)}]`;
        this.expect("]");
      } else if (this.next === "." && isName(this.tokens[this.at + 1])) {
        name += `.${this.tokens[this.at + 1]}`;
        this.at += 2;
      } else {
        return this.look(name);
      }
    }
  }

  look(name) {
    for (const whole of [`${this.process}.${name}`, name]) {
      const text = this.cells.get(whole);
      if (text === undefined) continue;
      this.used.set(name, text);
      return valueOf(text);
    }
    const element = /^(.*)\[(\d+)\]$/.exec(name);
    const list = element && (this.cells.get(`${this.process}.${element[1]}`) ?? this.cells.get(element[1]));
    if (list && /^\[.*\]$/.test(list)) {
      const text = list.slice(1, -1).split(",")[Number(element[2])]?.trim();
      if (text !== undefined) {
        this.used.set(name, text);
        return valueOf(text);
      }
    }
    const constant = this.constants.get(name);
    if (constant !== undefined) {
      const value = new Evaluation(constant, this.cells, this.process, this.constants, this.used, this.depth + 1).whole();
      if (/^\d+$/.test(constant)) this.used.set(name, constant);
      return value;
    }
    if (!/[[.(]/.test(name)) return name;  // a constant, which is its name, or a variable that this state does not have
    throw new Unknown(`'${name}' has no value here`);
  }
}

function number(value) {
  if (typeof value !== "number") throw new Unknown(`'${value}' has no value here`);
  return value;
}

function combine(operator, left, right) {
  if (operator === "==") return left === right ? 1 : 0;
  if (operator === "!=") return left === right ? 0 : 1;
  const [a, b] = [number(left), number(right)];
  if ((operator === "/" || operator === "%") && b === 0) throw new Unknown("division by zero");
  return {
    "||": () => (a || b ? 1 : 0), "&&": () => (a && b ? 1 : 0), "|": () => a | b, "^": () => a ^ b, "&": () => a & b,
    "<": () => (a < b ? 1 : 0), "<=": () => (a <= b ? 1 : 0), ">": () => (a > b ? 1 : 0), ">=": () => (a >= b ? 1 : 0),
    "<<": () => a << b, ">>": () => a >> b, "+": () => a + b, "-": () => a - b, "*": () => a * b, "/": () => Math.trunc(a / b), "%": () => a % b,
  }[operator]();
}
