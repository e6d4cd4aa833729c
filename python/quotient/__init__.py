"""Quotient, a model checker that explores models up to symmetry.

    import quotient
    model = quotient.load("peterson.pml", defines=["N=4"])
    result = model.check(seconds=60)
    print(result.verdict, result.states, result.represents)

Options of `check`, `symmetry` and `explorer` are those of `quotient help check`, by the names of quotient::api::Options:
properties, formulas, ltl, ctl, symmetry, main_array, rules, check_rules, audit, detect, conjugates, patience, steps, skip_sequential,
partial_order, search, store, engine, weak_fairness, strong_fairness, fair_to, all_violations, threads, paranoid, seconds, memory_bytes,
max_states, max_depth, spill.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from . import _native
from ._native import State

__all__ = [
    "Change", "Claim", "Diagnostic", "Event", "Explorer", "Finding", "Model", "Place", "Progress", "Reduction", "Remark", "Result",
    "State", "Step", "Successor", "Successors", "Symmetry", "SymmetryGroup", "Violation", "Visit", "load", "version",
]


def version() -> str:
    """Of the library: "0.2.0"."""
    return _native.version()


@dataclass(frozen=True)
class Place:
    """Of a text. Lines and columns count from 1, columns in bytes."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def _place(value: dict[str, Any] | None) -> Place | None:
    return None if value is None else Place(**value)


@dataclass(frozen=True)
class Diagnostic:
    """Something to know about the text of a model."""

    is_error: bool
    begin: Place | None
    end: Place | None
    message: str
    suggestion: str  # completes "did you mean …?"; empty: none

    def __str__(self) -> str:
        where = f"{self.begin}: " if self.begin else ""
        near = f", did you mean '{self.suggestion}'?" if self.suggestion else ""
        return f"{where}{'error' if self.is_error else 'warning'}: {self.message}{near}"


def _diagnostics(values: list[dict[str, Any]]) -> tuple[Diagnostic, ...]:
    return tuple(Diagnostic(**{**d, "begin": _place(d["begin"]), "end": _place(d["end"])}) for d in values)


@dataclass(frozen=True)
class Progress:
    """How far a search has come."""

    states: int
    waiting: int
    depth: int
    memory_bytes: int
    seconds: float


@dataclass(frozen=True)
class SymmetryGroup:
    """What is interchangeable in a model, alone or together with one of its claims."""

    claim: str  # empty: the program alone
    order: int
    structure: str  # "S3 × (S2 ≀ S3)"
    families: tuple[tuple[str, ...], ...]
    generators: tuple[str, ...]
    broken_by: tuple[str, ...]

    def _repr_html_(self) -> str:
        title = f"{self.structure}, {_number(self.order)} permutations" if self.order > 1 else "no symmetry"
        rows = "".join(f"<li>{_chips(family, hue)}</li>" for hue, family in zip(_hues(), self.families))
        breaks = "".join(f"<li>{escape(b)}</li>" for b in self.broken_by)
        return (f"<div><b>{escape(title)}</b>{f' with {escape(self.claim)}' if self.claim else ''}<ul>{rows}</ul>"
                + (f"<p>What prevents more:</p><ul>{breaks}</ul>" if breaks else "") + "</div>")


@dataclass(frozen=True)
class Symmetry:
    """The groups of a model: of the program first, then with each claim."""

    error: str  # why there is no answer; else empty
    groups: tuple[SymmetryGroup, ...]

    @property
    def order(self) -> int:
        return self.groups[0].order if self.groups else 1

    @property
    def structure(self) -> str:
        return self.groups[0].structure if self.groups else ""

    def _repr_html_(self) -> str:
        return escape(self.error) or "".join(g._repr_html_() for g in self.groups)


@dataclass(frozen=True)
class Change:
    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Event:
    """A statement, operation or multi-action of a run."""

    process: str  # "client(2)"; empty where the language has no processes
    statement: str
    at: Place | None
    changes: tuple[Change, ...]
    output: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    events: tuple[Event, ...]
    propositions: tuple[bool, ...] = ()  # which of Violation.propositions hold afterwards


