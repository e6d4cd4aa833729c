#include <algorithm>
#include <utility>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

bool Evaluator::run(const Plan& plan, Solutions found, bool lenient, std::uint64_t budget) {
  return run_as(false, plan, found, lenient, budget);
}

bool Evaluator::run_through(const Plan& plan, Solutions found, bool lenient, std::uint64_t budget) {
  return run_as(true, plan, found, lenient, budget);
}

bool Evaluator::run_as(bool passing, const Plan& plan, Solutions found, bool lenient, std::uint64_t budget) {
  const std::uint64_t outer_budget = budget_;
  const bool outer_passing = passing_;
  const bool outer_missed = std::exchange(missed_, false);
  budget_ = budget != 0 ? budget : program_.limits.max_enumeration;
  passing_ = passing;
  const bool complete = run_from(plan, 0, found, lenient);
  budget_ = outer_budget;
  passing_ = outer_passing;
  last_missed_ = std::exchange(missed_, outer_missed);
  return complete;
}

bool Evaluator::undefined_step(bool lenient) {
  if (cut_ && !exhausted_) {  // nobody knows whether this candidate is a solution: the others may be
    miss();
    clear_failure();
    return true;
  }
  if (!lenient) return false;
  if (std::ranges::find(undefined_, failure_site_) == undefined_.end()) undefined_.push_back(failure_site_);
  const bool go_on = !exhausted_;
  clear_failure();
  return go_on;
}

Evaluator::Answer Evaluator::pass(const Step& step) {
  if (step.kind == Step::Kind::match) {
    const Value value = eval(step.node);
    if (failed_) return Answer::undefined;
    const bool fits = match(step.pattern, value);
    if (failed_) return Answer::undefined;
    return fits ? Answer::yes : Answer::no;
  }
  if (step.kind == Step::Kind::soft_filter) {
    bool says_no = false;
    try_out([&] { says_no = !holds(step.node) && !failed_; });
    return says_no ? Answer::no : Answer::yes;
  }
  const bool holds_here = holds(step.node);
  if (cut_ && step.believed) {
    clear_failure();
    return Answer::yes;
  }
  if (failed_) return Answer::undefined;
  return holds_here ? Answer::yes : Answer::no;
}

bool Evaluator::run_from(const Plan& plan, std::size_t at, Solutions found, bool lenient) {
  // What draws no values needs no recursion.
  for (; at < plan.steps.size() && !plan.steps[at].draws(); ++at) {
    const Answer answer = pass(plan.steps[at]);
    if (answer == Answer::undefined) return undefined_step(lenient);
    if (answer == Answer::no) return true;
  }
  if (at == plan.steps.size()) return found();

  const Step& step = plan.steps[at];
  const auto take = [&](Value value) {
    if (budget_-- == 0 || must_stop()) {
      give_up(step.site);
      return undefined_step(lenient);
    }
    const bool fits = match(step.pattern, value);
    if (failed_) return undefined_step(lenient);
    return !fits || run_from(plan, at + 1, found, lenient);
  };
  const auto next = [&](Value value) { return hand_on(arena.mark(), value, take); };
  const bool complete = draw(step, next);
  // Undefined while looking for values, not in a later step: those have settled the matter themselves.
  if (failed_) return undefined_step(lenient);
  return complete;
}

/// Hands on a value that was built since the mark, and then gives back its memory where nobody needs it.
bool Evaluator::hand_on(Arena::Mark before, Value value, Elements receive) {
  const bool passing = passing_;
  const bool go_on = receive(value);
  if (passing) arena.rewind(before);
  return go_on;
}

/// The ways in which a known sequence is s ^ t, x -> s or s <- x.
bool Evaluator::split_sequence(const Step& step, Elements receive) {
  const Value whole = eval(step.node);
  if (failed_) return false;
  const Type* sequence = step.node->type;
  if (!is_sequence(sequence, whole)) return true;
  const auto all = items(whole);
  const auto part = [&](std::size_t begin, std::size_t end) {
    SetBuilder made(arena, scratch_, sequence);
    for (std::size_t i = begin; i < end; ++i) {
      made.add(make_pair(arena, sequence->first, i - begin + 1, second_of(sequence->first, all[i])));
    }
    return made.finish(true);
  };
  if (step.how != Op::concatenate) {
    if (all.empty()) return true;
    const bool at_front = step.how == Op::prepend;
    const Value single = second_of(sequence->first, at_front ? all.front() : all.back());
    const Value rest = at_front ? part(1, all.size()) : part(0, all.size() - 1);
    return receive(make_pair(arena, step.type, at_front ? single : rest, at_front ? rest : single));
  }
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    const Arena::Mark mark = arena.mark();
    const Value first = part(0, cut);
    if (!hand_on(mark, make_pair(arena, step.type, first, part(cut, all.size())), receive)) return false;
  }
  return true;
}

bool Evaluator::draw(const Step& step, Elements receive) {
  const std::uint32_t outer = std::exchange(drawing_, step.cut);
  const bool complete = draw_values(step, receive);
  drawing_ = outer;
  return complete;
}

bool Evaluator::draw_values(const Step& step, Elements receive) {
  switch (step.kind) {
    case Step::Kind::enumerate:
      if (!step.lower.empty() || !step.upper.empty()) return enumerate_sized_subsets(step, receive);
      if (!step.held.empty() || (!step.early.empty() && is_arrow(step.node->op))) return draw_relations(step, receive);
      return enumerate(step.node, step.site, receive);
    case Step::Kind::lookup: {
      const Value relation = eval(step.node);
      const Value key = eval(step.key);
      if (failed_) return false;
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
      std::int64_t low = program_.limits.min_int;
      std::int64_t high = program_.limits.max_int;
      for (std::size_t i = 0; i < step.lower.size(); ++i) {
        const std::int64_t bound = number(step.lower[i]);
        low = i == 0 ? bound : std::max(low, bound);
      }
      for (std::size_t i = 0; i < step.upper.size(); ++i) {
        const std::int64_t bound = number(step.upper[i]);
        high = i == 0 ? bound : std::min(high, bound);
      }
      if (failed_ || !enumerate_integers(low, high, step.site, receive)) return false;
      if (step.lower.empty() || step.upper.empty()) miss();
      return true;
    }
    case Step::Kind::split:
      return split_sequence(step, receive);
    default:
      if (step.type->cardinality > program_.limits.max_enumeration) {
        give_up(step.site);
        return false;
      }
      for (Value value = 0; value < step.type->cardinality; ++value) {
        if (!receive(value)) return false;
      }
      return true;
  }
}

}  // namespace quotient::bmethod
