#include "bmethod/symmetry/orbit_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bmethod/evaluate/set_forms.hpp"

namespace quotient::bmethod {
namespace {

void collect_slots(const Pattern* pattern, std::vector<std::int32_t>& into) {
  if (pattern == nullptr) return;
  if (pattern->slot >= 0) into.push_back(pattern->slot);
  collect_slots(pattern->first, into);
  collect_slots(pattern->second, into);
}

/// A set of all couples, or of all records.
bool is_couples(const Node* set) { return set->op == Op::record_set || (set->op == Op::product && !set->constant); }

}  // namespace

OrbitSolver::OrbitSolver(const MachineSymmetry& symmetry, const Program& program, Evaluator& evaluator)
    : symmetry_(symmetry), program_(program), evaluator_(evaluator), labeller_(symmetry.elements()) {
  const auto is_worthwhile = [this](const Plan* plan) { return plan != nullptr && outlook(*plan).worthwhile; };
  serves_substitutions_ = std::ranges::any_of(program.actions, is_worthwhile, &Action::plan) ||
                          std::ranges::any_of(program.operations, is_worthwhile, &CompiledOperation::guard);
}

bool OrbitSolver::is_growing(const Node* set) const {
  const Shape* shape = symmetry_.shape(set->type->first);
  if (shape == nullptr || !shape->free) return false;
  if (is_couples(set)) return std::ranges::any_of(set->args, [&](const Node* part) { return is_growing(part); });
  return Growth::knows(set->op);
}

bool OrbitSolver::is_growing(const Step& step) const {
  if (step.kind == Step::Kind::enumerate) return is_growing(step.node);
  if (step.kind != Step::Kind::every || step.type->kind != Type::Kind::set) return false;
  const Shape* shape = symmetry_.shape(step.type);
  return shape != nullptr && shape->free;
}

const OrbitSolver::Outlook& OrbitSolver::outlook(const Plan& plan) {
  const auto [entry, is_first] = outlooks_.try_emplace(&plan);
  Outlook& made = entry->second;
  if (!is_first) return made;
  const std::vector<Step>& steps = plan.steps;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    std::vector<std::int32_t>& slots = made.slots.emplace_back();
    if (!steps[at].draws()) continue;
    collect_slots(steps[at].pattern, slots);
    made.worthwhile = made.worthwhile || is_growing(steps[at]);
  }
  return made;
}

Part OrbitSolver::part_of(std::int32_t slot) const {
  const auto index = static_cast<std::size_t>(slot);
  return {symmetry_.slots()[index], evaluator_.slots[index], false, {}};
}

void OrbitSolver::begin(Known known) {
  std::size_t slots = 0;
  if (known != Known::nothing) slots += program_.constants.size();
  if (known == Known::constants_and_variables) slots += program_.variables.size();
  known_.clear();
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const bool is_fixed = slot < program_.constants.size() && program_.constants[slot].fixed;
    if (!is_fixed) known_.push_back(part_of(static_cast<std::int32_t>(slot)));
  }
}

bool OrbitSolver::run(const Plan& plan, PlanRunner::Solutions found, std::uint64_t budget) {
  if (const auto solved = solve_constraints(plan, found, budget)) return *solved;
  Search search{plan, outlook(plan), known_, budget != 0 ? budget : program_.limits.max_enumeration, found};
  return run_from(search, 0);
}

