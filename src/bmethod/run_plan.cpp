#include <algorithm>

#include "bmethod/evaluator.hpp"

namespace quotient::bmethod {

bool Evaluator::run(const Plan& plan, Solutions found, bool lenient, std::uint64_t budget) {
  const std::uint64_t outer = budget_;
  budget_ = budget != 0 ? budget : program_.limits.max_enumeration;
  const bool complete = run_from(plan, 0, found, lenient);
  budget_ = outer;
  return complete;
}

/// What to do where a step turned out undefined: true to go on with the next candidate.
bool Evaluator::undefined_step(bool lenient) {
  if (!lenient) return false;
  if (std::ranges::find(undefined_, failure_site_) == undefined_.end()) undefined_.push_back(failure_site_);
  const bool go_on = !exhausted_;
  clear_failure();
  return go_on;
}

bool Evaluator::run_from(const Plan& plan, std::size_t at, Solutions found, bool lenient) {
  // Filters need no recursion.
  for (; at < plan.steps.size(); ++at) {
    const Step& step = plan.steps[at];
    if (step.kind == Step::Kind::filter) {
      const bool holds_here = holds(step.node);
      if (failed_) return undefined_step(lenient);
      if (!holds_here) return true;
    } else if (step.kind == Step::Kind::soft_filter) {
      const bool holds_here = holds(step.node);
      if (failed_) {
        clear_failure();
      } else if (!holds_here) {
        return true;
      }
    } else if (step.kind == Step::Kind::match) {
      const Value value = eval(step.node);
      if (failed_) return undefined_step(lenient);
      const bool fits = match(step.pattern, value);
      if (failed_) return undefined_step(lenient);
      if (!fits) return true;
    } else {
      break;
    }
  }
  if (at == plan.steps.size()) return found();

  const Step& step = plan.steps[at];
  const auto next = [&](Value value) {
    if (budget_-- == 0) {
      give_up(step.site);
      return undefined_step(lenient);
    }
    const bool fits = match(step.pattern, value);
    if (failed_) return undefined_step(lenient);
    return !fits || run_from(plan, at + 1, found, lenient);
  };
  bool complete = true;
  switch (step.kind) {
    case Step::Kind::enumerate:
      complete = enumerate(step.node, step.site, next);
      break;
    case Step::Kind::lookup: {
      const Value relation = eval(step.node);
      const Value key = eval(step.key);
      if (failed_) break;
      const Type* type = step.node->type;
      if (type->mask) {
        const std::uint64_t width = type->first->second->cardinality;
        const Value row = (relation >> (key * width)) & low_bits(width);
        for (Value rest = row; complete && rest != 0; rest &= rest - 1) {
          complete = next(static_cast<Value>(std::countr_zero(rest)));
        }
      } else {
        for (Value pair : pairs_at(type, relation, key)) {
          complete = next(second_of(type->first, pair));
          if (!complete) break;
        }
      }
      break;
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
      if (!failed_) complete = enumerate_integers(low, high, step.site, next);
      break;
    }
    default:
      if (step.type->cardinality > program_.limits.max_enumeration) {
        give_up(step.site);
        break;
      }
      for (Value value = 0; complete && value < step.type->cardinality; ++value) complete = next(value);
  }
  // Undefined while looking for values, not in a later step: those have settled the matter themselves.
  if (failed_) return undefined_step(lenient);
  return complete;
}

}  // namespace quotient::bmethod
