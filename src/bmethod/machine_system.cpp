#include "bmethod/machine_system.hpp"

#include <algorithm>

#include "bmethod/symmetry/machine_action.hpp"
#include "bmethod/symmetry/state_parts.hpp"

namespace quotient::bmethod {

CompiledMachine::CompiledMachine(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)),
      labels_(parts_->program),
      elements_(std::make_unique<MachineSymmetry>(parts_->program, parts_->sets, has_setup_states())) {}

CompiledMachine::~CompiledMachine() = default;

Symmetry CompiledMachine::symmetry() const {
  Symmetry made = elements_->elements().symmetry(parts_->sets);
  made.action = machine_action(*elements_);
  return made;
}

std::unique_ptr<StepGenerator> CompiledMachine::generator() const {
  return make_generator(*this, options().up_to_symmetry);
}

std::unique_ptr<StepGenerator> CompiledMachine::WholeMachine::generator() const {
  return make_generator(machine_, false);
}

Assumptions CompiledMachine::assumptions() const {
  Assumptions made;
  for (const SetSize& set : parts_->sizes) {
    if (set.deferred) made.sizes.push_back({set.name, set.size, set.reason, set.other});
  }
  made.integers = {program().limits.min_int, program().limits.max_int};
  return made;
}

std::string CompiledMachine::label(StepLabel label) const { return labels_.text(label, types()); }

std::vector<CellValue> CompiledMachine::describe(StateView state) const {
  std::vector<CellValue> cells;
  const std::uint8_t* bytes = state.data();
  const std::uint8_t* end = bytes + state.size();
  Phase phase = Phase::initialised;
  if (has_setup_states()) phase = static_cast<Phase>(*bytes++);
  Arena arena;
  const auto add = [&](const std::vector<Cell>& from) {
    for (const Cell& cell : from) {
      const Value value = cell.fixed ? cell.value : decode(arena, cell.type, bytes, end);
      cells.push_back({cell.name, types().text(cell.type, value)});
    }
  };
  if (phase != Phase::root) add(program().constants);
  if (phase == Phase::initialised) add(program().variables);
  return cells;
}

void CompiledMachine::read(StateView state, Evaluator& evaluator) const {
  evaluator.begin();
  const std::uint8_t* bytes = state.data();
  const std::uint8_t* end = bytes + state.size();
  Phase phase = Phase::initialised;
  if (has_setup_states()) phase = static_cast<Phase>(*bytes++);
  std::size_t slot = 0;
  const auto add = [&](const std::vector<Cell>& cells) {
    for (const Cell& cell : cells)
      evaluator.slots[slot++] = cell.fixed ? cell.value : decode(evaluator.arena, cell.type, bytes, end);
  };
  if (phase != Phase::root) add(program().constants);
  if (phase == Phase::initialised) add(program().variables);
}

std::optional<std::vector<std::uint8_t>> CompiledMachine::recall(std::span<const std::uint8_t> bytes) const {
  std::span<const std::uint8_t> rest = bytes;
  Phase phase = Phase::initialised;
  if (has_setup_states()) {
    if (rest.empty() || rest.front() > static_cast<std::uint8_t>(Phase::initialised)) return std::nullopt;
    phase = static_cast<Phase>(rest.front());
    rest = rest.subspan(1);
  }
  if (phase == Phase::root && options().setup != SetupStates::root) return std::nullopt;
  if (phase == Phase::constants && !program().has_properties) return std::nullopt;
  Arena arena;
  const auto holds = [&](const std::vector<Cell>& cells) {
    return std::all_of(cells.begin(), cells.end(),
                       [&](const Cell& cell) { return cell.fixed || bmethod::recall(arena, cell.type, rest); });
  };
  if (phase != Phase::root && !holds(program().constants)) return std::nullopt;
  if (phase == Phase::initialised && !holds(program().variables)) return std::nullopt;
  if (!rest.empty()) return std::nullopt;
  return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
}

FindingText CompiledMachine::describe(Finding finding) const {
  return {program().sites[finding.site].message, parts_->places[finding.site]};
}

void CompiledMachine::note(LeftOut left_out) const {
  const std::uint64_t noted = whats * std::uint64_t{left_out.site} + static_cast<std::uint64_t>(left_out.what);
  std::uint64_t least = left_out_.load(std::memory_order_relaxed);
  while (noted < least && !left_out_.compare_exchange_weak(least, noted, std::memory_order_relaxed)) {
  }
}

std::optional<FindingText> CompiledMachine::left_out() const {
  const std::uint64_t noted = left_out_.load(std::memory_order_relaxed);
  if (noted == nothing_left_out) return std::nullopt;
  const auto site = static_cast<std::uint32_t>(noted / whats);
  const auto what = static_cast<LeftOut::What>(noted % whats);
  const std::uint32_t words = what == LeftOut::What::undefined           ? hidden_undefined_site
                              : what == LeftOut::What::said && site != 0 ? site
                                                                         : left_out_site;
  const std::string& message = program().sites[words].message;
  return FindingText{message, parts_->places[site]};
}

std::optional<Shortcoming> CompiledMachine::shortcoming() const {
  const std::optional<FindingText> met = left_out();
  if (!parts_->cuts.empty()) return Shortcoming{parts_->cuts.front(), parts_->cuts.size() - 1, met.has_value()};
  if (met) return Shortcoming{*met, 0, true};
  return std::nullopt;
}

