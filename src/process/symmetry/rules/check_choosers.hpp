#pragma once

#include "base/diagnostics.hpp"
#include "process/program.hpp"
#include "process/rules.hpp"

namespace quotient {

/// Tells where rules, of which all names and types fit, choose processes by what changes, or choose some that never
/// exist. Of a model that goes on creating processes, or creates now these and now those, nothing is told that the
/// text does not show: there an instance leaves states alone in which a process of it does not exist.
void check_choosers(const Program& program, const RewriteRules& rules, Diagnostics& diagnostics);

}  // namespace quotient
