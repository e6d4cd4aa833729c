#include <algorithm>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/planner.hpp"
#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/relation_kind.hpp"

// A function, a set or a sequence of numbers without end, of which other conjuncts tell how large they are:
// `f : S --> NATURAL & !s.(s : S => f(s) <= n)` is drawn from functions to 0..n, `s <: NATURAL & max(s) < 9` from
// subsets of 0..8. What was told is asked again.

namespace quotient::bmethod {
namespace {

bool is_end_of_numbers(const Expr* set) {
  return set->op == Op::integers || set->op == Op::naturals || set->op == Op::naturals1;
}

bool is_named(const Expr* expr, const Symbol* symbol) { return expr->op == Op::identifier && expr->symbol == symbol; }

bool speaks_of(const Expr* expr, const Symbol* symbol) {
  if (symbol == nullptr) return false;
  return expr->symbol == symbol ||
         std::ranges::any_of(expr->args, [&](const Expr* arg) { return speaks_of(arg, symbol); });
}

/// Whether two formulas that bind nothing are the same text.
bool same_words(const Expr* a, const Expr* b) {
  if (a->op != b->op || a->symbol != b->symbol || a->number != b->number || a->text != b->text) return false;
  if (!a->bound.empty() || a->args.size() != b->args.size()) return false;
  for (std::size_t i = 0; i < a->args.size(); ++i) {
    if (!same_words(a->args[i], b->args[i])) return false;
  }
  return true;
}

}  // namespace

/// What holds of every number in the set, or in the range of the relation, `carried.variable`.
void Planner::find_carried(const Expr* says, Carried& carried) const {
  const Symbol* variable = carried.variable;
  const auto is_carrier = [&](const Expr* e) {
    if (!carried.of_range) return is_named(e, variable);
    return e->op == Op::range && is_named(e->args[0], variable);
  };
  const auto finite = [&](Expr* set) {
    if (known(set) && !may_fail(set) && !looks_infinite(builder_.model.types, set)) carried.within = set;
  };
  switch (says->op) {
    case Op::subset:
      if (is_carrier(says->args[0])) finite(says->args[1]);
      return;
    case Op::member:
      if (is_carrier(says->args[0]) && is_power_set_text(says->args[1])) finite(says->args[1]->args[0]);
      return;
    case Op::for_all:
      return find_carried_by_all(says, carried);
    default:
      break;
  }
  if (!is_comparison(says->op)) return;
  if (carried.of_range && carried.natural) find_carried_by_sum(says, carried);
  for (const std::size_t side : {0u, 1u}) {
    Expr* left = says->args[side];
    Expr* right = says->args[1 - side];
    const Op relation = side == 0 ? says->op : mirrored(says->op);
    if (says->op == Op::equal && is_carrier(left)) finite(right);
    if (!known(right) || may_fail(right)) continue;
    const bool below = relation == Op::less || relation == Op::less_equal || relation == Op::equal;
    const bool above = relation == Op::greater || relation == Op::greater_equal || relation == Op::equal;
    if (left->op == Op::maximum && below && is_carrier(left->args[0])) carried.high = right;
    if (left->op == Op::minimum && above && is_carrier(left->args[0])) carried.low = right;
  }
}

bool Planner::is_power_set_text(const Expr* set) {
  return set->op == Op::pow || set->op == Op::pow1 || set->op == Op::fin || set->op == Op::fin1;
}

/// `f(i)`.
bool Planner::is_value_at(const Expr* expr, const Symbol* argument, const Carried& carried) {
  return expr->op == Op::apply && is_named(expr->args[0], carried.variable) && is_named(expr->args[1], argument);
}

/// `i : D`, where the relation has couples for elements of D only.
bool Planner::covers_domain(const Expr* guard, const Symbol* argument, const Carried& carried) {
  if (guard->op != Op::member || !is_named(guard->args[0], argument)) return false;
  const Expr* set = guard->args[1];
  if (set->op == Op::domain) return is_named(set->args[0], carried.variable);
  return carried.domain != nullptr && same_words(set, carried.domain);
}

/// `!x.(x : s => x <= n)`, `!i.(i : dom(f) => f(i) <= g(i))`, `!(i, y).(i |-> y : f => y <= n)`.
void Planner::find_carried_by_all(const Expr* says, Carried& carried) const {
  std::vector<const Expr*> guards;
  const Expr* behind = says->args[0];
  for (; behind->op == Op::implication; behind = behind->args[1]) flatten_conjunction(behind->args[0], guards);
  if (guards.size() != 1 || guards[0]->op != Op::member) return;
  const Expr* shape = guards[0]->args[0];
  const Expr* set = guards[0]->args[1];
  Symbol* argument = nullptr;       // what the value depends on
  const Symbol* element = nullptr;  // null: the value is f(argument)
  const bool carrier = carried.of_range ? set->op == Op::range && is_named(set->args[0], carried.variable)
                                        : is_named(set, carried.variable);
  if (says->bound.size() == 1 && is_named(shape, says->bound[0])) {
    if (carrier) {
      element = says->bound[0];
    } else if (carried.of_range && covers_domain(guards[0], says->bound[0], carried)) {
      argument = says->bound[0];
    } else {
      return;
    }
  } else if (carried.of_range && says->bound.size() == 2 && is_named(set, carried.variable) &&
             shape->op == Op::maplet && is_named(shape->args[0], says->bound[0]) &&
             is_named(shape->args[1], says->bound[1])) {
    argument = says->bound[0];
    element = says->bound[1];
  } else {
    return;
  }
  const auto is_target = [&](const Expr* e) {
    return element != nullptr ? is_named(e, element) : is_value_at(e, argument, carried);
  };
  const auto is_table = [&](const Expr* e) {  // g(i): all its values are looked at, as g(i) may be undefined
    return e->op == Op::apply && known(e->args[0]) && !may_fail(e->args[0]) &&
           !looks_infinite(builder_.model.types, e->args[0]) && !speaks_of(e->args[0], argument);
  };
  const auto usable = [&](const Expr* e) {
    return known(e) && (!may_fail(e) || is_table(e)) && (element == nullptr || !speaks_of(e, element));
  };
  const auto keep = [&](Expr*& end, Expr* value, bool upper) {
    if (is_table(value)) {
      end = end_of(made(Op::range, value->range, {value->args[0]}, builder_.model.types.set(value->type)), upper);
      return;
    }
    if (argument == nullptr || !speaks_of(value, argument)) {
      end = value;
      return;
    }
    // The largest of all, with 0 for none.
    if (carried.domain == nullptr) return;
    const SourceRange range = value->range;
    const TypeRef set_type = builder_.model.types.set(value->type);
    Expr* inside =
        made(Op::member, range, {argument_of(argument, range), carried.domain}, builder_.model.types.predicate());
    Expr* single = made(Op::set_extension, range, {value}, set_type);
    Expr* all = made(Op::quantified_union, range, {inside, single}, set_type);
    all->bound = {argument};
    Expr* zero = made(Op::set_extension, range, {literal(0, range)}, set_type);
    end = made(upper ? Op::maximum : Op::minimum, range, {made(Op::set_union, range, {all, zero}, set_type)},
               builder_.model.types.integer());
  };
  std::vector<const Expr*> told;
  flatten_conjunction(behind, told);
  for (const Expr* each : told) {
    if (each->op == Op::member && is_target(each->args[0]) && usable(each->args[1])) {
      Expr* high = end_of(each->args[1], true);
      Expr* low = end_of(each->args[1], false);
      if (high != nullptr) keep(carried.high, high, true);
      if (low != nullptr) keep(carried.low, low, false);
    }
    if (!is_comparison(each->op)) continue;
    for (const std::size_t side : {0u, 1u}) {
      if (!is_target(each->args[side]) || !usable(each->args[1 - side])) continue;
      const Op relation = side == 0 ? each->op : mirrored(each->op);
      if (relation == Op::less || relation == Op::less_equal || relation == Op::equal)
        keep(carried.high, each->args[1 - side], true);
      if (relation == Op::greater || relation == Op::greater_equal || relation == Op::equal)
        keep(carried.low, each->args[1 - side], false);
    }
  }
}

/// A lower bound of all elements of a set, if the text gives one.
std::optional<std::int64_t> Planner::least_of_set(const Expr* set) const {
  switch (set->op) {
    case Op::naturals1:
    case Op::nat1_set:
      return 1;
    case Op::interval:
      return set->args[0]->op == Op::number ? std::optional(set->args[0]->number) : std::nullopt;
    case Op::set_extension: {
      std::optional<std::int64_t> least;
      for (const Expr* each : set->args) {
        if (each->op != Op::number) return std::nullopt;
        least = std::min(least.value_or(each->number), each->number);
      }
      return least;
    }
    case Op::identifier:
      for (const Conjunct& conjunct : conjuncts_) {
        const Expr* e = conjunct.expr;
        if (e->op != Op::equal) continue;
        for (const std::size_t side : {0u, 1u}) {
          if (is_named(e->args[side], set->symbol) && e->args[1 - side]->op != Op::identifier)
            return least_of_set(e->args[1 - side]);
        }
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

/// Whether the arguments are all of the domain.
bool Planner::covers_domain(const std::vector<const Expr*>& arguments, const Expr* domain) {
  const auto given = [&](const auto& is_it) { return std::ranges::any_of(arguments, is_it); };
  if (domain->op == Op::set_extension) {
    return std::ranges::all_of(domain->args, [&](const Expr* element) {
      return given([&](const Expr* each) { return same_words(each, element); });
    });
  }
  if (domain->op != Op::interval || domain->args[0]->op != Op::number || domain->args[1]->op != Op::number)
    return false;
  const std::int64_t first = domain->args[0]->number, last = domain->args[1]->number;
  if (last - first >= static_cast<std::int64_t>(arguments.size())) return false;
  for (std::int64_t number = first; number <= last; ++number) {
    if (!given([&](const Expr* each) { return each->op == Op::number && each->number == number; })) return false;
  }
  return true;
}

/// `f(1) + f(2) + f(3) = n`, `SIGMA(i).(i : dom(f) | w * f(i)) <= n`: a sum of numbers that are not negative is at
/// least each of them.
void Planner::find_carried_by_sum(const Expr* says, Carried& carried) const {
  Linear sum;
  sum.keeps_open = true;
  if (!add_terms(nullptr, false, says->args[0], 1, sum) || !add_terms(nullptr, false, says->args[1], -1, sum)) return;
  if (sum.open.empty()) return;
  const bool positive = sum.open[0].second > 0;
  const Op relation = positive ? says->op : mirrored(says->op);
  if (relation != Op::equal && relation != Op::less && relation != Op::less_equal) return;
  std::vector<const Expr*> arguments;
  bool covered = false;
  for (const auto& [term, times] : sum.open) {
    if ((times > 0) != positive) return;
    if (term->op == Op::apply && is_named(term->args[0], carried.variable) && known(term->args[1])) {
      arguments.push_back(term->args[1]);
    } else if (term->op == Op::sigma && term->bound.size() == 1 &&
               covers_domain(term->args[0], term->bound[0], carried) &&
               is_weighted_value(term->args[1], term->args[0]->args[1], term->bound[0], carried)) {
      covered = true;
    } else {
      Derivation derivation;
      const auto low = least(term, derivation);
      if (!low || *low < 0) return;
    }
  }
  if (!covered && (carried.domain == nullptr || !covers_domain(arguments, carried.domain))) return;
  Expr* total = literal(0, says->range);
  for (const auto& [term, times] : sum.terms) {
    if (may_fail(term)) return;
    total = plus(total, term, positive ? -times : times, says->range);
  }
  carried.high = total;
}

/// `f(i)`, or a number that is at least 1 times that.
bool Planner::is_weighted_value(const Expr* expr, const Expr* drawn_from, const Symbol* argument,
                                const Carried& carried) const {
  if (is_value_at(expr, argument, carried)) return true;
  if (expr->op != Op::times) return false;
  for (const std::size_t side : {0u, 1u}) {
    if (!is_value_at(expr->args[side], argument, carried)) continue;
    const Expr* weight = expr->args[1 - side];
    if (weight->op == Op::number) return weight->number >= 1;
    if (!is_named(weight, argument)) return false;
    const Expr* domain = drawn_from->op == Op::domain ? carried.domain : drawn_from;
    return domain != nullptr && least_of_set(domain).value_or(0) >= 1;
  }
  return false;
}

Expr* Planner::argument_of(Symbol* symbol, SourceRange range) const {
  Expr* name = made(Op::identifier, range, {}, symbol->type);
  name->symbol = symbol;
  return name;
}

/// The source of a variable with its numbers without end replaced by an interval; null if none is known.
Expr* Planner::bounded_source(const Symbol* variable, const Expr* set) const {
  Carried carried;
  carried.variable = variable;
  std::size_t part = 0;
  if (is_arrow(set->op)) {
    carried.of_range = true;
    carried.domain = set->args[0];
    if (looks_infinite(builder_.model.types, set->args[0])) return nullptr;
    part = 1;
  } else if (is_set_of_sequences(set->op) && set->op != Op::perm) {
    carried.of_range = true;
  } else if (!is_power_set_text(set)) {
    return nullptr;
  }
  Expr* base = set->args[part];
  if (!is_end_of_numbers(base)) return nullptr;
  carried.natural = base->op != Op::integers;
  for (const Conjunct& conjunct : conjuncts_) {
    if (!conjunct.done && conjunct.needs.contains(variable)) find_carried(conjunct.expr, carried);
  }
  Expr* numbers = nullptr;
  if (carried.within != nullptr) {
    numbers = carried.natural ? made(Op::intersection, set->range, {carried.within, base}, base->type) : carried.within;
  } else if (carried.high != nullptr && (carried.natural || carried.low != nullptr)) {
    Expr* low = carried.natural ? end_of(base, false) : carried.low;
    numbers = made(Op::interval, set->range, {low, carried.high}, base->type);
  } else {
    return nullptr;
  }
  std::vector<Expr*> args = set->args;
  args[part] = numbers;
  return made(set->op, set->range, std::move(args), set->type);
}

}  // namespace quotient::bmethod
