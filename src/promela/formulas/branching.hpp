#pragma once

#include <memory>

#include "process/program.hpp"
#include "promela/formulas/given.hpp"

namespace quotient::promela {

/// A branching formula on a program that was compiled with its propositions; `model` runs the program with whatever
/// engine, and owns it. The symmetry is left to the caller.
temporal::LoweredFormula lowered(BranchingSource source, const Program& program, std::shared_ptr<const System> model);

}  // namespace quotient::promela
