#pragma once

#include "base/diagnostics.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// Reconstructs what channels carry where declarations do not say it, and finds the values that are process ids
/// (section 8.1 of [Donaldson & Miller 2009], with the types of its section 6): everything that flows into each other,
/// by assignment, message, argument or comparison, has one type. Recursive channel types come out minimised, so that
/// equal types have equal numbers.
///
/// Fills Module::channel_types, Variable::channel_type, Variable::process_id, Variable::indexed_by_process and those
/// parts of Expression::type. It is advice for the search for symmetry: nothing is refused here, what does not fit
/// together stays unknown, and where channels of different messages flow into each other there is a warning.
void reconstruct_channel_types(Module& module, Diagnostics& diagnostics);

/// Which values flow into each other, with one class for the ids of the processes of each type. Fills the classes of
/// variables and proctypes, from 1; 0 is for what is never looked at.
void find_flows(Module& module);

}  // namespace quotient::promela