def _event(value: dict[str, Any]) -> Event:
    changes = tuple(Change(**c) for c in value["changes"])
    return Event(value["process"], value["statement"], _place(value["at"]), changes, tuple(value["output"]))


def _step(value: dict[str, Any]) -> Step:
    return Step(tuple(_event(e) for e in value["events"]), tuple(value.get("propositions", ())))


@dataclass(frozen=True)
class Violation:
    """Something wrong, and a run of the model that leads there: how it begins, then a step each."""

    kind: str  # "assertion", "deadlock", "invariant", "ltl", …
    claim: str
    message: str
    at: Place | None
    length: int
    steps: tuple[Step, ...]
    cycle_start: int | None  # the steps behind this one repeat for ever
    last_state: Mapping[str, str]
    standing: tuple[Event, ...]
    propositions: tuple[str, ...] = ()  # of the formula that is violated

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.message)}, after {self.length} steps</p>{_chart(self)}"


@dataclass(frozen=True)
class Claim:
    name: str
    verdict: str
    states: int
    transitions: int


@dataclass(frozen=True)
class Remark:
    """Something to know beside the verdict."""

    kind: str
    message: str
    at: Place | None
    bears_on_verdict: bool


@dataclass(frozen=True)
class Reduction:
    """How symmetry was used by a check."""

    strategy: str
    order: int
    generators: tuple[str, ...]
    broken_by: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """What a check came to."""

    verdict: str  # "verified", "violated", "wrong input", "incomplete", "internal error"
    reason: str
    diagnostics: tuple[Diagnostic, ...]
    exact: bool
    states: int
    transitions: int
    max_depth: int
    represents: int | None  # number of states that these represent; None: not known
    seconds: float
    memory_bytes: int
    symmetry: Reduction
    claims: tuple[Claim, ...]
    not_checked: tuple[str, ...]
    violations: tuple[Violation, ...]
    assumed: str
    remarks: tuple[Remark, ...]

    def __bool__(self) -> bool:
        """Whether everything was verified."""
        return self.verdict == "verified"

    def _repr_html_(self) -> str:
        colour = {"verified": "#2c7a57", "violated": "#b4433c"}.get(self.verdict, "#815a0c")
        represents = f", representing {_number(self.represents)}" if self.represents not in (None, self.states) else ""
        figures = f"{self.states:,} states{represents}, {self.transitions:,} transitions, {self.seconds:.3g} s"
        if self.symmetry.order > 1:
            figures += f", symmetry of order {_number(self.symmetry.order)}"
        run = self.violations[0]._repr_html_() if self.violations else ""
        return f'<div><b style="color: {colour}">{escape(self.verdict)}</b> {escape(self.reason)}<br>{escape(figures)}{run}</div>'


def _number(number: int) -> str:
    """1,234,567; beyond 15 digits 2.65 × 10^32, as everywhere in Quotient."""
    digits = str(number)
    return f"{number:,}" if len(digits) <= 15 else f"{digits[0]}.{digits[1:3]} × 10^{len(digits) - 1}"


def _result(value: dict[str, Any]) -> Result:
    symmetry = value["symmetry"]
    violations = tuple(
        Violation(**{**v, "at": _place(v["at"]), "steps": tuple(_step(s) for s in v["steps"]), "standing": tuple(_event(e) for e in v["standing"]), "propositions": tuple(v["propositions"])})
        for v in value["violations"])
    return Result(**{
        **value,
        "diagnostics": _diagnostics(value["diagnostics"]),
        "represents": int(value["represents"]) if value["represents"] else None,
        "symmetry": Reduction(symmetry["strategy"], int(symmetry["order"]), tuple(symmetry["generators"]), tuple(symmetry["broken_by"])),
        "claims": tuple(Claim(**c) for c in value["claims"]),
        "not_checked": tuple(value["not_checked"]),
        "violations": violations,
        "remarks": tuple(Remark(**{**r, "at": _place(r["at"])}) for r in value["remarks"]),
    })


