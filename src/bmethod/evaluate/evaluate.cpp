#include <algorithm>
#include <limits>
#include <utility>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/evaluate/set_forms.hpp"

namespace quotient::bmethod {

Evaluator::Evaluator(const Program& of) : program(of), work{arena, scratch} { slots.resize(program.slots.size()); }

Value Evaluator::failure(const Node* node) {
  outcome.fail(node->site);
  return default_value(arena, node->type);
}

Value Evaluator::eval(const Node* node) {
  if (node->constant) return node->value;
  const auto& args = node->args;
  switch (node->op) {
    case Op::identifier:
      return slots[static_cast<std::size_t>(node->slot)];
    case Op::maplet: {
      const Value first = eval(args[0]);
      return make_pair(arena, node->type, first, eval(args[1]));
    }
    case Op::set_union: {
      const Value left = eval(args[0]);
      return unite(work, node->type, left, eval(args[1]));
    }
    case Op::intersection:
    case Op::difference: {
      const bool both = node->op == Op::intersection;
      const bool swap = both && args[0]->infinite;
      const Node* tested = args[swap ? 0 : 1];
      const Value left = eval(args[swap ? 1 : 0]);
      if (tested->infinite) {  // s /\ NATURAL: what is only tested needs not be built
        SetBuilder result(arena, scratch, node->type);
        for_each(node->type, left, [&](Value element) {
          if (contains(tested, element) == both) result.add(element);
          return true;
        });
        return result.finish(true);
      }
      return both ? intersect(work, node->type, left, eval(tested)) : subtract(work, node->type, left, eval(tested));
    }
    case Op::set_extension: {
      SetBuilder result(arena, scratch, node->type);
      for (const Node* arg : args) result.add(eval(arg));
      return result.finish(args.size() == 1);
    }
    case Op::apply:
      return eval_apply(node);
    case Op::recursion:
      return eval_recursion(node);
    case Op::record:  // of one field, which is the field itself
      return eval(args[0]);
    case Op::bool_of:
      return holds(args[0]) ? 1 : 0;
    case Op::if_then_else:
      return eval(holds(args[0]) ? args[1] : args[2]);
    case Op::let: {
      Value result = 0;
      bool found = false;
      const bool outer = std::exchange(search.wants_all, false);
      const std::optional<LeftOut> left_out = outcome.left_out();
      const PlanRunner::Ran ran = plans.run(*node->plan, [&] {
        outcome.restore_left_out(left_out);
        search.wants_all = true;
        result = eval(args[0]);
        found = !failed();
        return false;
      });
      search.wants_all = outer;
      if (found) return result;
      if (ran.missed) outcome.leave_unknown(node->site);
      return failure(node);
    }
    case Op::field: {
      Value value = eval(args[0]);
      const Type* type = args[0]->type;
      const std::size_t count = type->fields.size();
      const auto index = static_cast<std::size_t>(node->slot);
      for (std::size_t i = 0; i < index; ++i) {
        value = second_of(type, value);
        type = type->second;
      }
      return index + 1 == count ? value : first_of(type, value);
    }
    case Op::add:
    case Op::minus:
    case Op::times:
    case Op::divide:
    case Op::modulo:
    case Op::power:
    case Op::negate:
    case Op::minimum:
    case Op::maximum:
    case Op::card:
    case Op::successor:
    case Op::predecessor:
      return eval_integer(node);
    case Op::sigma:
    case Op::pi:
    case Op::comprehension:
    case Op::lambda:
    case Op::quantified_union:
    case Op::quantified_intersection:
      return eval_quantified(node);
    case Op::domain:
    case Op::range:
    case Op::inverse:
    case Op::image:
    case Op::composition:
    case Op::domain_restriction:
    case Op::domain_subtraction:
    case Op::range_restriction:
    case Op::range_subtraction:
    case Op::override_relation:
    case Op::direct_product:
    case Op::parallel_product:
    case Op::projection1:
    case Op::projection2:
    case Op::identity:
    case Op::iterate:
    case Op::closure:
    case Op::closure1:
    case Op::to_function:
    case Op::to_relation:
      return eval_relation(node);
    case Op::sequence_extension:
    case Op::concatenate:
    case Op::prepend:
    case Op::append:
    case Op::take:
    case Op::drop:
    case Op::size:
    case Op::reverse:
    case Op::first:
    case Op::last:
    case Op::tail:
    case Op::front:
    case Op::general_concatenate:
      return eval_sequence(node);
    case Op::external:
      return eval_external(node);
    case Op::product:
    case Op::general_union:
    case Op::general_intersection:
      return eval_set(node);
    default:
      return materialise(node);
  }
}

namespace {

/// False where the result needs more than 64 bits.
bool multiply(std::int64_t a, std::int64_t b, std::int64_t& result) { return !__builtin_mul_overflow(a, b, &result); }

}  // namespace

Value Evaluator::eval_integer(const Node* node) {
  const auto& args = node->args;
  std::int64_t result = 0;
  // The numbers of B have no end; ours have, and that is no fault of the machine.
  const auto too_large = [&] {
    outcome.give_up(node->site);
    return Value{0};
  };
  switch (node->op) {
    case Op::add: {
      const std::int64_t left = number(args[0]);
      return __builtin_add_overflow(left, number(args[1]), &result) ? too_large() : from_int(result);
    }
    case Op::minus: {
      const std::int64_t left = number(args[0]);
      return __builtin_sub_overflow(left, number(args[1]), &result) ? too_large() : from_int(result);
    }
    case Op::times: {
      const std::int64_t left = number(args[0]);
      return multiply(left, number(args[1]), result) ? from_int(result) : too_large();
    }
    case Op::divide: {
      const std::int64_t left = number(args[0]);
      const std::int64_t right = number(args[1]);
      if (right == 0) return failure(node);
      if (right == -1 && left == std::numeric_limits<std::int64_t>::min()) return too_large();
      return from_int(left / right);  // B rounds towards zero, too
    }
    case Op::modulo: {  // defined for a natural number and a positive one
      const std::int64_t left = number(args[0]);
      const std::int64_t right = number(args[1]);
      if (right <= 0 || left < 0) return failure(node);
      return from_int(left % right);
    }
    case Op::power: {
      std::int64_t base = number(args[0]);
      std::int64_t exponent = number(args[1]);
      if (exponent < 0) return failure(node);
      result = 1;
      while (exponent > 0) {
        if ((exponent & 1) != 0 && !multiply(result, base, result)) return too_large();
        exponent >>= 1;
        if (exponent > 0 && !multiply(base, base, base)) return too_large();
      }
      return from_int(result);
    }
    case Op::negate:
      return __builtin_sub_overflow(std::int64_t{0}, number(args[0]), &result) ? too_large() : from_int(result);
    case Op::successor:
      return __builtin_add_overflow(number(args[0]), std::int64_t{1}, &result) ? too_large() : from_int(result);
    case Op::predecessor:
      return __builtin_sub_overflow(number(args[0]), std::int64_t{1}, &result) ? too_large() : from_int(result);
    case Op::card:
      if (args[0]->op == Op::interval && !args[0]->constant) {
        const std::int64_t low = number(args[0]->args[0]);
        const std::int64_t high = number(args[0]->args[1]);
        return from_int(high < low ? 0 : high - low + 1);
      }
      if (is_power_set(args[0])) {  // counted, not built
        const Node* base = args[0]->args[0];
        const std::uint64_t elements = size_of(base->type, eval(base));
        const bool nonempty = args[0]->op == Op::pow1 || args[0]->op == Op::fin1;
        return elements < 63 ? (Value{1} << elements) - (nonempty ? 1 : 0) : too_large();
      }
      return from_int(static_cast<std::int64_t>(size_of(args[0]->type, eval(args[0]))));
    default: {
      const auto all = items(eval(args[0]));
      if (all.empty()) return failure(node);
      return node->op == Op::minimum ? all.front() : all.back();
    }
  }
}

Value Evaluator::eval_apply(const Node* node) {
  const Node* function = node->args[0];
  const Value argument = eval(node->args[1]);
  if (function->op == Op::lambda && !function->constant) {  // no need to build a function that is applied once
    if (!match(function->pattern, argument) || !holds(function->args[1])) return failure(node);
    return eval(function->args[2]);
  }
  if ((function->op == Op::projection1 || function->op == Op::projection2) && !function->constant) {
    const Value first = first_of(node->args[1]->type, argument);
    const Value second = second_of(node->args[1]->type, argument);
    if (!contains(function->args[0], first) || !contains(function->args[1], second)) return failure(node);
    return function->op == Op::projection1 ? first : second;
  }
  if (function->op == Op::identity && !function->constant) {
    return contains(function->args[0], argument) ? argument : failure(node);
  }
  if (function->op == Op::product && !function->constant) {
    const Type* type = function->args[1]->type;
    const Value results = eval(function->args[1]);
    if (size_of(type, results) != 1 || !contains(function->args[0], argument)) return failure(node);
    return type->mask ? static_cast<Value>(std::countr_zero(results)) : items(results).front();
  }
  const std::optional<Value> result = apply_relation(function->type, eval(function), argument);
  return result ? *result : failure(node);
}

/// Each application has values of its own for what the text binds.
Value Evaluator::eval_recursion(const Node* node) {
  const Recursion& function = program.recursions[static_cast<std::size_t>(node->slot)];
  const Value argument = eval(node->args[0]);
  if (failed()) return default_value(arena, node->type);
  if (recursion_depth_ >= deepest_recursion || must_stop()) {
    outcome.give_up(function.too_deep);
    return default_value(arena, node->type);
  }
  ++recursion_depth_;
  const std::vector<Value> outer(slots.begin() + function.first_slot, slots.begin() + function.end_slot);
  slots[static_cast<std::size_t>(function.parameter)] = argument;
  const Value value = eval(function.body);
  std::ranges::copy(outer, slots.begin() + function.first_slot);
  --recursion_depth_;
  return value;
}

Value Evaluator::eval_set(const Node* node) {
  const auto& args = node->args;
  if (node->op == Op::product) {
    const Value left = eval(args[0]);
    const Value right = eval(args[1]);
    std::uint64_t couples = 0;
    if (__builtin_mul_overflow(size_of(args[0]->type, left), size_of(args[1]->type, right), &couples) ||
        couples > program.limits.max_enumeration) {
      outcome.give_up(node->site);
      return 0;
    }
    return cartesian(work, node->type, args[0]->type, left, args[1]->type, right);
  }
  const Value family = eval(args[0]);
  const Type* type = args[0]->type;
  if (node->op == Op::general_union) {
    Value result = 0;
    for_each(type, family, [&](Value set) {
      result = unite(work, node->type, result, set);
      return true;
    });
    return result;
  }
  bool any = false;
  Value result = 0;
  for_each(type, family, [&](Value set) {
    result = any ? intersect(work, node->type, result, set) : set;
    any = true;
    return true;
  });
  return any ? result : failure(node);
}

Value Evaluator::eval_quantified(const Node* node) {
  const Node* element = node->args[0];
  switch (node->op) {
    case Op::sigma:
    case Op::pi: {
      std::int64_t result = node->op == Op::sigma ? 0 : 1;
      bool overflow = false;
      const PlanRunner::Ran ran = plans.run_through(*node->plan, [&] {
        const std::int64_t next = number(element);
        overflow =
            node->op == Op::sigma ? __builtin_add_overflow(result, next, &result) : !multiply(result, next, result);
        return !overflow && !failed();
      });
      if (overflow) outcome.give_up(node->site);
      if (ran.missed) outcome.leave_unknown(node->site);
      return from_int(result);
    }
    case Op::quantified_union: {
      Value result = 0;
      const PlanRunner::Ran ran = plans.run(*node->plan, [&] {
        result = unite(work, node->type, result, eval(element));
        return !failed();
      });
      if (ran.missed) outcome.leave_unknown(node->site);
      return result;
    }
    case Op::quantified_intersection: {
      Value result = 0;
      bool any = false;
      const PlanRunner::Ran ran = plans.run(*node->plan, [&] {
        const Value next = eval(element);
        result = any ? intersect(work, node->type, result, next) : next;
        any = true;
        return !failed();
      });
      if (ran.missed) outcome.leave_unknown(node->site);
      return any || failed() ? result : failure(node);
    }
    default: {
      const Solved solved = solutions_of(node);
      if (solved.missed) outcome.leave_unknown(node->site);
      return solved.value;
    }
  }
}

Evaluator::Solved Evaluator::solutions_of(const Node* node) {
  SetBuilder result(arena, scratch, node->type);
  const PlanRunner::Ran ran = plans.run(*node->plan, [&] {
    const Value element = eval(node->args[0]);
    if (failed()) return false;
    result.add(element);
    if (result.size() > program.limits.max_enumeration) outcome.give_up(node->site);
    return !failed();
  });
  // Sorting what nobody will look at takes long where time is up.
  return {failed() ? 0 : result.finish(), ran.missed};
}

/// A set that is usually only tested or enumerated, as a value.
Value Evaluator::materialise(const Node* node) {
  SetBuilder result(arena, scratch, node->type);
  const bool outer = search.passing;
  const bool outer_missed = std::exchange(search.missed, false);
  search.passing = false;
  // Elements that are sets themselves take much memory, and long to be sorted.
  const std::uint64_t most = program.limits.max_enumeration / (node->type->first->words ? 1 : 16);
  sets.enumerate(node, node->site, [&](Value element) {
    if (result.size() >= most) outcome.give_up(node->site);
    result.add(element);
    return go_on(node->site);
  });
  search.passing = outer;
  if (std::exchange(search.missed, outer_missed)) outcome.leave_unknown(node->site);
  return failed() ? 0 : result.finish();
}

}  // namespace quotient::bmethod
