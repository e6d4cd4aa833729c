#include "bmethod/compile/implied_guard.hpp"

#include <algorithm>

#include "bmethod/check/formulas.hpp"

namespace quotient::bmethod {
namespace {

class GuardFinder {
 public:
  GuardFinder(Model& model, std::span<Symbol* const> parameters)
      : model_(model), ast_(model.main->machine->ast), parameters_(parameters) {}

  /// Null for what is always possible.
  Expr* of(const Stmt* stmt) {
    switch (stmt->kind) {
      case Stmt::Kind::block:
      case Stmt::Kind::sequence:  // what comes later reads other values
        return of(stmt->parts[0]);
      case Stmt::Kind::any:
      case Stmt::Kind::let:
        return such_that(stmt, of(stmt->parts[0]));
      case Stmt::Kind::becomes_such:
        return such_that(stmt, nullptr);
      case Stmt::Kind::parallel: {
        Expr* all = nullptr;
        for (const Stmt* part : stmt->parts) all = both(all, of(part));
        return all;
      }
      case Stmt::Kind::select:
      case Stmt::Kind::conditional:
      case Stmt::Kind::choice:
        return one_of(stmt);
      default:
        return nullptr;
    }
  }

 private:
  /// Whether something undefined in it depends on a parameter: that would have to be found out, not to be avoided.
  bool may_fail_for_some(const Expr* expr) const {
    if (!why_undefined(expr).empty() && !occurring(expr, parameters_).empty()) return true;
    return std::ranges::any_of(expr->args, [this](const Expr* arg) { return may_fail_for_some(arg); });
  }
  /// What is asked of `expr` before anything in it may be undefined. `whole`: whether that is all of it.
  Expr* defined_part(Expr* expr, bool& whole) {
    if (expr->op != Op::conjunction) {
      whole = !may_fail_for_some(expr);
      return whole ? expr : nullptr;
    }
    Expr* all = nullptr;
    for (Expr* arg : expr->args) {
      all = both(all, defined_part(arg, whole));
      if (!whole) return all;
    }
    return all;
  }
  /// `behind` is asked only where `expr` holds.
  Expr* then(Expr* expr, Expr* behind) {
    bool whole = true;
    Expr* first = defined_part(expr, whole);
    return whole ? both(first, behind) : first;
  }
  Expr* made(Op op, SourceRange range, std::vector<Expr*> args) {
    Expr* expr = ast_.expr(op, range, std::move(args));
    expr->type = model_.types.predicate();
    return expr;
  }
  Expr* both(Expr* a, Expr* b) {
    if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
    return made(Op::conjunction, a->range, {a, b});
  }
  Expr* such_that(const Stmt* stmt, Expr* behind) {
    Expr* such = then(stmt->exprs[0], behind);
    if (such == nullptr) return nullptr;
    Expr* exists = made(Op::exists, stmt->range, {such});
    exists->bound = stmt->bound;
    return exists;
  }
  Expr* one_of(const Stmt* stmt) {
    const bool may_do_nothing = stmt->kind == Stmt::Kind::conditional && stmt->parts.size() == stmt->exprs.size();
    if (may_do_nothing) return nullptr;
    std::vector<Expr*> ways;
    for (std::size_t i = 0; i < stmt->parts.size(); ++i) {
      Expr* behind = of(stmt->parts[i]);
      Expr* way = i < stmt->exprs.size() ? then(stmt->exprs[i], behind) : behind;
      if (way == nullptr) return nullptr;
      ways.push_back(way);
    }
    return ways.size() == 1 ? ways[0] : made(Op::disjunction, stmt->range, std::move(ways));
  }

  Model& model_;
  Ast& ast_;
  std::span<Symbol* const> parameters_;
};

}  // namespace

const Expr* implied_guard(Model& model, const Stmt* body, std::span<Symbol* const> parameters) {
  if (parameters.empty()) return nullptr;
  return GuardFinder(model, parameters).of(body);
}

}  // namespace quotient::bmethod
