#pragma once

#include "process/program.hpp"

namespace quotient {

/// Whether a run that creates processes as fast as it can comes to more processes or channels than can be numbered. A
/// guess: where it says no, another run may come to that, and fails there with a finding.
bool is_outgrown(const Program& program);

}  // namespace quotient
