#include "bmethod/symmetry/orbit_solver.hpp"

#include <algorithm>

namespace quotient::bmethod {
namespace {

void collect_slots(const Pattern* pattern, std::vector<std::int32_t>& into) {
  if (pattern == nullptr) return;
  if (pattern->slot >= 0) into.push_back(pattern->slot);
  collect_slots(pattern->first, into);
  collect_slots(pattern->second, into);
}

bool applies_only(const Plan& plan, std::int32_t slot);

/// Whether a formula reads a slot in no other way than as f(x).
bool applies_only(const Node* node, std::int32_t slot) {
  if (node == nullptr) return true;
  if (node->op == Op::identifier) return node->slot != slot;
  const bool applied = node->op == Op::apply && node->args[0]->op == Op::identifier;
  for (std::size_t i = applied ? 1 : 0; i < node->args.size(); ++i) {
    if (!applies_only(node->args[i], slot)) return false;
  }
  return node->plan == nullptr || applies_only(*node->plan, slot);
}

bool applies_only(const Pattern* pattern, std::int32_t slot) {
  return pattern == nullptr || (applies_only(pattern->expected, slot) && applies_only(pattern->first, slot) &&
                                applies_only(pattern->second, slot));
}

bool applies_only(const Plan& plan, std::int32_t slot) {
  const auto fits = [slot](const Node* node) { return applies_only(node, slot); };
  return std::ranges::all_of(plan.steps, [&](const Step& step) {
    return fits(step.node) && fits(step.key) && applies_only(step.pattern, slot) &&
           std::ranges::all_of(step.lower, fits) && std::ranges::all_of(step.upper, fits);
  });
}

}  // namespace

OrbitSolver::OrbitSolver(const MachineSymmetry& symmetry, const Program& program, Evaluator& evaluator)
    : symmetry_(symmetry),
      program_(program),
      plan_(*program.properties),
      evaluator_(evaluator),
      labeller_(symmetry.elements()) {
  const std::vector<Step>& steps = plan_.steps;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    slots_.emplace_back();
    early_filters_.emplace_back();
    if (!steps[at].draws()) continue;
    collect_slots(steps[at].pattern, slots_[at]);
    if (steps[at].kind != Step::Kind::enumerate || steps[at].pattern->slot < 0) continue;
    for (std::size_t next = at + 1; next < steps.size() && !steps[next].draws(); ++next) {
      const Step& filter = steps[next];
      if (filter.kind == Step::Kind::match) break;  // what follows may need what it binds
      if (applies_only(filter.node, steps[at].pattern->slot)) early_filters_[at].push_back(filter.node);
    }
  }
}

bool OrbitSolver::run(Evaluator::Solutions found, std::uint64_t budget) {
  budget_ = budget;
  bound_.clear();
  return run_from(0, found);
}

bool OrbitSolver::spend(std::uint32_t site) {
  if (budget_ == 0) {
    evaluator_.give_up(site);
    return false;
  }
  --budget_;
  return true;
}

bool OrbitSolver::is_new(std::span<const Part> parts, Keys& keys) {
  bytes_.clear();
  labeller_.label(parts, bytes_);
  return keys.emplace(bytes_.begin(), bytes_.end()).second;
}