@dataclass(frozen=True)
class Finding:
    """Something wrong in a state or along a step."""

    kind: str
    message: str
    at: Place | None


def _finding(value: dict[str, Any] | None) -> Finding | None:
    return None if value is None else Finding(value["kind"], value["message"], _place(value["at"]))


@dataclass(frozen=True)
class Successor:
    """A step from a state; without one where it ended in an error, which `finding` has."""

    state: State | None
    label: str
    actor: str
    finding: Finding | None


@dataclass(frozen=True)
class Successors:
    steps: tuple[Successor, ...]
    findings: tuple[Finding, ...]
    incomplete: str  # why there are no steps although there may be some; else empty

    def __iter__(self) -> Iterator[Successor]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)


def _successors(value: dict[str, Any]) -> Successors:
    steps = tuple(Successor(s["state"], s["label"], s["actor"], _finding(s["finding"])) for s in value["steps"])
    findings = tuple(Finding(f["kind"], f["message"], _place(f["at"])) for f in value["findings"])
    return Successors(steps, findings, value["incomplete"])


@dataclass(frozen=True)
class Visit:
    state: State
    depth: int  # steps from an initial state, at least
    orbit_size: int | None  # number of states that it represents; None: not known


class Explorer:
    """Steps through the states of a model, without its claims. For one thread at a time."""

    def __init__(self, native: _native.Explorer) -> None:
        self._native = native

    @property
    def order(self) -> int:
        """Of the group up to which `reachable` visits states: 1 where it visits all."""
        return int(self._native.order())

    def initial(self) -> Successors:
        return _successors(self._native.initial())

    def successors(self, state: State) -> Successors:
        return _successors(self._native.successors(state))

    def next(self, state: State) -> list[State]:
        """Only where the steps lead, of those that complete: ten times as fast."""
        return self._native.next(state)

    def explain(self, state: State, step: int) -> Step:
        """What happens in the step of this number."""
        return _step(self._native.explain(state, step))

    def describe(self, state: State) -> dict[str, str]:
        """The values of all variables."""
        return self._native.describe(state)

    def reachable(self) -> Iterator[Visit]:
        """The reachable states, breadth-first, or one of every orbit. RuntimeError where some may have been left out."""
        visits = self._native.reachable()
        for visit in visits:
            yield Visit(visit["state"], visit["depth"], int(visit["orbit_size"]) if visit["orbit_size"] else None)
        if visits.incomplete():
            raise RuntimeError(visits.incomplete())


class Model:
    """A model that was read. Immutable; several threads may use it at once."""

    def __init__(self, native: _native.Model) -> None:
        self._native = native

    @property
    def ok(self) -> bool:
        """No errors."""
        return self._native.ok()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return _diagnostics(self._native.diagnostics())

    @property
    def language(self) -> str:
        return self._native.language()

    @property
    def claims(self) -> tuple[str, ...]:
        return tuple(self._native.claims())

    def symmetry(self, **options: Any) -> Symmetry:
        """Finds what is interchangeable, without exploring."""
        found = self._native.symmetry(options)
        groups = tuple(
            SymmetryGroup(g["claim"], int(g["order"]), g["structure"], tuple(tuple(f) for f in g["families"]), tuple(g["generators"]), tuple(g["broken_by"]))
            for g in found["groups"])
        return Symmetry(found["error"], groups)

    def check(self, *, progress: Callable[[Progress], object] | None = None, **options: Any) -> Result:
        """Explores and verifies. `progress` is called a few times a second; what it raises ends the check."""
        hear = None if progress is None else lambda p: progress(Progress(**p))
        return _result(self._native.check(options, hear))

    def explorer(self, **options: Any) -> Explorer:
        """For programs that look at states themselves. ValueError where there is nothing to explore."""
        native = self._native.explorer(options)
        if native.error():
            raise ValueError(native.error())
        return Explorer(native)

    def _repr_html_(self) -> str:
        if not self.ok:
            return "<pre>" + escape("\n".join(map(str, self.diagnostics))) + "</pre>"
        return f"<div>{escape(self.language)} model</div>" + self.symmetry()._repr_html_()


