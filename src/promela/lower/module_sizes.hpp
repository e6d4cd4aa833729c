#pragma once

#include "base/diagnostics.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// Refuses variables that would not fit into a state, before anything is laid out.
void check_sizes(const Module& module, Diagnostics& diagnostics);

}  // namespace quotient::promela