/// Where few of many candidates are solutions: all of them by the constraint solver, and of those that are permutations
/// of one another the first. More than this are rather looked for up to symmetry.
std::optional<bool> OrbitSolver::solve_constraints(const Plan& plan, PlanRunner::Solutions found,
                                                   std::uint64_t budget) {
  constexpr std::size_t most_solutions = 10'000;
  if (!plan.hard_from || evaluator_.constraints == nullptr) return std::nullopt;
  if (!evaluator_.plans.is_for_solver(plan)) return std::nullopt;
  std::size_t count = 0;
  std::vector<std::vector<Value>> solutions;
  const Outcome::Memory before = evaluator_.outcome.memory();
  for (std::size_t at = 0; at < *plan.hard_from; ++at) {
    const PlanRunner::Answer answer = evaluator_.plans.pass(plan.steps[at]);
    if (answer == PlanRunner::Answer::undefined) return evaluator_.plans.undefined_step(true);
    if (answer == PlanRunner::Answer::no) return true;
  }
  const auto keep = [&] {
    std::vector<Value>& values = solutions.emplace_back();
    for (const std::int32_t slot : plan.drawn) values.push_back(evaluator_.slots[static_cast<std::size_t>(slot)]);
    return ++count < most_solutions;
  };
  const std::uint64_t most = budget != 0 ? budget : program_.limits.max_enumeration;
  const bool passing = std::exchange(evaluator_.search.passing, false);  // solutions are kept
  const std::optional<bool> complete = evaluator_.constraints->run(plan, keep, true, most);
  evaluator_.search.passing = passing;
  if (!complete || count == most_solutions) {
    evaluator_.outcome.restore(before);
    return std::nullopt;
  }
  if (!*complete) return false;
  Keys keys;
  std::vector<Part> bound;
  for (const std::vector<Value>& values : solutions) {
    for (std::size_t i = 0; i < values.size(); ++i)
      evaluator_.slots[static_cast<std::size_t>(plan.drawn[i])] = values[i];
    // What is not drawn follows from it.
    for (std::size_t at = *plan.hard_from; at < plan.steps.size(); ++at) {
      if (plan.steps[at].kind == Step::Kind::match) evaluator_.plans.pass(plan.steps[at]);
    }
    bound = known_;
    for (const auto& slots : outlook(plan).slots) {
      for (const std::int32_t slot : slots) bound.push_back(part_of(slot));
    }
    const bool moves = std::ranges::any_of(bound, [](const Part& part) { return part.shape->moves; });
    if (moves && !is_new(bound, keys)) continue;
    if (!found()) return false;
  }
  return true;
}

bool OrbitSolver::solve(const Plan& plan, PlanRunner::Solutions found) {
  const Outlook& known = outlook(plan);
  const auto with_values = [&] {
    const std::size_t before = known_.size();
    for (const auto& slots : known.slots) {
      for (const std::int32_t slot : slots) known_.push_back(part_of(slot));
    }
    const bool go_on = found();
    known_.resize(before);
    return go_on;
  };
  const bool gains = known.worthwhile && known_is_symmetric();
  return gains ? run(plan, with_values) : evaluator_.plans.run_through(plan, with_values, true).complete;
}

bool OrbitSolver::known_is_symmetric() {
  bytes_.clear();
  labeller_.label(known_, bytes_);
  return std::ranges::any_of(labeller_.stabiliser(), [](std::uint32_t factor) { return factor > 1; });
}

bool OrbitSolver::spend(Search& search, std::uint32_t site) {
  if (search.budget == 0 || evaluator_.must_stop()) {
    evaluator_.outcome.give_up(site);
    return false;
  }
  --search.budget;
  return true;
}

bool OrbitSolver::is_new(std::span<const Part> parts, Keys& keys) {
  bytes_.clear();
  labeller_.label(parts, bytes_);
  return keys.emplace(bytes_.begin(), bytes_.end()).second;
}

bool OrbitSolver::run_from(Search& search, std::size_t at) {
  const std::vector<Step>& steps = search.plan.steps;
  for (; at < steps.size() && !steps[at].draws(); ++at) {
    const PlanRunner::Answer answer = evaluator_.plans.pass(steps[at]);
    if (answer == PlanRunner::Answer::undefined) return evaluator_.plans.undefined_step(true);
    if (answer == PlanRunner::Answer::no) return true;
  }
  if (at == steps.size()) return search.found();

  Keys keys;
  const auto next = [&](Value value) {
    if (!spend(search, steps[at].site)) return evaluator_.plans.undefined_step(true);
    const bool fits = evaluator_.match(steps[at].pattern, value);
    if (evaluator_.outcome.failed()) return evaluator_.plans.undefined_step(true);
    if (!fits) return true;
    const std::size_t known = search.bound.size();
    bool moves = false;
    for (const std::int32_t slot : search.outlook.slots[at]) {
      search.bound.push_back(part_of(slot));
      moves = moves || search.bound.back().shape->moves;
    }
    const bool go_on = (moves && !is_new(search.bound, keys)) || run_from(search, at + 1);
    search.bound.resize(known);
    return go_on;
  };
  const bool complete = draw(search, at, next);
  if (evaluator_.outcome.failed()) return evaluator_.plans.undefined_step(true);
  return complete;
}

bool OrbitSolver::draw(Search& search, std::size_t at, PlanRunner::Elements receive) {
  const Step& step = search.plan.steps[at];
  if (!is_growing(step)) return evaluator_.plans.draw(step, receive);
  if (step.kind == Step::Kind::enumerate) return draw_from(search, at, step.node, receive);
  Growth growth(evaluator_, symmetry_, step.type);
  return grow(search, at, growth, receive);
}

