// The result that this page shows. Older results, and those of other programs, may lack parts of it: what is missing is
// empty here, so that the views need not ask.

import { constantsOf } from "./evaluation.js";

const list = (value) => (Array.isArray(value) ? value : []);
const record = (value) => (value !== null && typeof value === "object" && !Array.isArray(value) ? value : {});
const text = (value) => (typeof value === "string" ? value : "");

const readPlace = (at) => (at && at.file ? { file: text(at.file), line: Number(at.line) || 1 } : null);

// Components that synchronise are joined by a line, from each to the next: there is no sender among them.
function communications(event) {
  const names = list(event.participants).map(String);
  return names.slice(1).map((name, i) => ({ kind: "handshake", channel: "", message: i === 0 ? text(event.statement) : "", sender: names[i], receiver: name, undirected: true }));
}

function readEvent(value) {
  const event = record(value);
  return {
    process: text(event.process) || text(list(event.participants)[0]),
    statement: text(event.statement),
    at: readPlace(event.at),
    changes: list(event.changes).map((c) => ({ cell: text(c.cell), before: text(c.before), after: text(c.after) })),
    messages: list(event.messages).map((m) => ({
      kind: text(m.kind),
      channel: text(m.channel),
      message: text(m.message),
      sender: text(m.sender),
      receiver: text(m.receiver),
    })).concat(communications(event)),
    output: list(event.output).map(String),
    participants: list(event.participants).map(String),
  };
}

const readCells = (cells) => list(cells).map((c) => ({ cell: text(c.cell), value: text(c.value) }));

export function readViolation(value) {
  const violation = record(value);
  const cycle = violation.cycle ? record(violation.cycle) : null;
  const steps = list(violation.trace).map((step) => ({
    events: list(record(step).events).map(readEvent),
    state: record(step).state ? readCells(step.state) : null,
    // What the step left otherwise than its statements say: variables reset, processes gone.
    propositions: list(record(step).propositions).map(Boolean),
    afterwards: list(record(step).afterwards).map((a) => ({ cell: text(a.cell), before: a.before ?? null, after: a.after ?? null })),
  }));
  return {
    kind: text(violation.kind),
    message: text(violation.message),
    at: readPlace(violation.at),
    claim: text(violation.claim),
    cycleStart: cycle ? Number(cycle.start) || 0 : null,
    steps,
    propositions: list(violation.propositions).map(String),
    standing: list(violation.standing).map((p) => ({ process: text(record(p).process), at: readPlace(record(p).at), next: text(record(p).next) })),
  };
}

function readGraph(value) {
  if (!value) return null;
  const graph = record(value);
  const part = (g) => (g ? { initialCount: Number(g.initial_count) || 1, states: list(g.states), edges: list(g.edges) } : null);
  return {
    cells: list(graph.cells),
    values: list(graph.values),
    labels: list(graph.labels),
    reduced: part(graph.reduced),
    expanded: part(graph.expanded),
    orbit: list(graph.orbit),
    paths: list(graph.paths).map((p) => ({ reduced: list(p.reduced), expanded: list(p.expanded) })),
    nearRuns: graph.near_runs === true,
    remark: text(graph.remark),
  };
}

function readDiagram(value) {
  if (!value) return null;
  return {
    items: list(value.items).map((i) => ({
      name: text(i.name),
      token: text(i.token),
      kind: text(i.kind),
      signature: text(i.signature),
    })),
    links: list(value.links),
    observedStates: Number(value.observed_states) || 0,
  };
}

// What there is to know beside the verdict. Results of older programs have it in keys of their own.
function readRemarks(raw) {
  const remark = (kind, message, at = null, bearsOnVerdict = false) => ({ kind, message, at, bearsOnVerdict });
  if (Array.isArray(raw.remarks)) {
    return raw.remarks.map(record).filter((r) => !r.expected)
      .map((r) => remark(text(r.kind), text(r.message), readPlace(r.at), r.bears_on_verdict === true));
  }
  return [
    ...list(raw.assumed).map((a) => remark("assumed_size", String(a))),
    ...list(raw.vacuous).map(record).map((v) => remark("vacuous", `${text(v.claim)} is vacuously true: its condition is never met: ${text(v.condition)}`, readPlace(v.at), true)),
    // What nothing in the text leads to is no news, such as the end of a loop that is never left.
    ...list(raw.unreached).map(record).flatMap((part) => list(part.places).filter((p) => !p.without_way)
      .map((p) => remark("unreached", `never reached: ${text(part.part)}${p.statement ? `, ${text(p.statement)}` : ""}`, readPlace(p)))),
  ];
}

// What an expression is evaluated with besides a state.
function readContext(raw) {
  return { language: text(raw.language), constants: constantsOf(list(raw.sources).map((s) => text(record(s).text)), list(raw.arguments).map(String)) };
}

export function readResult(raw) {
  const symmetry = record(raw.symmetry);
  return {
    raw,
    model: text(raw.model),
    language: text(raw.language),
    context: readContext(raw),
    version: text(raw.version),
    verdict: text(raw.verdict),
    reason: text(raw.reason),
    searchOrder: text(raw.search_order),
    arguments: list(raw.arguments).map(String),
    command: list(raw.command).map(String),
    seconds: record(raw.seconds),
    symmetry: {
      strategy: text(symmetry.strategy),
      detect: text(symmetry.detect),
      order: String(symmetry.order ?? "1"),
      structure: text(symmetry.structure),
      represents: symmetry.represents ? String(symmetry.represents) : "",
      generators: list(symmetry.generators).map(String),
      brokenBy: list(symmetry.broken_by).map(String),
      moved: list(symmetry.moved).map((m) => ({
        name: text(m.name),
        token: text(m.token),
        kind: text(m.kind),
        orbit: Number(m.orbit) || 0,
      })),
    },
    claims: list(raw.claims).map(record),
    notChecked: list(raw.not_checked).map(String),
    remarks: readRemarks(raw),
    violations: list(raw.violations).map(readViolation),
    sources: list(raw.sources).map((s) => ({ file: text(s.file), text: text(s.text) })),
    growth: list(raw.growth).map(record),
    diagram: readDiagram(raw.diagram),
    graph: readGraph(raw.graph),
  };
}
