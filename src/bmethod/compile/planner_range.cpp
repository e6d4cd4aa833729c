#include <algorithm>
#include <fmt/format.h>

#include "bmethod/compile/planner.hpp"

namespace quotient::bmethod {
namespace {

Op turned(Op relation) {
  switch (relation) {
    case Op::less:
      return Op::greater;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::greater:
      return Op::less;
    case Op::greater_equal:
      return Op::less_equal;
    default:
      return relation;
  }
}

bool is_comparison(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal || op == Op::equal;
}

}  // namespace

/// The variable itself, or its number of elements.
bool Planner::is_bounded(const Expr* expr, const Symbol* variable, bool of_size) const {
  if (of_size) return expr->op == Op::card && is_bounded(expr->args[0], variable, false);
  return is_unbound(expr) && expr->symbol == variable;
}

/// `side relation other`, where `other` is known: solved for the variable as long as that takes only + and -.
void Planner::add_bounds(const Symbol* variable, bool of_size, Expr* side, Expr* other, Op relation,
                         std::vector<Bound>& into) const {
  Ast& ast = builder_.ast();
  const auto computed = [&](Op op, Expr* first, Expr* second) {
    Expr* made = ast.expr(op, side->range, {first, second});
    made->type = other->type;
    return made;
  };
  while (!is_bounded(side, variable, of_size)) {
    if (side->op != Op::add && side->op != Op::minus) return;
    const bool sum = side->op == Op::add;
    Expr* first = side->args[0];
    Expr* second = side->args[1];
    if (known(second)) {
      other = computed(sum ? Op::minus : Op::add, other, second);
      side = first;
    } else if (known(first)) {
      other = sum ? computed(Op::minus, other, first) : computed(Op::minus, first, other);
      if (!sum) relation = turned(relation);
      side = second;
    } else {
      return;
    }
  }
  if (relation == Op::less || relation == Op::less_equal || relation == Op::equal) {
    into.push_back({other, relation == Op::less ? -1 : 0, true});
  }
  if (relation == Op::greater || relation == Op::greater_equal || relation == Op::equal) {
    into.push_back({other, relation == Op::greater ? 1 : 0, false});
  }
}

std::vector<Planner::Bound> Planner::bounds_of(const Symbol* variable, bool of_size) const {
  std::vector<Bound> found;
  for (const Conjunct& conjunct : conjuncts_) {
    const Expr* e = conjunct.expr;
    if (conjunct.done || e->args.size() != 2) continue;
    Expr* left = e->args[0];
    Expr* right = e->args[1];
    if (e->op == Op::member && is_bounded(left, variable, of_size)) {
      if (right->op == Op::naturals) found.push_back({nullptr, 0, false});
      if (right->op == Op::naturals1) found.push_back({nullptr, 1, false});
    } else if (is_comparison(e->op) && conjunct.needs.contains(variable)) {
      if (builder_.type_of(left->type)->kind != Type::Kind::integer) continue;
      if (known(right)) add_bounds(variable, of_size, left, right, e->op, found);
      if (known(left)) add_bounds(variable, of_size, right, left, turned(e->op), found);
    }
  }
  return found;
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
  candidate.cost = low && high ? 5 : 1000 + static_cast<double>(order);
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
  step.cut = builder_.cut_short(variable->range, fmt::format("'{}' has no {} bound: only values {} {} are tried",
                                                             variable->name, step.lower.empty() ? "lower" : "upper",
                                                             step.lower.empty() ? "from MININT =" : "up to MAXINT =",
                                                             step.lower.empty() ? limits.min_int : limits.max_int));
}

}  // namespace quotient::bmethod