bool OrbitSolver::run_from(std::size_t at, Evaluator::Solutions found) {
  for (; at < plan_.steps.size() && !plan_.steps[at].draws(); ++at) {
    const Evaluator::Answer answer = evaluator_.pass(plan_.steps[at]);
    if (answer == Evaluator::Answer::undefined) return evaluator_.undefined_step(true);
    if (answer == Evaluator::Answer::no) return true;
  }
  if (at == plan_.steps.size()) return found();

  const std::size_t before = bound_.size();
  Keys keys;
  const auto next = [&](Value value) {
    if (!spend(plan_.steps[at].site)) return evaluator_.undefined_step(true);
    const bool fits = evaluator_.match(plan_.steps[at].pattern, value);
    if (evaluator_.failed()) return evaluator_.undefined_step(true);
    if (!fits) return true;
    bool moves = false;
    for (const std::int32_t slot : slots_[at]) {
      const Shape* shape = symmetry_.constants()[static_cast<std::size_t>(slot)];
      bound_.push_back({shape, evaluator_.slots[static_cast<std::size_t>(slot)], false, {}});
      moves = moves || shape->moves;
    }
    const bool go_on = (moves && !is_new(bound_, keys)) || run_from(at + 1, found);
    bound_.resize(before);
    return go_on;
  };
  const bool complete = draw(at, next);
  if (evaluator_.failed()) return evaluator_.undefined_step(true);
  return complete;
}

bool OrbitSolver::draw(std::size_t at, Evaluator::Elements receive) {
  const Step& step = plan_.steps[at];
  const Node* set = step.kind == Step::Kind::enumerate && Growth::knows(step.node->op) ? step.node : nullptr;
  const Type* type = step.kind == Step::Kind::every ? step.type : nullptr;
  if (set == nullptr && type == nullptr) return evaluator_.draw(step, receive);
  Growth growth = set != nullptr ? Growth(evaluator_, symmetry_, set, step.site) : Growth(evaluator_, symmetry_, type);
  if (evaluator_.failed()) return false;
  return growth.usable() ? grow(at, growth, receive) : evaluator_.draw(step, receive);
}

bool OrbitSolver::grow(std::size_t at, Growth& growth, Evaluator::Elements receive) {
  const Step& step = plan_.steps[at];
  std::vector<Members> now{{}}, next;
  std::vector<Part> parts;
  Members members;
  for (std::size_t decision = 0; decision < growth.decisions(); ++decision) {
    Keys keys;
    next.clear();
    for (const Members& grown : now) {
      growth.ways(decision, grown, [&](const Value* added) {
        if (evaluator_.failed() || !spend(step.site)) return;
        members = grown;
        if (added != nullptr) members.push_back(*added);
        if (!growth.is_promising(decision + 1, members) || !may_hold(at, growth, members)) return;
        parts = bound_;
        growth.describe(decision + 1, members, parts);
        if (is_new(parts, keys)) next.push_back(members);
      });
      if (evaluator_.failed()) return false;
    }
    std::swap(now, next);
  }
  for (const Members& grown : now) {
    if (growth.is_complete(grown) && !receive(growth.build(grown))) return false;
  }
  return true;
}

/// Whether no filter says already that the function grown so far comes to nothing.
bool OrbitSolver::may_hold(std::size_t at, Growth& growth, const Members& members) {
  if (!growth.is_functional() || early_filters_[at].empty()) return true;
  const Arena::Mark mark = evaluator_.arena.mark();
  evaluator_.slots[static_cast<std::size_t>(plan_.steps[at].pattern->slot)] = growth.build(members);
  const bool may = std::ranges::all_of(early_filters_[at], [&](const Node* filter) { return may_hold(filter); });
  evaluator_.arena.rewind(mark);
  return may;
}

/// What is not decided yet is undefined, and what is undefined may still become true. Of a formula for all values one
/// that is false is enough.
bool OrbitSolver::may_hold(const Node* filter) {
  const auto may = [&](const Node* node) {
    const bool holds = evaluator_.holds(node) || evaluator_.failed();
    evaluator_.clear_failure();
    return holds;
  };
  if (filter->op != Op::for_all) return may(filter);
  const std::size_t known = evaluator_.undefined().size();
  bool violated = false;
  const auto instance = [&] {
    violated = !may(filter->args[0]);
    return !violated;
  };
  evaluator_.run(*filter->plan, instance, true);
  evaluator_.undefined().resize(known);
  evaluator_.clear_failure();
  return !violated;
}

}  // namespace quotient::bmethod