TraceEvent CompiledMachine::event(StepLabel label, StateView from, StateView to, bool completed) const {
  TraceEvent made;
  made.statement = labels_.text(label, types(), completed);  // what went wrong on the way has no results
  made.at = labels_.is_operation(label) ? parts_->operation_places[labels_.operation(label)]
            : label == Labels::setup    ? parts_->setup_place
                                        : parts_->initialisation_place;
  if (!completed) return made;
  const std::vector<CellValue> before = from.empty() ? std::vector<CellValue>{} : describe(from);
  for (const CellValue& cell : describe(to)) {
    const auto old = std::ranges::find(before, cell.cell, &CellValue::cell);
    if (old == before.end()) {
      made.changes.push_back({cell.cell, "", cell.value});
    } else if (old->value != cell.value) {
      made.changes.push_back({cell.cell, old->value, cell.value});
    }
  }
  return made;
}

/// A step of a product: what each machine does, the refinement first.
std::vector<TraceEvent> CompiledMachine::side_by_side(StepLabel label, StateView from, StateView to) const {
  TraceEvent whole = event(label, from, to, true);
  std::vector<TraceEvent> made;
  for (std::size_t machine = 0; machine < program().machines.size(); ++machine) {
    TraceEvent& each = made.emplace_back();
    each.process = program().machines[machine];
    each.statement = whole.statement;
    each.at = machine > 0 && labels_.is_operation(label) ? parts_->refined_places[labels_.operation(label)][machine - 1]
                                                         : whole.at;
  }
  for (CellChange& change : whole.changes) {
    const auto cell = std::ranges::find(program().variables, change.cell, &Cell::name);
    // What all have in common is shown with the first.
    made[cell == program().variables.end() ? 0 : cell->machine].changes.push_back(std::move(change));
  }
  return made;
}

/// A step of a refinement that nobody can follow: what it would have done.
std::vector<TraceEvent> CompiledMachine::refused(StepLabel label, StateView from, Finding finding) const {
  const std::vector<CellValue> behind = refused_outcome(*this, from, label, finding);
  TraceEvent made = event(label, from, {}, false);
  made.process = program().machines[0];
  if (!behind.empty()) made.statement = labels_.text(label, types());
  const std::vector<CellValue> before = from.empty() ? std::vector<CellValue>{} : describe(from);
  for (const CellValue& cell : behind) {
    const auto old = std::ranges::find(before, cell.cell, &CellValue::cell);
    const std::string value = old == before.end() ? "" : old->value;
    if (value != cell.value) made.changes.push_back({cell.cell, value, cell.value});
  }
  return {made};
}

std::vector<TraceEvent> CompiledMachine::explain(StateView from, StateView to, Finding finding) const {
  const auto steps = generator();
  Successors successors;
  steps->successors(from, successors);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Successor step = successors[i];
    if (!std::ranges::equal(step.state, to)) continue;
    if (finding ? step.finding != finding : !step.completed) continue;
    if (program().is_product()) {
      return step.completed ? side_by_side(step.label, from, to) : refused(step.label, from, step.finding);
    }
    return {event(step.label, from, to, step.completed)};
  }
  return {};
}

std::vector<TraceEvent> CompiledMachine::explain_parallel(StateView from, StateView to, std::size_t which) const {
  const auto steps = whole_.generator();
  Successors successors;
  steps->successors(from, successors);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Successor step = successors[i];
    if (!step.completed || !std::ranges::equal(step.state, to)) continue;
    if (which-- == 0) return {event(step.label, from, to, true)};
  }
  return {};
}

std::vector<TraceEvent> CompiledMachine::explain_initial(StateView to) const {
  Phase phase = Phase::initialised;
  if (has_setup_states() && !to.empty()) phase = static_cast<Phase>(to[0]);
  if (phase == Phase::root) return {};
  const StepLabel label = phase == Phase::constants ? Labels::setup : Labels::initialisation;
  // Only a machine without variables, and without constants that differ between solutions, has a state of no bytes.
  const bool no_bytes = std::ranges::all_of(program().constants, &Cell::fixed) && program().variables.empty();
  const bool completed = !to.empty() || no_bytes;
  if (program().is_product() && phase == Phase::initialised) {
    return completed ? side_by_side(label, {}, to)
                     : refused(label, {}, {FindingKind::assertion, program().no_refined_initialisation});
  }
  return {event(label, {}, to, completed)};
}

std::string CompiledMachine::beginning(StateView from, StateView to) const {
  const auto is_running = [this](StateView state) {
    return !has_setup_states() || static_cast<Phase>(state[0]) == Phase::initialised;
  };
  if (!from.empty() && is_running(from)) return {};
  if (to.empty()) return from.empty() ? "" : "while the machine is initialised";
  return is_running(to) ? "in the initial state" : "while the machine is set up";
}

std::vector<UnreachedPart> CompiledMachine::unreached(std::span<const std::uint8_t> coverage) const {
  std::vector<UnreachedPart> parts;
  for (std::size_t i = 0; i < program().operations.size(); ++i) {
    if (i < coverage.size() && coverage[i] != 0) continue;
    parts.push_back({program().operations[i].name, {{parts_->operation_places[i], {}}}});
  }
  return parts;
}

}  // namespace quotient::bmethod
