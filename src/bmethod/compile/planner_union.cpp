#include <algorithm>
#include <cmath>

#include "bmethod/compile/planner.hpp"

namespace quotient::bmethod {
namespace {

void flatten_union(Expr* set, std::vector<Expr*>& into) {
  if (set->op != Op::set_union) return into.push_back(set);
  for (Expr* part : set->args) flatten_union(part, into);
}

}  // namespace

/// Whether the predicate says that the two have no element in common.
bool Planner::is_disjoint(const Symbol* variable, const Expr* part) const {
  if (part->op != Op::identifier) return false;
  const auto is = [](const Expr* e, const Symbol* symbol) { return e->op == Op::identifier && e->symbol == symbol; };
  const auto says = [&](const Expr* common, const Expr* nothing) {
    if (common->op != Op::intersection || nothing->op != Op::empty_set) return false;
    return (is(common->args[0], variable) && is(common->args[1], part->symbol)) ||
           (is(common->args[1], variable) && is(common->args[0], part->symbol));
  };
  return std::ranges::any_of(conjuncts_, [&](const Conjunct& conjunct) {
    const Expr* e = conjunct.expr;
    return e->op == Op::equal && (says(e->args[0], e->args[1]) || says(e->args[1], e->args[0]));
  });
}

/// `a \/ b = s` and `a \/ b <: s`: each part is a subset of s, without what is known of others that it shares nothing
/// with. Where these are all others, and the union is the whole, it is the rest.
void Planner::consider_union(std::size_t index, Expr* parts, Expr* whole) {
  if (parts->op != Op::set_union || !known(whole)) return;
  std::vector<Expr*> all;
  flatten_union(parts, all);
  for (Expr* part : all) {
    if (!is_unbound(part)) continue;
    Expr* rest = whole;
    std::size_t taken = 0;
    for (Expr* other : all) {
      if (other == part || !known(other) || !is_disjoint(part->symbol, other)) continue;
      rest = builder_.ast().expr(Op::difference, whole->range, {rest, other});
      rest->type = whole->type;
      ++taken;
    }
    Candidate candidate;
    const bool is_rest = conjuncts_[index].expr->op == Op::equal && taken + 1 == all.size();
    candidate.cost = is_rest ? -1 : std::exp2(std::min(log_size(rest), 20.0));
    candidate.step.kind = is_rest ? Step::Kind::match : Step::Kind::enumerate;
    candidate.subsets = !is_rest;
    candidate.conjunct = index;
    candidate.consumes = false;
    candidate.binds = {part->symbol};
    candidate.source = rest;
    candidate.shape = part;
    consider(std::move(candidate));
  }
}

}  // namespace quotient::bmethod