def load(path: str | os.PathLike[str] = "", *, text: str | None = None, language: str = "auto", defines: Sequence[str] = (),
         include_paths: Sequence[str] = (), set_sizes: Mapping[str, int] | None = None, min_int: int | None = None,
         max_int: int | None = None, refinement: bool = False, goal: str = "",
         scope: str = "", solver: bool = True) -> Model:
    """Reads a model; `text` instead of what the file holds. Whether it is right is reported by `ok` and `diagnostics`."""
    return Model(_native.Model.load({
        "path": os.fspath(path) or "model", "text": text, "language": language, "defines": list(defines), "include_paths": list(include_paths),
        "set_sizes": dict(set_sizes or {}), "min_int": min_int, "max_int": max_int,
        "refinement": refinement, "goal": goal, "scope": scope, "solver": solver,
    }))


# Static figures for notebooks: no script, and text of a model only as text.

_MOST_ROWS = 60
_LANE, _ROW = 150, 30


def _hues() -> Iterator[int]:
    number = 0
    while True:
        yield round((205 + number * 222.5) % 360)
        number += 1


def _chips(names: Sequence[str], hue: int) -> str:
    style = f"background: hsl({hue} 52% 84%); color: #222; border-radius: 10px; padding: 0 8px; margin: 1px"
    shown = "".join(f'<span style="{style}">{escape(n)}</span> ' for n in names[:40])
    return shown + (f"and {len(names) - 40} more" if len(names) > 40 else "")


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _chart(violation: Violation) -> str:
    """The last steps of a run: a lane for each process, a row for each statement, the failing one in red."""
    rows = [(number, event) for number, step in enumerate(violation.steps) for event in step.events]
    left_out = max(0, len(rows) - _MOST_ROWS)
    rows = rows[left_out:]
    lanes = sorted({e.process for _, e in rows}, key=lambda name: (len(name), name))
    x = {name: 60 + _LANE * (i + 0.5) for i, name in enumerate(lanes)}
    height = _ROW * (len(rows) + 1) + 10
    parts = []
    for name in lanes:
        parts.append(f'<line x1="{x[name]}" y1="{_ROW}" x2="{x[name]}" y2="{height}" stroke="#bbb" stroke-dasharray="3 4"/>')
        parts.append(f'<text x="{x[name]}" y="18" text-anchor="middle" font-weight="bold">{escape(_cut(name, 20))}</text>')
    for i, (number, event) in enumerate(rows):
        y = _ROW * (i + 1.5)
        failing = i == len(rows) - 1 and violation.cycle_start is None
        words = escape(_cut(event.statement, 20))
        parts.append(f'<text x="40" y="{y + 4}" text-anchor="end" fill="#666">{number}</text>')
        parts.append(f'<rect x="{x[event.process] - 68}" y="{y - 11}" width="136" height="22" rx="5" fill="#fff" stroke="{"#b4433c" if failing else "#ccc"}"/>')
        parts.append(f'<text x="{x[event.process]}" y="{y + 4}" text-anchor="middle" fill="{"#b4433c" if failing else "#222"}"><title>{escape(event.statement)}</title>{words}</text>')
    note = f"<p>without the first {left_out} statements</p>" if left_out else ""
    return (f'{note}<svg xmlns="http://www.w3.org/2000/svg" width="{70 + _LANE * max(1, len(lanes))}" height="{height}" '
            f'font-family="monospace" font-size="11" role="img" aria-label="message sequence chart">{"".join(parts)}</svg>')
