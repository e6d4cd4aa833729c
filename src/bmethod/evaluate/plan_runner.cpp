#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

PlanRunner::Ran PlanRunner::run_as(bool passing, const Plan& plan, Solutions found, bool lenient,
                                   std::uint64_t budget) {
  const Search outer = evaluator_.search;
  evaluator_.search.budget = budget != 0 ? budget : evaluator_.program.limits.max_enumeration;
  evaluator_.search.passing = passing;
  evaluator_.search.missed = false;
  const bool hard = plan.hard_from && evaluator_.constraints != nullptr;
  evaluator_.search.patience = 0;
  const bool complete =
      hard ? run_hard(plan, found, lenient, evaluator_.search.budget) : run_from(plan, 0, found, lenient);
  return {complete, std::exchange(evaluator_.search, outer).missed};
}

bool PlanRunner::is_sparse(std::uint64_t solutions) const {
  return solutions * 8 <= evaluator_.program.limits.patience;
}

std::string PlanRunner::drawn_values(const Plan& plan) const {
  std::vector<std::uint8_t> bytes;
  for (const std::int32_t slot : plan.drawn) {
    const auto index = static_cast<std::size_t>(slot);
    encode(evaluator_.program.slots[index], evaluator_.slots[index], bytes);
  }
  return {bytes.begin(), bytes.end()};
}

/// Values are tried one by one first: that is quick where there are few of them, or where most of them are solutions.
/// What was handed out until then is found again, so that the solver does not hand it out once more.
bool PlanRunner::run_hard(const Plan& plan, Solutions found, bool lenient, std::uint64_t budget) {
  Search& search = evaluator_.search;
  Outcome& outcome = evaluator_.outcome;
  const Outcome::Memory before = outcome.memory();
  std::uint64_t handed_out = 0;
  bool ended = false;
  const auto count = [&] {
    ++handed_out;
    ended = !found();
    return !ended;
  };
  search.patience = evaluator_.program.limits.patience;
  search.weary = false;
  const bool complete = run_from(plan, 0, count, lenient);
  const bool gave_up = outcome.gave_up() && !before.gave_up;
  if (ended || evaluator_.stop.stopped() || !(search.weary || gave_up)) return complete;

  const auto again = [&](std::uint64_t patience) {
    // Having given up is no fault of the machine: it is tried in another way.
    if (outcome.gave_up() && !before.gave_up) std::erase(outcome.undefined, *outcome.gave_up());
    outcome.restore(before);
    search.budget = budget;
    search.missed = search.weary = false;
    search.patience = patience;
  };
  if (is_sparse(handed_out)) {
    std::unordered_set<std::string> known;
    if (handed_out > 0) {
      again(evaluator_.program.limits.patience);
      run_from(
          plan, 0, [&] { return known.insert(drawn_values(plan)).second && known.size() < handed_out; }, lenient);
    }
    again(0);
    // Up to what is drawn there is at most one way.
    for (std::size_t at = 0; at < *plan.hard_from; ++at) {
      const Answer answer = pass(plan.steps[at]);
      if (answer == Answer::undefined) return undefined_step(lenient);
      if (answer == Answer::no) return true;
    }
    const std::optional<bool> solved = evaluator_.constraints->run(
        plan, [&] { return known.contains(drawn_values(plan)) || found(); }, lenient, budget);
    if (solved) return *solved;
  }
  again(0);
  std::uint64_t passed = 0;
  return run_from(
      plan, 0, [&] { return ++passed <= handed_out || found(); }, lenient);
}

bool PlanRunner::is_for_solver(const Plan& plan) {
  const Search outer = evaluator_.search;
  Search& search = evaluator_.search;
  Outcome& outcome = evaluator_.outcome;
  const Outcome::Memory before = outcome.memory();
  const std::size_t known = outcome.undefined.size();
  search.budget = evaluator_.program.limits.max_enumeration;
  search.passing = true;
  search.patience = evaluator_.program.limits.patience;
  search.weary = false;
  std::uint64_t solutions = 0;
  run_from(
      plan, 0,
      [&] {
        ++solutions;
        return true;
      },
      true);
  const bool gave_up = outcome.gave_up() && !before.gave_up;
  const bool unfinished = search.weary || gave_up;
  outcome.restore(before);
  outcome.undefined.resize(known);
  evaluator_.search = outer;
  return unfinished && is_sparse(solutions);
}

/// False once there is none left.
bool PlanRunner::spend_patience() {
  Search& search = evaluator_.search;
  if (search.patience == 0) return true;
  if (--search.patience == 0) search.weary = true;
  return !search.weary;
}

