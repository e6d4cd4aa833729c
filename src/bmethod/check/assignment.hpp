#pragma once

#include <span>
#include <vector>

#include "bmethod/syntax/ast.hpp"

namespace quotient::bmethod {

/// What a substitution does to a name that has no value yet.
struct Assignment {
  bool reads = false;    // it may read the name before the name has a value
  bool assigns = false;  // every way through it gives the name a value
  bool touches = false;  // some way may give it a value
};

/// Follows a substitution once for all `names`, which must differ; answers in their order. Calls count as assigning
/// what takes their results; what the called operation does to the variables of its own machine is not looked at.
std::vector<Assignment> assignments_of(const Stmt* stmt, std::span<Symbol* const> names);

/// Those of `names` that the substitution may read before they have a value.
std::vector<Symbol*> read_unassigned(const Stmt* stmt, std::span<Symbol* const> names);

}  // namespace quotient::bmethod
