#include <algorithm>

#include "bmethod/compile/planner.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

/// What a conjunct says that the relation `variable` holds in any case, as the text of relations that are known:
/// `k |-> v : f`, `r <: f`, also for all values that guards allow, and `f(k) = v` where f is `total`: elsewhere f(k)
/// may be undefined, which is to be found out and not to be avoided.
void Planner::find_points(const Symbol* variable, bool total, const Expr* says, Guarded& guarded,
                          std::vector<const Expr*>& into) const {
  const auto is_it = [&](const Expr* e) { return e->op == Op::identifier && e->symbol == variable; };
  Ast& ast = builder_.ast();
  const TypeRef relation = variable->type;
  const auto single = [&](Expr* couple) {
    Expr* made = ast.expr(Op::set_extension, says->range, {couple});
    made->type = relation;
    return made;
  };
  const auto add = [&](Expr* held) {
    if (!known(held) || !std::ranges::all_of(guarded.guards, [&](const Expr* guard) { return known(guard); })) return;
    if (!guarded.bound.empty()) {
      Expr* all = ast.expr(Op::conjunction, says->range, guarded.guards);
      all->type = builder_.model.types.predicate();
      held = ast.expr(Op::quantified_union, says->range, {all, held});
      held->type = relation;
      held->bound = guarded.bound;
    }
    into.push_back(held);
  };
  switch (says->op) {
    case Op::conjunction:
      for (const Expr* part : says->args) find_points(variable, total, part, guarded, into);
      return;
    case Op::for_all: {
      const Guarded outer = guarded;
      guarded.bound.insert(guarded.bound.end(), says->bound.begin(), says->bound.end());
      if (says->args[0]->op == Op::implication) find_points(variable, total, says->args[0], guarded, into);
      guarded = outer;
      return;
    }
    case Op::implication: {
      if (guarded.bound.empty()) return;
      guarded.guards.push_back(says->args[0]);
      find_points(variable, total, says->args[1], guarded, into);
      guarded.guards.pop_back();
      return;
    }
    case Op::member:
      if (is_it(says->args[1])) add(single(says->args[0]));
      return;
    case Op::subset:
      if (is_it(says->args[1])) add(says->args[0]);
      return;
    case Op::equal:
      if (!total) return;
      for (const std::size_t side : {0u, 1u}) {
        const Expr* applied = says->args[side];
        if (applied->op != Op::apply || !is_it(applied->args[0])) continue;
        Expr* couple = ast.expr(Op::maplet, says->range, {applied->args[1], says->args[1 - side]});
        couple->type = builder_.model.types.element(relation);
        add(single(couple));
      }
      return;
    default:
      return;
  }
}

std::vector<const Expr*> Planner::points_of(const Symbol* variable, const Expr* set) const {
  std::vector<const Expr*> found;
  if (!is_arrow(set->op)) return found;
  const RelationKind kind = relation_kind(set->op);
  Guarded guarded;
  for (const Conjunct& conjunct : conjuncts_) {
    if (conjunct.done || !conjunct.needs.contains(variable)) continue;
    find_points(variable, kind.functional && kind.total, conjunct.expr, guarded, found);
  }
  return found;
}

}  // namespace quotient::bmethod
