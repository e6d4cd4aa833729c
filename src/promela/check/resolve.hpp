#pragma once

#include "base/diagnostics.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// Ties what the parser could not know yet: proctypes that are declared after a `run` of them, and the variables and
/// labels of remote references.
void resolve_remote(Module& module, Diagnostics& diagnostics);

}  // namespace quotient::promela
