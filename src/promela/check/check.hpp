#pragma once

#include "base/diagnostics.hpp"
#include "promela/syntax/ast.hpp"

/// What is wrong with a parsed model. SPIN 6.5.2 is the measure: what it refuses is an error, what it accepts though it
/// is dangerous is a warning. Every check reports all it finds.
namespace quotient::promela {

/// All of the below. Fills in what the tree says is filled in "by check".
void check(Module& module, Diagnostics& diagnostics);

/// Jumps, labels, loops, `else`, and what may stand in d_step, claims and traces.
void check_flow(const Module& module, Diagnostics& diagnostics);

/// Declarations: initialisers, arrays, what may be hidden.
void check_declarations(const Module& module, Diagnostics& diagnostics);

/// Which hidden variables can do without a place in the state; fills Variable::scratch.
void check_hidden(Module& module, Diagnostics& diagnostics);

/// Types of all expressions and statements; fills Expression::type.
void check_types(Module& module, Diagnostics& diagnostics);

}  // namespace quotient::promela
