#pragma once

#include "base/diagnostics.hpp"
#include "promela/ast.hpp"
#include "promela/promela.hpp"
#include "system/program.hpp"

namespace quotient::promela {

/// Compiles a checked model. What cannot be compiled (a state that would be too large) is an error in `diagnostics`.
Program compile(const SourceMap& sources, const Module& module, StepMode steps, Diagnostics& diagnostics);

}  // namespace quotient::promela
