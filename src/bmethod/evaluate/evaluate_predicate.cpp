#include <algorithm>
#include <optional>
#include <utility>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/evaluate/infinite_sets.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

bool Evaluator::holds(const Node* node) {
  if (node->constant) return node->value != 0;
  const auto& args = node->args;
  switch (node->op) {
    case Op::btrue:
      return true;
    case Op::bfalse:
      return false;
    case Op::conjunction:
      for (const Node* arg : args) {
        if (!holds(arg)) return false;
      }
      return true;
    case Op::disjunction:
      for (const Node* arg : args) {
        if (holds(arg)) return true;
        if (failed()) return false;
      }
      return false;
    case Op::implication:
      return !holds(args[0]) || holds(args[1]);
    case Op::equivalence: {
      const bool left = holds(args[0]);
      return left == holds(args[1]);
    }
    case Op::negation:
      return !holds(args[0]);
    case Op::equal:
    case Op::not_equal: {
      if (node->infinite) return compare_infinite(node);
      const Value left = eval(args[0]);
      return equal(args[0]->type, left, eval(args[1])) == (node->op == Op::equal);
    }
    case Op::member:
      return contains(args[1], eval(args[0]));
    case Op::not_member:
      return !contains(args[1], eval(args[0]));
    case Op::subset:
      if (node->infinite) return compare_infinite(node);
      return included(args[0]->type, eval(args[0]), args[1]);
    case Op::not_subset:
      if (node->infinite) return compare_infinite(node);
      return !included(args[0]->type, eval(args[0]), args[1]);
    case Op::strict_subset:
    case Op::not_strict_subset: {
      if (node->infinite) return compare_infinite(node);
      const Value left = eval(args[0]);
      bool strict = included(args[0]->type, left, args[1]);
      if (strict && !is_surely_infinite(args[1])) strict = !equal(args[0]->type, left, eval(args[1]));
      return strict == (node->op == Op::strict_subset);
    }
    case Op::less: {
      const std::int64_t left = number(args[0]);
      return left < number(args[1]);
    }
    case Op::less_equal: {
      const std::int64_t left = number(args[0]);
      return left <= number(args[1]);
    }
    case Op::greater: {
      const std::int64_t left = number(args[0]);
      return left > number(args[1]);
    }
    case Op::greater_equal: {
      const std::int64_t left = number(args[0]);
      return left >= number(args[1]);
    }
    case Op::for_all:
    case Op::exists: {
      // Nothing built on the way is needed afterwards.
      const Arena::Mark mark = arena.mark();
      const bool universal = node->op == Op::for_all;
      bool result = universal;
      const bool outer = std::exchange(search.wants_all, false);
      decide_by_one(*node->plan, node->site, [&] {
        const bool body = args.empty() || holds(args[0]);
        if (failed() || body == universal) return false;
        result = !universal;
        return true;
      });
      search.wants_all = outer;
      arena.rewind(mark);
      return result && !(failed() && !universal);
    }
    case Op::if_then_else:
      return holds(holds(args[0]) ? args[1] : args[2]);
    case Op::let: {
      bool result = false;
      bool found = false;
      const std::optional<LeftOut> left_out = outcome.left_out();
      const PlanRunner::Ran ran = plans.run(*node->plan, [&] {
        outcome.restore_left_out(left_out);
        result = holds(args[0]);
        found = !failed();
        return false;
      });
      if (!found && ran.missed) outcome.leave_unknown(node->site);
      return result;
    }
    default:
      report_bug("not a predicate");
  }
}

