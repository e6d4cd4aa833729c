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

  /// Whether something undefined in it depends on a parameter: that would have to be found out, not to be avoided.
  bool may_fail_for_some(const Expr* expr) const {
    if (!why_undefined(expr).empty() && !occurring(expr, parameters_).empty()) return true;
    return std::ranges::any_of(expr->args, [this](const Expr* arg) { return may_fail_for_some(arg); });
  }

 private:
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
    Expr* exists = made(Op::exists, stmt->range, {both(stmt->exprs[0], behind)});
    exists->bound = stmt->bound;
    return exists;
  }
  Expr* one_of(const Stmt* stmt) {
    const bool may_do_nothing = stmt->kind == Stmt::Kind::conditional && stmt->parts.size() == stmt->exprs.size();
    if (may_do_nothing) return nullptr;
    std::vector<Expr*> ways;
    for (std::size_t i = 0; i < stmt->parts.size(); ++i) {
      Expr* way = both(i < stmt->exprs.size() ? stmt->exprs[i] : nullptr, of(stmt->parts[i]));
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
  GuardFinder finder(model, parameters);
  const Expr* found = finder.of(body);
  return found == nullptr || finder.may_fail_for_some(found) ? nullptr : found;
}

}  // namespace quotient::bmethod
