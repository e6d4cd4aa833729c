#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/planner.hpp"
#include "bmethod/syntax/operators.hpp"

namespace quotient::bmethod {
namespace {

constexpr double derived_range = 12;  // the cost of a range that other unknowns bound, which may be wide
constexpr std::int64_t small_set = 255;

}  // namespace

/// The variable itself, or its number of elements.
bool Planner::is_bounded(const Expr* expr, const Symbol* variable, bool of_size) const {
  if (of_size) return (expr->op == Op::card || expr->op == Op::size) && is_bounded(expr->args[0], variable, false);
  return is_unbound(expr) && expr->symbol == variable;
}

/// Adds what an expression is as `factor` times the variable and terms that are known; false where it is more.
bool Planner::add_terms(const Symbol* variable, bool of_size, Expr* expr, std::int64_t times, Linear& into) const {
  constexpr std::int64_t largest_factor = 1'000'000;
  if (std::abs(times) > largest_factor) return false;
  if (known(expr)) {
    into.terms.emplace_back(expr, times);
    return true;
  }
  if (is_bounded(expr, variable, of_size)) {
    into.factor += times;
    return true;
  }
  switch (expr->op) {
    case Op::add:
    case Op::minus:
      return add_terms(variable, of_size, expr->args[0], times, into) &&
             add_terms(variable, of_size, expr->args[1], expr->op == Op::add ? times : -times, into);
    case Op::negate:
      return add_terms(variable, of_size, expr->args[0], -times, into);
    case Op::times:
      for (const std::size_t side : {0u, 1u}) {
        const Expr* number = expr->args[side];
        if (number->op != Op::number || std::abs(number->number) > largest_factor) continue;
        return add_terms(variable, of_size, expr->args[1 - side], times * number->number, into);
      }
      break;
    default:
      break;
  }
  if (into.keeps_open) into.open.emplace_back(expr, times);
  return into.keeps_open;
}

/// `left relation right`, solved for the variable where it stands in sums with other things that are known.
void Planner::add_bounds(const Symbol* variable, bool of_size, const Expr* comparison, std::vector<Bound>& into) const {
  Linear sum;  // left - right
  if (!add_terms(variable, of_size, comparison->args[0], 1, sum)) return;
  if (!add_terms(variable, of_size, comparison->args[1], -1, sum) || sum.factor == 0) return;
  Derivation none;
  for (const bool upper : {true, false}) {
    if (const auto bound = solved(sum, comparison->op, upper, comparison->range, none); bound) into.push_back(*bound);
  }
}

void Planner::bounds_in(const Expr* predicate, const Symbol* variable, bool of_size, std::vector<Bound>& into) const {
  if (predicate->args.size() != 2) return;
  const Expr* left = predicate->args[0];
  Expr* right = predicate->args[1];
  if (predicate->op == Op::member) {
    if (!is_bounded(left, variable, of_size)) return;
    if (right->op == Op::naturals) into.push_back({nullptr, 0, false});
    if (right->op == Op::naturals1) into.push_back({nullptr, 1, false});
    const Expr* drawn_from = of_size ? nullptr : right;
    if (right->op == Op::interval && known(right)) {
      into.push_back({right->args[0], 0, false, false, drawn_from});
      into.push_back({right->args[1], 0, true, false, drawn_from});
    }
    const Limits& limits = builder_.program.limits;
    if (!of_size && (right->op == Op::nat_set || right->op == Op::nat1_set || right->op == Op::int_set)) {
      const std::int64_t least = right->op == Op::int_set ? limits.min_int : right->op == Op::nat_set ? 0 : 1;
      into.push_back({nullptr, least, false, false, right});
      into.push_back({nullptr, limits.max_int, true, false, right});
    }
  } else if (is_comparison(predicate->op)) {
    if (builder_.type_of(left->type)->kind == Type::Kind::integer) add_bounds(variable, of_size, predicate, into);
  }
}

std::vector<Planner::Bound> Planner::bounds_of(const Symbol* variable, bool of_size) const {
  std::vector<Bound> found;
  for (const Conjunct& conjunct : conjuncts_) {
    if (!conjunct.done && conjunct.needs.contains(variable)) bounds_in(conjunct.expr, variable, of_size, found);
  }
  // Ends of a large set are no reason not to look further.
  const auto is_large = [&](const Expr* set) {
    const Limits& limits = builder_.program.limits;
    if (set->op != Op::interval) return limits.max_int > small_set || limits.min_int < -small_set;
    const bool numbers = set->args[0]->op == Op::number && set->args[1]->op == Op::number;
    return !numbers || set->args[1]->number - set->args[0]->number > small_set;
  };
  for (const bool upper : {false, true}) {
    if (std::ranges::any_of(found, [&](const Bound& bound) {
          return bound.upper == upper && (bound.set == nullptr || !is_large(bound.set));
        }))
      continue;
    Derivation derivation;
    std::vector<Bound> derived;
    derive(variable, of_size, upper, derivation, derived);
    for (const Bound& bound : derived) found.push_back({bound.value, bound.shift, bound.upper, true});
  }
  return found;
}

/// Sequences without end, but of a bounded length: s : seq(S) & size(s) <= 4.
bool Planner::has_bounded_length(const Symbol* variable, const Expr* set) const {
  if (set->op != Op::seq && set->op != Op::seq1) return false;
  if (looks_infinite(builder_.model.types, set->args[0])) return false;
  return std::ranges::any_of(bounds_of(variable, true), &Bound::upper);
}

void Planner::consider_range(Symbol* variable, std::size_t order) {
  Candidate candidate;
  candidate.step.kind = Step::Kind::range;
  candidate.binds = {variable};
  candidate.variable = variable;
  const std::vector<Bound> bounds = bounds_of(variable);
  const bool low = std::ranges::any_of(bounds, [](const Bound& bound) { return !bound.upper; });
  const bool high = std::ranges::any_of(bounds, [](const Bound& bound) { return bound.upper; });
  // Another variable may give the missing bound once it is known, so an open range comes last.
  const bool derived = std::ranges::any_of(bounds, &Bound::derived);
  candidate.cost = low && high ? (derived ? derived_range : 5) : 1000 + static_cast<double>(order);
  // `x : 0..1000 & x <= n`: drawn between all bounds rather than from the set, but from the set where that is all.
  const auto in_set = std::ranges::find_if(bounds, [](const Bound& bound) { return bound.set != nullptr; });
  if (in_set != bounds.end()) {
    const bool others = std::ranges::any_of(bounds, [](const Bound& bound) { return bound.set == nullptr; });
    const double whole = log_size(in_set->set);
    candidate.cost = others ? std::min(whole - 0.25, candidate.cost) : whole + 0.25;
  }
  consider(std::move(candidate));
}

void Planner::set_bounds(const Symbol* variable, Step& step, bool of_size) {
  const auto literal = [&](std::int64_t number) {
    Node node = builder_.make(Op::number, builder_.types.integer());
    node.constant = node.closed = true;
    node.value = from_int(number);
    return builder_.finish(std::move(node));
  };
  for (const Bound& bound : bounds_of(variable, of_size)) {
    const Node* node = bound.value == nullptr ? nullptr : formulas_.value(bound.value);
    if (node == nullptr) {
      node = literal(bound.shift);
    } else if (bound.shift != 0) {
      node = builder_.make_node(Op::add, node->type, {node, literal(bound.shift)});
    }
    (bound.upper ? step.upper : step.lower).push_back(node);
  }
  if (of_size || (!step.lower.empty() && !step.upper.empty())) return;
  const Limits& limits = builder_.program.limits;
  step.cut = cut_short(variable->range, fmt::format("'{}' has no {} bound: only values {} {} are tried", variable->name,
                                                    step.lower.empty() ? "lower" : "upper",
                                                    step.lower.empty() ? "from MININT =" : "up to MAXINT =",
                                                    step.lower.empty() ? limits.min_int : limits.max_int));
}

}  // namespace quotient::bmethod
