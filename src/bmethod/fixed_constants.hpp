#pragma once

#include "bmethod/evaluate/program.hpp"

namespace quotient {
class StopSignal;
}

namespace quotient::bmethod {

/// Finds the constants that PROPERTIES determine before anything has to be tried (`size = 100`, a table, a function of
/// such), and gives them their values: they are the same in every state. No permutation of a symmetric set changes
/// them, as what they are made of names no element of one. The signal, which may be null, ends it: then fewer are
/// found.
void fix_constants(Program& program, const StopSignal* stop);

}  // namespace quotient::bmethod