bool PlanRunner::undefined_step(bool lenient) {
  if (evaluator_.outcome.is_unknown()) {  // nobody knows whether this candidate is a solution: the others may be
    evaluator_.miss();
    evaluator_.outcome.clear_failure();
    return true;
  }
  if (!lenient) return false;
  evaluator_.outcome.note_undefined();
  const bool go_on = !evaluator_.outcome.is_exhausted();
  evaluator_.outcome.clear_failure();
  return go_on;
}

PlanRunner::Answer PlanRunner::pass(const Step& step) {
  if (step.kind == Step::Kind::match) {
    const Value value = evaluator_.eval(step.node);
    if (failed()) return Answer::undefined;
    const bool fits = evaluator_.match(step.pattern, value);
    if (failed()) return Answer::undefined;
    return fits ? Answer::yes : Answer::no;
  }
  if (step.kind == Step::Kind::soft_filter) {
    bool says_no = false;
    evaluator_.try_out([&] { says_no = !evaluator_.holds(step.node) && !failed(); });
    return says_no ? Answer::no : Answer::yes;
  }
  const bool holds_here = evaluator_.holds(step.node);
  if (evaluator_.outcome.is_unknown() && step.believed) {
    evaluator_.outcome.clear_failure();
    return Answer::yes;
  }
  if (failed()) return Answer::undefined;
  return holds_here ? Answer::yes : Answer::no;
}

bool PlanRunner::run_from(const Plan& plan, std::size_t at, Solutions found, bool lenient) {
  // What draws no values needs no recursion.
  for (; at < plan.steps.size() && !plan.steps[at].draws(); ++at) {
    const Answer answer = pass(plan.steps[at]);
    if (answer == Answer::undefined) return undefined_step(lenient);
    if (answer == Answer::no) return true;
  }
  if (at == plan.steps.size()) return found();

  const Step& step = plan.steps[at];
  const auto take = [&](Value value) {
    if (!spend_patience()) return false;
    if (evaluator_.search.budget-- == 0 || evaluator_.must_stop()) {
      evaluator_.outcome.give_up(step.site);
      return undefined_step(lenient);
    }
    const bool fits = evaluator_.match(step.pattern, value);
    if (failed()) return undefined_step(lenient);
    return !fits || run_from(plan, at + 1, found, lenient);
  };
  const auto next = [&](Value value) { return evaluator_.hand_on(evaluator_.arena.mark(), value, take); };
  const bool complete = draw(step, next);
  // Undefined while looking for values, not in a later step: those have settled the matter themselves.
  if (failed()) return undefined_step(lenient);
  return complete;
}

/// The ways in which a known sequence is s ^ t, x -> s or s <- x.
bool PlanRunner::split_sequence(const Step& step, Elements receive) {
  const Value whole = evaluator_.eval(step.node);
  if (failed()) return false;
  const Type* sequence = step.node->type;
  if (!is_sequence(sequence, whole)) return true;
  const auto all = items(whole);
  const auto part = [&](std::size_t begin, std::size_t end) {
    SetBuilder made(evaluator_.arena, evaluator_.scratch, sequence);
    for (std::size_t i = begin; i < end; ++i) {
      made.add(make_pair(evaluator_.arena, sequence->first, i - begin + 1, second_of(sequence->first, all[i])));
    }
    return made.finish(true);
  };
  if (step.how != Op::concatenate) {
    if (all.empty()) return true;
    const bool at_front = step.how == Op::prepend;
    const Value single = second_of(sequence->first, at_front ? all.front() : all.back());
    const Value rest = at_front ? part(1, all.size()) : part(0, all.size() - 1);
    return receive(make_pair(evaluator_.arena, step.type, at_front ? single : rest, at_front ? rest : single));
  }
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    const Arena::Mark mark = evaluator_.arena.mark();
    const Value first = part(0, cut);
    if (!evaluator_.hand_on(mark, make_pair(evaluator_.arena, step.type, first, part(cut, all.size())), receive))
      return false;
  }
  return true;
}

bool PlanRunner::draw(const Step& step, Elements receive) {
  const std::uint32_t outer = std::exchange(evaluator_.search.drawing, step.cut);
  const bool complete = draw_values(step, receive);
  evaluator_.search.drawing = outer;
  return complete;
}