bool OrbitSolver::draw_from(Search& search, std::size_t at, const Node* set, PlanRunner::Elements receive) {
  const std::uint32_t site = search.plan.steps[at].site;
  if (!is_growing(set)) return evaluator_.sets.enumerate(set, site, receive);
  if (is_couples(set)) {
    // The first half is known when the second is chosen.
    if (set->args.size() == 1) return draw_from(search, at, set->args[0], receive);
    const Type* couple = set->type->first;
    const std::size_t known = search.bound.size();
    Keys keys;
    return draw_from(search, at, set->args[0], [&](Value first) {
      search.bound.push_back({symmetry_.shape(couple->first), first, false, {}});
      const bool fresh = !search.bound.back().shape->moves || is_new(search.bound, keys);
      const bool go_on = !fresh || draw_from(search, at, set->args[1], [&](Value second) {
        return receive(make_pair(evaluator_.arena, couple, first, second));
      });
      search.bound.resize(known);
      return go_on;
    });
  }
  if (has_only_infinite_elements(set)) return evaluator_.sets.enumerate(set, site, receive);
  const Step& step = search.plan.steps[at];
  if (!step.held.empty() && evaluator_.sets.is_determined(step)) return evaluator_.plans.draw(step, receive);
  if (evaluator_.outcome.failed()) return false;
  Growth growth(evaluator_, symmetry_, set, site, program_.limits, set == step.node ? &step : nullptr);
  if (evaluator_.outcome.failed()) return false;
  if (!step.held.empty() && set == step.node && !growth.heed(evaluator_.sets.points(step, growth.arguments())))
    return true;
  // Of so many the orbits alone are too many to begin with.
  double log_order = 0;
  for (const Elements::Family& family : symmetry_.elements().families()) {
    if (family.whole) log_order += std::lgamma(static_cast<double>(family.size) + 1);
  }
  const double most = std::log(static_cast<double>(search.budget) + 1);
  if (step.early.empty() && growth.log_count() - log_order > most) {
    evaluator_.outcome.give_up(site);
    return false;
  }
  if (!grow(search, at, growth, receive)) return false;
  if (growth.is_cut()) evaluator_.miss();
  return true;
}

bool OrbitSolver::grow(Search& search, std::size_t at, Growth& growth, PlanRunner::Elements receive) {
  const Step& step = search.plan.steps[at];
  const bool is_sized =
      step.kind == Step::Kind::enumerate && is_power_set(step.node) && (!step.lower.empty() || !step.upper.empty());
  std::pair<std::int64_t, std::int64_t> sizes{0, std::numeric_limits<std::int64_t>::max()};
  if (is_sized) sizes = evaluator_.sets.size_bounds(step, growth.decisions());
  if (evaluator_.outcome.failed()) return false;
  // With all that is still to be decided on.
  const auto may_have_size = [&](std::size_t decided, const Members& members) {
    const auto size = static_cast<std::int64_t>(members.size());
    return size <= sizes.second && size + static_cast<std::int64_t>(growth.decisions() - decided) >= sizes.first;
  };
  std::vector<Members> now{{}}, next;
  std::vector<Part> parts;
  Members members;
  for (std::size_t decision = 0; decision < growth.decisions(); ++decision) {
    Keys keys;
    next.clear();
    for (const Members& grown : now) {
      growth.ways(decision, grown, [&](const Value* added) {
        if (evaluator_.outcome.failed() || !spend(search, step.site)) return;
        members = grown;
        if (added != nullptr) members.push_back(*added);
        if (is_sized && !may_have_size(decision + 1, members)) return;
        if (!growth.is_promising(decision + 1, members) || !may_hold(step, growth, members)) return;
        parts = search.bound;
        growth.describe(decision + 1, members, parts);
        if (is_new(parts, keys)) next.push_back(members);
      });
      if (evaluator_.outcome.failed()) return false;
    }
    std::swap(now, next);
  }
  for (const Members& grown : now) {
    if (growth.is_complete(grown) && !receive(growth.build(grown))) return false;
  }
  return true;
}

/// Whether no filter says already that the function grown so far comes to nothing.
bool OrbitSolver::may_hold(const Step& step, const Growth& growth, const Members& members) {
  const bool is_whole = step.kind == Step::Kind::enumerate && !is_couples(step.node);  // not a part of what is drawn
  if (!growth.is_functional() || !is_whole) return true;
  return evaluator_.plans.may_become_solution(step, members);
}

}  // namespace quotient::bmethod
