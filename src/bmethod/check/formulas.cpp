#include "bmethod/check/formulas.hpp"

#include <algorithm>

#include "bmethod/syntax/library.hpp"

namespace quotient::bmethod {

void flatten_conjunction(const Expr* predicate, std::vector<const Expr*>& into) {
  if (predicate->op == Op::conjunction) {
    for (const Expr* arg : predicate->args) flatten_conjunction(arg, into);
  } else if (predicate->op != Op::btrue) {
    into.push_back(predicate);
  }
}

std::set<const Symbol*> occurring(const Expr* expr, std::span<Symbol* const> of) {
  std::set<const Symbol*> found;
  const auto walk = [&](const auto& self, const Expr* e) -> void {
    if (e->symbol != nullptr && std::ranges::find(of, e->symbol) != of.end()) found.insert(e->symbol);
    for (const Expr* arg : e->args) self(self, arg);
  };
  walk(walk, expr);
  return found;
}

std::string_view why_undefined(const Expr* expr) {
  switch (expr->op) {
    case Op::external:
      return external_function(static_cast<External>(expr->number)).undefined;
    case Op::apply:
      return "the argument is outside the domain, or the function has several values for it";
    case Op::divide:
      return "division by zero";
    case Op::modulo:
      return "mod needs a natural number and a positive one";
    case Op::power:
      return "the exponent is negative, or the result needs more than 64 bits";
    case Op::minimum:
      return "min of the empty set";
    case Op::maximum:
      return "max of the empty set";
    case Op::general_intersection:
    case Op::quantified_intersection:
      return "the intersection of no sets";
    case Op::first:
    case Op::last:
    case Op::tail:
    case Op::front:
      return "not a sequence, or an empty one";
    case Op::take:
    case Op::drop:
      return "not a sequence, or not that long";
    case Op::size:
    case Op::reverse:
    case Op::concatenate:
    case Op::prepend:
    case Op::append:
    case Op::general_concatenate:
      return "not a sequence";
    case Op::iterate:
      return "iterated a negative number of times";
    case Op::let:
      return "LET has no solution";
    default:
      return "";
  }
}

bool may_fail(const Expr* expr) {
  if (!why_undefined(expr).empty() || (expr->symbol != nullptr && expr->symbol->has_value >= 0)) return true;
  return std::ranges::any_of(expr->args, [](const Expr* arg) { return may_fail(arg); });
}

bool is_closed(const Expr* expr) {
  std::vector<const Symbol*> bound;
  const auto walk = [&](const auto& self, const Expr* e) -> bool {
    if (e->op == Op::identifier || e->op == Op::primed) {
      const Symbol::Kind kind = e->symbol->kind;
      return kind == Symbol::Kind::given_set || kind == Symbol::Kind::element ||
             std::ranges::find(bound, e->symbol) != bound.end();
    }
    bound.insert(bound.end(), e->bound.begin(), e->bound.end());
    return std::ranges::all_of(e->args, [&](const Expr* arg) { return self(self, arg); });
  };
  return walk(walk, expr);
}

}  // namespace quotient::bmethod