bool PlanRunner::draw_values(const Step& step, Elements receive) {
  switch (step.kind) {
    case Step::Kind::enumerate:
      if (is_set_of_sequences(step.node->op)) return evaluator_.sets.draw_sequences(step, receive);
      if (!step.lower.empty() || !step.upper.empty()) return evaluator_.sets.draw_sized_subsets(step, receive);
      if (!step.held.empty() || (!step.early.empty() && is_arrow(step.node->op)))
        return evaluator_.sets.draw_relations(step, receive);
      return evaluator_.sets.enumerate(step.node, step.site, receive);
    case Step::Kind::lookup: {
      const Value relation = evaluator_.eval(step.node);
      const Value key = evaluator_.eval(step.key);
      if (failed()) return false;
      const Type* type = step.node->type;
      if (type->mask) {
        const std::uint64_t width = type->first->second->cardinality;
        const Value row = (relation >> (key * width)) & low_bits(width);
        for (Value rest = row; rest != 0; rest &= rest - 1) {
          if (!receive(static_cast<Value>(std::countr_zero(rest)))) return false;
        }
        return true;
      }
      for (Value pair : pairs_at(type, relation, key)) {
        if (!receive(second_of(type->first, pair))) return false;
      }
      return true;
    }
    case Step::Kind::range: {
      std::int64_t low = evaluator_.program.limits.min_int;
      std::int64_t high = evaluator_.program.limits.max_int;
      for (std::size_t i = 0; i < step.lower.size(); ++i) {
        const std::int64_t bound = evaluator_.number(step.lower[i]);
        low = i == 0 ? bound : std::max(low, bound);
      }
      for (std::size_t i = 0; i < step.upper.size(); ++i) {
        const std::int64_t bound = evaluator_.number(step.upper[i]);
        high = i == 0 ? bound : std::min(high, bound);
      }
      if (failed() || !evaluator_.sets.enumerate_integers(low, high, step.site, receive)) return false;
      if (step.lower.empty() || step.upper.empty()) evaluator_.miss();
      return true;
    }
    case Step::Kind::split:
      return split_sequence(step, receive);
    case Step::Kind::narrowed:
      return draw_narrowed(step, receive);
    default:
      if (step.type->cardinality > evaluator_.program.limits.max_enumeration) {
        evaluator_.outcome.give_up(step.site);
        return false;
      }
      for (Value value = 0; value < step.type->cardinality; ++value) {
        if (!receive(value)) return false;
      }
      return true;
  }
}

/// The implied set need not be decided: where it cannot be, everything is tried.
bool PlanRunner::draw_narrowed(const Step& step, Elements receive) {
  std::optional<Value> implied;
  evaluator_.try_out([&] {
    evaluator_.search.missed = false;
    if (step.key != nullptr && (!evaluator_.holds(step.key) || failed())) return;
    const Value value = evaluator_.eval(step.node);
    if (!failed() && !evaluator_.search.missed) implied = value;
  });
  if (step.flag >= 0) evaluator_.slots[static_cast<std::size_t>(step.flag)] = implied ? 1 : 0;
  if (implied) return for_each(step.node->type, *implied, receive);
  return draw(*step.otherwise, receive);
}

bool PlanRunner::may_become_solution(const Step& step, std::span<const Value> pairs) {
  if (step.early.empty()) return true;
  if (evaluator_.search.weary || !spend_patience()) return false;
  const Arena::Mark mark = evaluator_.arena.mark();
  SetBuilder made(evaluator_.arena, evaluator_.scratch, step.node->type->first);
  for (const Value pair : pairs) made.add(pair);
  evaluator_.slots[static_cast<std::size_t>(step.pattern->slot)] = made.finish();
  const bool may = std::ranges::all_of(step.early, [&](const Node* filter) { return may_hold(filter); });
  evaluator_.arena.rewind(mark);
  return may;
}

/// What is not decided yet is undefined, and what is undefined may still become true. Of a formula for all values one
/// that is false is enough.
bool PlanRunner::may_hold(const Node* filter) {
  const auto may = [&](const Node* node) {
    bool may_be = true;
    evaluator_.try_out([&] { may_be = evaluator_.holds(node) || failed(); });
    return may_be;
  };
  if (filter->op != Op::for_all) return may(filter);
  const std::size_t known = evaluator_.outcome.undefined.size();
  bool violated = false;
  const auto instance = [&] {
    violated = !may(filter->args[0]);
    return !violated;
  };
  evaluator_.try_out([&] { run_through(*filter->plan, instance, true); });
  evaluator_.outcome.undefined.resize(known);
  return !violated;
}

}  // namespace quotient::bmethod
