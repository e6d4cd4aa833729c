#pragma once

#include "base/diagnostics.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// A receive may write to `_pid`: in SPIN it is a variable like others there, and what reads it afterwards finds the
/// new value. Proctypes that do so get a local of that name, which begins as the id of the process; each is warned of.
void make_pids_variable(Module& module, Diagnostics& diagnostics);

}  // namespace quotient::promela
