#pragma once

#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// Adds the conjuncts of a predicate, in the order of the text.
void flatten_conjunction(const Expr* predicate, std::vector<const Expr*>& into);
/// Why its operator may be undefined; empty where it never is.
std::string_view why_undefined(const Expr* expr);
/// Whether evaluating it may meet something undefined.
bool may_fail(const Expr* expr);
/// The symbols among `of` that occur in the formula.
std::set<const Symbol*> occurring(const Expr* expr, std::span<Symbol* const> of);
/// Names only given sets, their elements, and what it binds itself.
bool is_closed(const Expr* expr);

}  // namespace quotient::bmethod
