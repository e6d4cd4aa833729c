// A counterexample as a chart sees it: one row for each statement, one lane for each process, arrows for messages.

// A message that waits longer than this is drawn as two ends, so that only near rows matter for what is on the screen.
export const LONGEST_ARROW = 48;

const SNAPSHOT = 256;

export const processNumber = (name) => {
  const match = /(?:\((\d+)\)|#(\d+))$/.exec(name);
  return match ? Number(match[1] ?? match[2]) : Number.MAX_SAFE_INTEGER;
};

// "client(12)" is a member of the family "client", and so is a component "client#12".
const FAMILY = /^(.+?)(?:\((\d+)\)|#(\d+))$/;
// With more lanes than these, families of more than so many members begin as one lane each.
const MOST_LANES = 5;
const MOST_MEMBERS = 3;

// The families of several of these processes, by name.
function familiesOf(names) {
  const families = new Map();
  for (const name of names) {
    const family = FAMILY.exec(name)?.[1];
    if (family !== undefined) families.set(family, [...(families.get(family) ?? []), name]);
  }
  return new Map([...families].filter(([, members]) => members.length > 1));
}

function orderLanes(names) {
  return [...names].sort((a, b) => processNumber(a) - processNumber(b) || (a < b ? -1 : a > b ? 1 : 0));
}

// Whether two statements are the two sides of a handshake, which is one row.
function isOtherSide(sending, receiving) {
  const message = receiving?.messages.find((m) => m.kind === "handshake");
  return Boolean(message && sending?.messages.some((m) => m.kind === "send" && m.channel === message.channel && m.sender === message.sender));
}

// Who received what was sent: channels keep the order, except where a receiver picks from the middle.
function matchMessages(rows, laneOf) {
  const waiting = new Map();
  const arrows = [];
  const end = (row, process) => ({ row, lane: laneOf.get(process) ?? rows[row].lane });
  rows.forEach((row, number) => {
    for (const message of row.messages) {
      const queue = waiting.get(message.channel) ?? [];
      waiting.set(message.channel, queue);
      const label = message.channel === "" ? message.message : `${message.channel}!${message.message}`;
      if (message.kind === "send") {
        const arrow = { label, from: end(number, message.sender), to: null, handshake: false };
        queue.push({ arrow, message: message.message });
        arrows.push(arrow);
        continue;
      }
      const at = Math.max(0, queue.findIndex((sent) => sent.message === message.message));
      const [sent] = queue.splice(at, 1);
      const to = end(number, message.receiver);
      if (message.kind === "handshake") {
        // Both sides are one step: a level arrow.
        const from = { row: number, lane: laneOf.get(message.sender) ?? to.lane };
        if (sent) Object.assign(sent.arrow, { from, to, handshake: true });
        else arrows.push({ label, from, to, handshake: true, undirected: message.undirected });
      } else if (!sent) {
        arrows.push({ label, from: null, to, handshake: false });
      } else if (number - sent.arrow.from.row > LONGEST_ARROW) {
        arrows.push({ label, from: null, to, handshake: false });
      } else {
        sent.arrow.to = to;
      }
    }
  });
  return arrows.sort((a, b) => (a.from ?? a.to).row - (b.from ?? b.to).row);
}

function apply(cells, changes) {
  for (const change of changes) {
    // Of several of one name it is the one with the value that was changed.
    let at = cells.findIndex((c) => c.cell === change.cell && c.value === change.before);
    if (at < 0) at = cells.findIndex((c) => c.cell === change.cell);
    if (at >= 0) cells[at] = { cell: change.cell, value: change.after };
    else cells.push({ cell: change.cell, value: change.after });
  }
}

function settle(cells, afterwards) {
  for (const { cell, before, after } of afterwards) {
    const at = cells.findIndex((c) => c.cell === cell && c.value === before);
    if (at < 0) cells.push({ cell, value: after });
    else if (after === null) cells.splice(at, 1);
    else cells[at] = { cell, value: after };
  }
}

export class Run {
  // `folded`: the families that are one lane each; without it, those that would make the chart too wide to read.
  constructor(violation, soleName, folded = null) {
    this.violation = violation;
    this.steps = violation.steps;
    this.cycleStart = violation.cycleStart;
    const names = new Set();
    const add = (name) => name !== "" && names.add(name);
    for (const step of this.steps) {
      for (const event of step.events) {
        add(event.process);
        for (const message of event.messages) [message.sender, message.receiver].forEach(add);
      }
    }
    const ordered = orderLanes(names);
    this.families = familiesOf(ordered);
    const large = ordered.length > MOST_LANES ? [...this.families].filter(([, members]) => members.length > MOST_MEMBERS) : [];
    this.folded = folded ?? new Set(large.map(([family]) => family));
    const laneName = (process) => {
      const family = FAMILY.exec(process)?.[1];
      return this.folded.has(family) && this.families.has(family) ? `${family} (${this.families.get(family).length})` : process;
    };
    this.lanes = [...new Set(ordered.map(laneName))];
    this.hasProcesses = this.lanes.length > 0;
    if (!this.hasProcesses) this.lanes = [soleName];
    const laneNumbers = new Map(this.lanes.map((name, i) => [name, i]));
    const laneOf = new Map(ordered.map((process) => [process, laneNumbers.get(laneName(process))]));
    this.laneOf = laneOf;
    this.rows = [];
    this.firstRow = [];  // of each step
    this.steps.forEach((step, number) => {
      this.firstRow.push(this.rows.length);
      const events = step.events.length > 0 ? step.events : [null];
      events.forEach((event, i) => {
        if (isOtherSide(events[i - 1], event)) return;
        const lane = event ? laneOf.get(event.process) ?? (this.hasProcesses ? -1 : 0) : -1;
        const partner = isOtherSide(event, events[i + 1]) ? events[i + 1] : null;
        // In the lane of a family a statement says whose it is.
        const member = event && laneName(event.process) !== event.process ? `${processNumber(event.process)}: ` : "";
        this.rows.push({ step: number, event, lane, member, messages: [...(event?.messages ?? []), ...(partner?.messages ?? [])] });
      });
    });
    this.firstRow.push(this.rows.length);
    this.arrows = matchMessages(this.rows, laneOf);
    this.arrowAt = new Map();  // row to the arrows that end or begin there
    for (const arrow of this.arrows) {
      for (const side of [arrow.from, arrow.to]) if (side) this.arrowAt.set(side.row, arrow);
    }
    this.snapshots = [];
  }

  get last() {
    return this.steps.length - 1;
  }

  // The lanes that a step is about.
  lanesOf(step) {
    if (!this.hasProcesses) return new Set([0]);
    return new Set(this.steps[step].events.map((event) => this.laneOf.get(event.process)).filter((lane) => lane !== undefined));
  }

  changesOf(step) {
    return this.steps[step].events.flatMap((event) => event.changes);
  }

  hasMessage(step) {
    return this.steps[step].events.some((event) => event.messages.length > 0);
  }

  // The next step that sends or receives; where there is none, the step itself.
  nextMessage(step) {
    for (let next = step + 1; next <= this.last; ++next) if (this.hasMessage(next)) return next;
    return step;
  }

  // The cells after a step.
  stateAt(step) {
    if (this.steps.length === 0) return [];
    if (this.steps[step].state) return this.steps[step].state;
    if (this.snapshots.length === 0) this.snapshots.push(this.steps[0].state ?? []);
    for (let at = this.snapshots.length; at * SNAPSHOT <= step; ++at) {
      this.snapshots.push(this.walk((at - 1) * SNAPSHOT, at * SNAPSHOT));
    }
    return this.walk(Math.floor(step / SNAPSHOT) * SNAPSHOT, step);
  }

  walk(from, to) {
    const cells = [...this.snapshots[from / SNAPSHOT]];
    for (let step = from + 1; step <= to; ++step) {
      apply(cells, this.changesOf(step));
      settle(cells, this.steps[step].afterwards);
    }
    return cells;
  }
}