/// =, <:, <<: and their negations where a set that is compared has no end.
bool Evaluator::compare_infinite(const Node* node) {
  const Node* left = node->args[0];
  const Node* right = node->args[1];
  std::optional<bool> answer;
  if (node->op == Op::equal || node->op == Op::not_equal) {
    answer = left->infinite && right->infinite ? is_same(left, right) : std::nullopt;
    if (left->infinite != right->infinite && is_surely_infinite(left->infinite ? left : right)) {
      eval(left->infinite ? right : left);  // whether it has an end
      answer = false;
    }
    if (!answer) outcome.leave_unknown(node->site);
    return answer.value_or(false) == (node->op == Op::equal);
  }
  answer = is_within(left, right);
  if (!answer) {
    const bool outer = search.missed;
    sets.enumerate(left, node->site, [&](Value element) {
      if (!contains(right, element)) answer = false;
      return !answer && !failed();
    });
    search.missed = outer;
  }
  const bool strict = node->op == Op::strict_subset || node->op == Op::not_strict_subset;
  if (strict && answer != false) {
    const std::optional<bool> same = is_same(left, right);
    answer = answer && same ? std::optional<bool>(!*same) : std::nullopt;
  }
  if (!answer) outcome.leave_unknown(node->site);
  return answer.value_or(false) == (node->op == Op::subset || node->op == Op::strict_subset);
}

bool Evaluator::contains(const Node* set, Value element) {
  if (set->full) return true;
  if (set->constant && set->op != Op::interval) return has_element(set->type, set->value, element);
  const auto& args = set->args;
  const Type* type = set->type->first;
  switch (set->op) {
    case Op::integers:
    case Op::string_set:
      return true;
    case Op::naturals:
      return to_int(element) >= 0;
    case Op::naturals1:
      return to_int(element) >= 1;
    case Op::int_set:
      return to_int(element) >= program.limits.min_int && to_int(element) <= program.limits.max_int;
    case Op::nat_set:
      return to_int(element) >= 0 && to_int(element) <= program.limits.max_int;
    case Op::nat1_set:
      return to_int(element) >= 1 && to_int(element) <= program.limits.max_int;
    case Op::interval: {
      const std::int64_t low = number(args[0]);
      return to_int(element) >= low && to_int(element) <= number(args[1]);
    }
    case Op::set_union:
      return contains(args[0], element) || contains(args[1], element);
    case Op::intersection:
      return contains(args[0], element) && contains(args[1], element);
    case Op::difference:
      return contains(args[0], element) && !contains(args[1], element);
    case Op::product:
    case Op::record_set:
      if (args.size() == 1) return contains(args[0], element);
      return contains(args[0], first_of(type, element)) && contains(args[1], second_of(type, element));
    case Op::set_extension:
      return std::ranges::any_of(args, [&](const Node* arg) { return equal(type, eval(arg), element); });
    case Op::pow:
    case Op::fin:
      return included(type, element, args[0]);
    case Op::pow1:
    case Op::fin1:
      return element != 0 && included(type, element, args[0]);
    case Op::domain:
      return in_domain(args[0]->type, eval(args[0]), element);
    case Op::identity: {
      const Value x = first_of(type, element);
      return equal(type->first, x, second_of(type, element)) && contains(args[0], x);
    }
    case Op::seq:
    case Op::seq1:
    case Op::iseq:
    case Op::iseq1:
    case Op::perm:
      return contains_sequence(set, element);
    case Op::comprehension:
      return match(set->pattern, element) && holds(set->args[1]);
    case Op::lambda:
      return match(set->pattern, first_of(type, element)) && holds(set->args[1]) &&
             equal(type->second, eval(set->args[2]), second_of(type, element));
    case Op::quantified_union: {
      const Node* inner = set->args[0];
      bool found = false;
      decide_by_one(*set->plan, set->site, [&] {
        found = contains(inner, element) && !failed();
        return found;
      });
      return found;
    }
    default:
      if (is_arrow(set->op)) return contains_relation(set, element);
  }
  return has_element(set->type, eval(set), element);
}

