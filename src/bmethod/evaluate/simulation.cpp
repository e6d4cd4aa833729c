#include "bmethod/evaluate/simulation.hpp"

#include <algorithm>

namespace quotient::bmethod {
namespace {

std::optional<Value> written_to(std::int32_t slot, const Simulation::Writes& writes) {
  const auto last = std::find_if(writes.rbegin(), writes.rend(), [&](const auto& write) { return write.slot == slot; });
  return last == writes.rend() ? std::nullopt : std::optional(last->value);
}

}  // namespace

std::vector<Simulation::Writes> Simulation::outcomes(const Action& action, FunctionRef<void()> violation) {
  std::vector<Writes> found;
  executor_.writes.clear();
  executor_.violation = &violation;
  executor_.explore(action, [&] {
    Writes& kept = found.emplace_back(executor_.writes);
    for (Executor::Write& write : kept) {
      const Type* type = evaluator_.program.slots[static_cast<std::size_t>(write.slot)];
      write.value = copy_value(kept_, type, write.value);
    }
    return true;
  });
  executor_.violation = nullptr;
  executor_.writes.clear();
  return found;
}

void Simulation::prepare(const CompiledOperation& operation) {
  refined_.clear();
  broken_.reset();
  undecided_ = false;
  for (const RefinedOperation& refined : operation.refines) {
    auto& slots = evaluator_.slots;
    for (std::size_t i = 0; i < refined.parameters.size(); ++i)
      slots[static_cast<std::size_t>(refined.parameters[i])] = slots[static_cast<std::size_t>(operation.parameters[i])];
    for (const CheckedPredicate& each : refined.preconditions) {
      const bool holds = evaluator_.holds(each.node);
      undecided_ = undecided_ || evaluator_.outcome.is_unknown();
      if (!broken_ && (!holds || evaluator_.outcome.failed())) broken_ = each.site;
      evaluator_.outcome.clear_failure();
    }
    // What the refined machine does where it goes wrong itself is nothing that a refinement may do.
    const auto ignore = [this] { evaluator_.outcome.clear_failure(); };
    refined_.push_back(outcomes(*refined.body, ignore));
    undecided_ = undecided_ || evaluator_.outcome.left_out().has_value();
  }
}

bool Simulation::is_glued(std::size_t level, const Writes& writes) {
  Writes saved;
  for (const Executor::Write& write : writes) {
    Value& slot = evaluator_.slots[static_cast<std::size_t>(write.slot)];
    saved.push_back({write.slot, slot});
    slot = write.value;
  }
  bool holds = true;
  for (const CheckedPredicate& each : evaluator_.program.gluing[level]) {
    holds = evaluator_.holds(each.node) && !evaluator_.outcome.failed();
    undecided_ = undecided_ || evaluator_.outcome.is_unknown();
    evaluator_.outcome.clear_failure();
    if (!holds) break;
  }
  while (!saved.empty()) {
    evaluator_.slots[static_cast<std::size_t>(saved.back().slot)] = saved.back().value;
    saved.pop_back();
  }
  return holds;
}

bool Simulation::has_same_results(const CompiledOperation& operation, const RefinedOperation& refined,
                                  const Writes& outcome, const Writes& other) const {
  for (std::size_t i = 0; i < refined.results.size(); ++i) {
    const auto own = written_to(operation.results[i], outcome);
    const auto theirs = written_to(refined.results[i], other);
    // A result that the refined operation leaves open may be anything.
    if (theirs && (!own || !equal(operation.result_types[i], *own, *theirs))) return false;
  }
  return true;
}

bool Simulation::follow_from(const CompiledOperation& operation, std::size_t level, Writes& writes, Found found) {
  if (level == operation.refines.size()) {
    found(writes);
    return true;
  }
  const RefinedOperation& refined = operation.refines[level];
  std::uint32_t why = refined.impossible;
  bool any = false;
  const Writes before = writes;
  for (const Writes& other : refined_[level]) {
    if (!has_same_results(operation, refined, before, other)) {
      if (why == refined.impossible) why = refined.other_results;
      continue;
    }
    writes = before;
    // Results may live in the same slots: those of the refinement count.
    std::ranges::copy_if(other, std::back_inserter(writes), [&](const Executor::Write& write) {
      return std::ranges::find(refined.results, write.slot) == refined.results.end();
    });
    if (!is_glued(level, writes)) {
      why = refined.not_glued;
      continue;
    }
    any = follow_from(operation, level + 1, writes, found) || any;
    if (!any) why = site_;
  }
  writes = before;
  if (!any && level >= reached_) {
    reached_ = level;
    site_ = why;
  }
  return any;
}

std::optional<std::uint32_t> Simulation::follow(const CompiledOperation& operation, const Writes& outcome,
                                                Found found) {
  if (broken_) return undecided_ ? std::nullopt : broken_;
  reached_ = 0;
  Writes writes = outcome;
  if (follow_from(operation, 0, writes, found) || undecided_) return std::nullopt;
  return site_;
}

void Simulation::prepare_initialisation() {
  undecided_ = false;
  const auto ignore = [this] { evaluator_.outcome.clear_failure(); };
  refined_.assign(1, outcomes(*evaluator_.program.refined_initialisation, ignore));
  undecided_ = evaluator_.outcome.left_out().has_value();
}

std::optional<std::uint32_t> Simulation::follow_initialisation(const Writes& outcome, Found found) {
  bool any = false;
  for (const Writes& other : refined_[0]) {
    Writes writes = outcome;
    writes.insert(writes.end(), other.begin(), other.end());
    bool glued = true;
    for (std::size_t level = 0; level < evaluator_.program.gluing.size(); ++level)
      glued = glued && is_glued(level, writes);
    if (!glued) continue;
    any = true;
    found(writes);
  }
  if (any || undecided_) return std::nullopt;
  return evaluator_.program.no_refined_initialisation;
}

}  // namespace quotient::bmethod
