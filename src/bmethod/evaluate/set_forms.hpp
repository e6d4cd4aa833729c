#pragma once

#include "bmethod/evaluate/program.hpp"

namespace quotient::bmethod {

/// Sets that are tested and enumerated by their form, and built only where nothing else will do.
bool is_symbolic(Op op);
/// Operators whose operands are used as the result is: a test of the whole tests the parts.
bool hands_on_use(Op op);
/// Whether its elements have no end, as far as its arguments tell.
bool is_infinite(const Node& node);
/// POW(S) and its like, not built.
bool is_power_set(const Node* set);
/// seq(S) and its like.
bool is_set_of_sequences(Op op);
/// An infinite set of which no finite value is an element, as NATURAL --> T: there is nothing to draw.
bool has_only_infinite_elements(const Node* set);
/// Whether it has all values of its type.
bool is_full(const Node& node);

}  // namespace quotient::bmethod