bool Evaluator::included(const Type* type, Value subset, const Node* set) {
  if (set->full) return true;
  switch (set->op) {
    case Op::set_union:
    case Op::intersection:
    case Op::difference:
    case Op::domain:
    case Op::set_extension:
      if (!set->infinite && !set->test_only) return is_subset(type, subset, eval(set));
      break;
    case Op::identifier:
      return is_subset(type, subset, eval(set));
    default:
      if (set->constant) return is_subset(type, subset, set->value);
  }
  // One that is not there decides, whatever is undefined for others: the order of elements means nothing.
  const bool was_defined = !failed();
  bool all = true;
  bool is_cut = false;
  std::optional<std::uint32_t> undefined;
  for_each(type, subset, [&](Value element) {
    all = contains(set, element);
    if (!failed()) return all;
    if (outcome.is_exhausted() || !was_defined) return false;
    if (!undefined) {
      undefined = outcome.site();
      is_cut = outcome.is_unknown();
    }
    outcome.clear_failure();
    all = true;
    return true;
  });
  if (failed() || !undefined || !all) return all && !failed();
  if (is_cut) {
    outcome.leave_unknown(*undefined);
  } else {
    outcome.fail(*undefined);
  }
  return false;
}

/// Looks for one solution that decides. That there is none is known only where all were tried, and all were defined;
/// what others are does not matter where there is one, as the order in which they are tried means nothing.
void Evaluator::decide_by_one(const Plan& plan, std::uint32_t site, FunctionRef<bool()> decides) {
  if (failed()) return;  // whoever looks at that will not look at the answer
  const std::optional<LeftOut> left_out = outcome.left_out();
  std::vector<std::uint32_t> undefined;
  std::swap(undefined, outcome.undefined);
  bool decided = false;
  const PlanRunner::Ran ran = plans.run_through(
      plan,
      [&] {
        decided = decides();
        return failed() ? plans.undefined_step(true) : !decided;
      },
      true);
  std::swap(undefined, outcome.undefined);
  if (decided) {
    outcome.restore_left_out(left_out);
  } else if (!ran.complete) {
    outcome.give_up(outcome.gave_up().value_or(site));
  } else if (!undefined.empty()) {
    outcome.fail(undefined.front());
  } else if (ran.missed) {
    outcome.leave_unknown(site);
  }
}

bool Evaluator::contains_relation(const Node* set, Value relation) {
  const RelationKind kind = relation_kind(set->op);
  const Type* type = set->type->first;
  const Node* from = set->args[0];
  const Node* to = set->args[1];
  // No value is infinite.
  if ((kind.total && is_surely_infinite(from)) || (kind.surjective && is_surely_infinite(to))) return false;
  if (kind.functional && !is_function(type, relation)) return false;
  if (kind.injective && !is_injective(work, type, relation)) return false;
  if (!from->full || kind.total) {
    const Value domain = domain_of(work, type, from->type, relation);
    if (kind.total ? !equal(from->type, domain, eval(from)) : !included(from->type, domain, from)) return false;
  }
  if (!to->full || kind.surjective) {
    const Value range = range_of(work, type, to->type, relation);
    if (kind.surjective ? !equal(to->type, range, eval(to)) : !included(to->type, range, to)) return false;
  }
  return true;
}

bool Evaluator::contains_sequence(const Node* set, Value sequence) {
  const Type* type = set->type->first;
  const bool nonempty = set->op == Op::seq1 || set->op == Op::iseq1;
  const bool injective = set->op == Op::iseq || set->op == Op::iseq1 || set->op == Op::perm;
  if ((nonempty && sequence == 0) || !is_sequence(type, sequence)) return false;
  if (injective && !is_injective(work, type, sequence)) return false;
  const Node* elements = set->args[0];
  if (set->op == Op::perm) {
    return equal(elements->type, range_of(work, type, elements->type, sequence), eval(elements));
  }
  if (elements->full) return true;
  for (Value pair : items(sequence)) {
    if (!contains(elements, second_of(type->first, pair))) return false;
  }
  return true;
}

bool Evaluator::match(const Pattern* pattern, Value value) {
  if (pattern->slot >= 0) {
    slots[static_cast<std::size_t>(pattern->slot)] = value;
    return true;
  }
  if (pattern->expected != nullptr) return equal(pattern->type, eval(pattern->expected), value);
  return match(pattern->first, first_of(pattern->type, value)) &&
         match(pattern->second, second_of(pattern->type, value));
}

}  // namespace quotient::bmethod
