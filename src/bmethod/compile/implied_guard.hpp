#pragma once

#include <span>

#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// A predicate that holds of the parameters of an operation wherever its body has an outcome or goes wrong: what ANY,
/// LET, SELECT and the branches of IF demand of them before anything else happens. Null where that is nothing.
const Expr* implied_guard(Model& model, const Stmt* body, std::span<Symbol* const> parameters);

}  // namespace quotient::bmethod
