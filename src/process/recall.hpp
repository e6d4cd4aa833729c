#pragma once

#include "model/successors.hpp"
#include "process/program.hpp"

namespace quotient {

/// Whether bytes from anywhere are those of a state of this program, so that it can be expanded and described: whole
/// processes at locations that there are, queues no longer than their channels, cells with values of their types.
bool is_state_of(const Program& program, StateView bytes);

}  // namespace quotient
