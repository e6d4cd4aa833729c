#pragma once

#include "bmethod/syntax/ast.hpp"

namespace quotient::bmethod {

/// What a substitution does to a name that has no value yet.
struct Assignment {
  bool reads = false;    // it may read the name before the name has a value
  bool assigns = false;  // every way through it gives the name a value
  bool touches = false;  // some way may give it a value
};

/// Follows a substitution. Calls count as assigning what takes their results; what the called operation does to the
/// variables of its own machine is not looked at.
Assignment assignment_of(const Stmt* stmt, const Symbol* name);

}  // namespace quotient::bmethod
