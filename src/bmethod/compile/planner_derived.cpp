#include <algorithm>
#include <cstdlib>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/planner.hpp"
#include "bmethod/syntax/operators.hpp"

// Bounds of an integer that other unknowns pass on: of `x + y + z = 10`, where none is negative, that x is at most 10;
// of `i < j & j <= n` that i is less than n; of `x * y = 36`, where both are positive, that x is at most 36. A bound is
// made of what is known and must hold in every solution; it need not be the best one, as the predicate is asked again.

namespace quotient::bmethod {
namespace {

constexpr std::size_t most_unknowns = 4;  // unknowns on the way to a bound
constexpr std::size_t most_terms = 400;   // terms looked at for one bound
constexpr std::size_t enough_bounds = 3;  // of one variable
constexpr std::int64_t largest_literal = std::int64_t{1} << 40;

const Expr* square_root(const Expr* term) {
  const auto same_name = [](const Expr* a, const Expr* b) {
    return a->op == Op::identifier && b->op == Op::identifier && a->symbol == b->symbol;
  };
  if (term->op == Op::times && same_name(term->args[0], term->args[1])) return term->args[0];
  const bool squared = term->op == Op::power && term->args[1]->op == Op::number && term->args[1]->number == 2;
  return squared ? term->args[0] : nullptr;
}

bool is_small(const Expr* number) { return std::abs(number->number) <= largest_literal; }

}  // namespace

Expr* Planner::literal(std::int64_t number, SourceRange range) const {
  Expr* expr = made(Op::number, range, {}, builder_.model.types.integer());
  expr->number = number;
  return expr;
}

/// `sum + times * term`, as a number where both are.
Expr* Planner::plus(Expr* sum, Expr* term, std::int64_t times, SourceRange range) const {
  const TypeRef integer = builder_.model.types.integer();
  if (term->op == Op::number && is_small(term) && std::abs(times) <= largest_literal >> 20) {
    if (sum == nullptr) return literal(times * term->number, range);
    if (sum->op == Op::number && is_small(sum)) return literal(sum->number + times * term->number, range);
  }
  Expr* part = std::abs(times) == 1 ? term : made(Op::times, range, {literal(std::abs(times), range), term}, integer);
  if (sum == nullptr) return times > 0 ? part : made(Op::negate, range, {part}, integer);
  return made(times > 0 ? Op::add : Op::minus, range, {sum, part}, integer);
}

/// The product of two bounds that are not negative wherever there is a solution.
Expr* Planner::product_of(Expr* a, Expr* b, SourceRange range) const {
  const bool numbers = a->op == Op::number && b->op == Op::number;
  constexpr std::int64_t small = std::int64_t{1} << 20;
  if (numbers && std::abs(a->number) <= small && std::abs(b->number) <= small)
    return literal(a->number * b->number, range);
  return made(Op::times, range, {a, b}, builder_.model.types.integer());
}

/// An end of a set of integers that is known: every element is beyond it.
Expr* Planner::end_of(Expr* set, bool upper) const {
  const Limits& limits = builder_.program.limits;
  const SourceRange range = set->range;
  if (may_fail(set)) return nullptr;
  switch (set->op) {
    case Op::interval:
      return set->args[upper ? 1 : 0];
    case Op::naturals:
      return upper ? nullptr : literal(0, range);
    case Op::naturals1:
      return upper ? nullptr : literal(1, range);
    case Op::nat_set:
      return literal(upper ? limits.max_int : 0, range);
    case Op::nat1_set:
      return literal(upper ? limits.max_int : 1, range);
    case Op::int_set:
      return literal(upper ? limits.max_int : limits.min_int, range);
    default: {
      if (looks_infinite(builder_.model.types, set)) return nullptr;
      // With 0, as the least element of no elements is undefined.
      Expr* zero = made(Op::set_extension, range, {literal(0, range)}, set->type);
      Expr* elements = made(Op::set_union, range, {set, zero}, set->type);
      return made(upper ? Op::maximum : Op::minimum, range, {elements}, builder_.model.types.integer());
    }
  }
}

/// A bound that conjuncts give without looking at other unknowns; null where none does. A number is preferred,
/// and of numbers the closest.
Expr* Planner::told_end(const Symbol* variable, bool upper) const {
  Expr* found = nullptr;
  const auto take = [&](Expr* end) {
    if (end == nullptr || may_fail(end)) return;
    const bool is_closer = found != nullptr && found->op == Op::number && end->op == Op::number &&
                           (upper ? end->number < found->number : end->number > found->number);
    if (found == nullptr || is_closer || (found->op != Op::number && end->op == Op::number)) found = end;
  };
  for (const Conjunct& conjunct : conjuncts_) {
    const Expr* e = conjunct.expr;
    if (conjunct.done || !conjunct.needs.contains(variable)) continue;
    if (e->op == Op::member && is_bounded(e->args[0], variable, false)) {
      if (known(e->args[1])) take(end_of(e->args[1], upper));
      continue;
    }
    std::vector<Bound> bounds;
    bounds_in(e, variable, false, bounds);
    for (const Bound& bound : bounds) {
      if (bound.upper == upper) take(plus(bound.value, literal(bound.shift, e->range), 1, e->range));
    }
  }
  return found;
}

/// A number that a variable is at least, as some conjunct says, also one that was asked already.
const Expr* Planner::told_least(const Symbol* variable) const {
  const auto is_it = [&](const Expr* e) { return e->op == Op::identifier && e->symbol == variable; };
  const Expr* found = nullptr;
  const auto take = [&](const Expr* end) {
    if (end != nullptr && end->op == Op::number && (found == nullptr || end->number > found->number)) found = end;
  };
  for (const Conjunct& conjunct : conjuncts_) {
    const Expr* e = conjunct.expr;
    if (e->args.size() != 2) continue;
    if (e->op == Op::member && is_it(e->args[0])) take(end_of(e->args[1], false));
    for (const std::size_t side : {0u, 1u}) {
      if (!is_comparison(e->op) || !is_it(e->args[side]) || e->args[1 - side]->op != Op::number) continue;
      const Op relation = side == 0 ? e->op : mirrored(e->op);
      const std::int64_t number = e->args[1 - side]->number;
      if (relation == Op::greater && is_small(e->args[1 - side])) take(literal(number + 1, e->range));
      if (relation == Op::greater_equal || relation == Op::equal) take(literal(number, e->range));
    }
  }
  return found;
}

/// What a term is at least, where that is a number.
std::optional<std::int64_t> Planner::least(Expr* term, Derivation& derivation) const {
  // Of a variable that has its value: what the text says of it.
  const bool drawn = term->op == Op::identifier && std::ranges::find(variables_, term->symbol) != variables_.end() &&
                     bound_.contains(term->symbol);
  const Expr* end = drawn ? told_least(term->symbol) : extreme(term, false, derivation);
  return end != nullptr && end->op == Op::number ? std::optional(end->number) : std::nullopt;
}

/// A term of what is known that is at most, or at least, the one given; null where there is none.
Expr* Planner::extreme(Expr* term, bool upper, Derivation& derivation) const {
  if (++derivation.steps > most_terms) return nullptr;
  if (known(term)) return may_fail(term) ? nullptr : term;
  const SourceRange range = term->range;
  if (Expr* root = const_cast<Expr*>(square_root(term)); root != nullptr) {  // NOLINT: nobody changes it
    if (!upper) return literal(0, range);
    Expr* high = extreme(root, true, derivation);
    Expr* low = extreme(root, false, derivation);
    if (high == nullptr || low == nullptr) return nullptr;
    Expr* square = product_of(high, high, range);
    const bool natural = low->op == Op::number && low->number >= 0;
    return natural ? square : plus(square, product_of(low, low, range), 1, range);
  }
  switch (term->op) {
    case Op::identifier: {
      if (!is_unbound(term)) return nullptr;
      if (Expr* told = told_end(term->symbol, upper); told != nullptr) return told;
      const auto& visiting = derivation.visiting;
      if (visiting.size() >= most_unknowns || std::ranges::find(visiting, term->symbol) != visiting.end())
        return nullptr;
      std::vector<Bound> found;
      derive(term->symbol, false, upper, derivation, found);
      return found.empty() ? nullptr : plus(found[0].value, literal(found[0].shift, range), 1, range);
    }
    case Op::add:
    case Op::minus:
    case Op::negate: {
      Linear sum;
      sum.keeps_open = true;
      if (!add_terms(nullptr, false, term, 1, sum)) return nullptr;
      Expr* total = literal(0, range);
      for (const auto& [part, times] : sum.terms) {
        if (may_fail(part)) return nullptr;
        total = plus(total, part, times, range);
      }
      for (const auto& [part, times] : sum.open) {
        Expr* end = extreme(part, (times > 0) == upper, derivation);
        if (end == nullptr) return nullptr;
        total = plus(total, end, times, range);
      }
      return total;
    }
    case Op::times: {
      const auto left = least(term->args[0], derivation);
      const auto right = left && *left >= 0 ? least(term->args[1], derivation) : std::nullopt;
      if (!right || *right < 0) return nullptr;
      if (!upper) return product_of(literal(*left, range), literal(*right, range), range);
      Expr* a = extreme(term->args[0], true, derivation);
      Expr* b = a == nullptr ? nullptr : extreme(term->args[1], true, derivation);
      return b == nullptr ? nullptr : product_of(a, b, range);
    }
    case Op::modulo:
      if (term->args[1]->op != Op::number || term->args[1]->number <= 0) return nullptr;
      return literal(upper ? term->args[1]->number - 1 : 0, range);
    case Op::divide: {
      if (term->args[1]->op != Op::number || term->args[1]->number <= 0) return nullptr;
      const auto low = least(term->args[0], derivation);
      if (!low || *low < 0) return nullptr;
      return upper ? extreme(term->args[0], true, derivation) : literal(0, range);
    }
    case Op::card:
    case Op::size:
      return upper ? nullptr : literal(0, range);
    case Op::apply:
      for (const Conjunct& conjunct : conjuncts_) {
        const Expr* e = conjunct.expr;
        if (conjunct.done || e->op != Op::member || !is_unbound(e->args[0])) continue;
        if (term->args[0]->op != Op::identifier || term->args[0]->symbol != e->args[0]->symbol) continue;
        if (is_arrow(e->args[1]->op) && known(e->args[1]->args[1])) return end_of(e->args[1]->args[1], upper);
      }
      return nullptr;
    default:
      return nullptr;
  }
}

/// `factor * variable + terms + open relation 0`, solved for the variable. Rounding towards zero never goes past the
/// true bound, and before `<` and `>` nothing is taken off a quotient: one value too many does no harm.
std::optional<Planner::Bound> Planner::solved(const Linear& sum, Op relation, bool upper, SourceRange range,
                                              Derivation& derivation) const {
  const bool positive = sum.factor > 0;
  const Op solved_for = positive ? relation : mirrored(relation);
  const bool strict = solved_for == (upper ? Op::less : Op::greater);
  if (!strict && solved_for != Op::equal && solved_for != (upper ? Op::less_equal : Op::greater_equal))
    return std::nullopt;
  Expr* other = nullptr;
  for (const auto& [term, times] : sum.terms) {
    if (!sum.open.empty() && may_fail(term)) return std::nullopt;
    other = plus(other, term, positive ? -times : times, range);
  }
  for (const auto& [term, times] : sum.open) {
    const std::int64_t moved = positive ? -times : times;
    Expr* end = extreme(term, (moved > 0) == upper, derivation);
    if (end == nullptr) return std::nullopt;
    other = plus(other, end, moved, range);
  }
  if (other == nullptr) other = literal(0, range);
  const std::int64_t factor = std::abs(sum.factor);
  if (factor != 1) other = made(Op::divide, range, {other, literal(factor, range)}, builder_.model.types.integer());
  const std::int64_t shift = strict && factor == 1 ? (upper ? -1 : 1) : 0;
  return Bound{other, shift, upper};
}

/// Of a product that is at most U: a factor is so, too, where it is a square root, or where it is not negative and the
/// other is at least 1. Of a quotient x / n that is at most U: x is at most n * U + n - 1.
void Planner::derive_from_product(const Symbol* variable, bool upper, const Linear& sum, std::size_t at, Op relation,
                                  SourceRange range, Derivation& derivation, std::vector<Bound>& into) const {
  Expr* product = sum.open[at].first;
  Linear rest = sum;
  rest.factor = sum.open[at].second;
  rest.open.erase(rest.open.begin() + static_cast<std::ptrdiff_t>(at));
  const auto most = [&] { return solved(rest, relation, true, range, derivation); };
  const auto end = [&](const Bound& bound) { return plus(bound.value, literal(bound.shift, range), 1, range); };
  if (const Expr* root = square_root(product); root != nullptr) {
    if (!is_bounded(root, variable, false)) return;
    const auto bound = most();
    if (bound && upper) into.push_back(*bound);
    if (bound && !upper) into.push_back({plus(nullptr, end(*bound), -1, range), 0, false});
    return;
  }
  if (product->op == Op::divide && is_bounded(product->args[0], variable, false) &&
      product->args[1]->op == Op::number && product->args[1]->number > 0 && is_small(product->args[1])) {
    const std::int64_t by = product->args[1]->number;
    if (const auto bound = solved(rest, relation, upper, range, derivation); bound)
      into.push_back({plus(nullptr, end(*bound), by, range), upper ? by - 1 : 1 - by, upper});
    return;
  }
  if (!upper || product->op != Op::times) return;
  for (const std::size_t side : {0u, 1u}) {
    if (!is_bounded(product->args[side], variable, false)) continue;
    const auto own = least(product->args[side], derivation);
    const auto other = least(product->args[1 - side], derivation);
    if (!own || !other || *own < 0 || *other < 0) return;
    bool counts = *other >= 1;
    if (!counts) {  // none of them is 0 if the product is not
      const auto lowest = solved(rest, relation, false, range, derivation);
      const Expr* low = lowest ? end(*lowest) : nullptr;
      counts = low != nullptr && low->op == Op::number && low->number >= 1;
    }
    if (const auto bound = counts ? most() : std::nullopt; bound) into.push_back(*bound);
    return;
  }
}

void Planner::derive(const Symbol* variable, bool of_size, bool upper, Derivation& derivation,
                     std::vector<Bound>& into) const {
  derivation.visiting.push_back(variable);
  const std::size_t before = into.size();
  const auto look_at = [&](Op relation, Expr* left, Expr* right, SourceRange range) {
    Linear sum;  // left - right
    sum.keeps_open = true;
    if (!add_terms(variable, of_size, left, 1, sum) || !add_terms(variable, of_size, right, -1, sum)) return;
    if (sum.factor != 0) {
      if (const auto bound = solved(sum, relation, upper, range, derivation); bound) into.push_back(*bound);
      return;
    }
    for (std::size_t at = 0; !of_size && at < sum.open.size(); ++at)
      derive_from_product(variable, upper, sum, at, relation, range, derivation, into);
  };
  for (const Conjunct& conjunct : conjuncts_) {
    const Expr* e = conjunct.expr;
    if (into.size() - before >= enough_bounds || derivation.steps > most_terms) break;
    if (conjunct.done || !conjunct.needs.contains(variable)) continue;
    if (!is_comparison(e->op) && e->op != Op::member) continue;
    if (builder_.type_of(e->args[0]->type) != builder_.types.integer()) continue;
    if (is_comparison(e->op)) look_at(e->op, e->args[0], e->args[1], e->range);
    if (e->op == Op::member && known(e->args[1]) && !is_bounded(e->args[0], variable, of_size)) {
      Expr* end = end_of(e->args[1], upper);
      if (end != nullptr) look_at(upper ? Op::less_equal : Op::greater_equal, e->args[0], end, e->range);
      // A sum that is at least so much bounds what is taken off it from above.
      end = end_of(e->args[1], !upper);
      if (end != nullptr) look_at(upper ? Op::greater_equal : Op::less_equal, e->args[0], end, e->range);
    }
  }
  derivation.visiting.pop_back();
}

}  // namespace quotient::bmethod
