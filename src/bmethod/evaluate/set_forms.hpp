#pragma once

#include "bmethod/evaluate/program.hpp"

namespace quotient::bmethod {

/// Sets that are tested and enumerated by their form, and built only where nothing else will do.
bool is_symbolic(Op op);
/// Operators whose operands are used as the result is: a test of the whole tests the parts.
bool hands_on_use(Op op);
/// Whether its elements have no end, as far as its arguments tell.
bool is_infinite(const Node& node);
/// Whether it has all values of its type.
bool is_full(const Node& node);

}  // namespace quotient::bmethod
