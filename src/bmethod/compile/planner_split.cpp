#include <algorithm>

#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/planner.hpp"

// Conjuncts that say of several things at once what can be said of each.

namespace quotient::bmethod {

/// A couple in a product is two memberships.
void Planner::split_products() {
  for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
    const Expr* e = conjuncts_[i].expr;
    while (e->op == Op::member && e->args[0]->op == Op::maplet && e->args[1]->op == Op::product) {
      Ast& ast = builder_.ast();
      const Expr* whole = e;
      Expr* left = ast.expr(Op::member, whole->range, {whole->args[0]->args[0], whole->args[1]->args[0]});
      Expr* right = ast.expr(Op::member, whole->range, {whole->args[0]->args[1], whole->args[1]->args[1]});
      left->type = right->type = whole->type;
      conjuncts_[i] = {left, occurring(left, variables_)};
      conjuncts_.insert(conjuncts_.begin() + static_cast<std::ptrdiff_t>(i) + 1, {right, occurring(right, variables_)});
      e = left;
    }
  }
}

/// `{a, b} <: S` says of each that it is an element; so does `{a, b} = S`, and more, which is asked besides.
void Planner::split_extensions() {
  for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
    const Expr* e = conjuncts_[i].expr;
    const bool in_powers = e->op == Op::member && is_power_set_text(e->args[1]);
    if (e->op != Op::subset && e->op != Op::equal && !in_powers) continue;
    const std::size_t side = e->op == Op::equal && e->args[0]->op != Op::set_extension ? 1 : 0;
    const Expr* elements = e->args[side];
    Expr* set = in_powers ? e->args[1]->args[0] : e->args[1 - side];
    if (elements->op != Op::set_extension || may_fail(elements) || may_fail(set) || !known(set)) continue;
    const bool narrows = std::ranges::any_of(elements->args, [&](const Expr* each) {
      std::vector<const Symbol*> binds;
      return is_shape(each, binds);
    });
    if (!narrows) continue;
    std::vector<Conjunct> told;
    for (Expr* each : elements->args) {
      const Expr* inside = made(Op::member, e->range, {each, set}, e->type);
      told.push_back({inside, occurring(inside, variables_)});
    }
    auto at = conjuncts_.begin() + static_cast<std::ptrdiff_t>(i);
    at = e->op == Op::equal ? at + 1 : conjuncts_.erase(at);
    conjuncts_.insert(at, told.begin(), told.end());
    i += told.size() - (e->op == Op::equal ? 0 : 1);
  }
}

}  // namespace quotient::bmethod
