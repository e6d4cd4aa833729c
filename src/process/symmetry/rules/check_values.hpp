#pragma once

#include "base/diagnostics.hpp"
#include "process/program.hpp"
#include "process/rules.hpp"

namespace quotient {

/// Tells where rules, of which all names fit, would make a variable or a field of a message hold what it cannot: cut
/// off, it would be another number.
void check_values(const Program& program, const RewriteRules& rules, Diagnostics& diagnostics);

}  // namespace quotient
