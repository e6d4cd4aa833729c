#pragma once

#include "process/program.hpp"

namespace quotient {

/// Lets processes that have come to their end stay there for ever, where nothing in the program can tell: SPIN removes
/// them, the youngest first, in steps of their own. All processes must exist before any of them ends, so that no number
/// is given twice, and nobody may count them or look into them. Fewer states, and alike processes stay alike: the order
/// in which they would disappear is that of their creation.
void keep_ended_processes(Program& program);

}  // namespace quotient
