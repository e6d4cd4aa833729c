#pragma once

#include "base/diagnostics.hpp"
#include "process/program.hpp"
#include "promela/promela.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

struct CompileOptions {
  StepMode steps = StepMode::full;
  bool spin_limits = true;               // except with full steps: no more processes and channels than pan has room for
  std::string claim;                     // the never claim or formula that runs with the program; empty: none
  const LtlFormula* instead = nullptr;   // runs in place of the formula of that name; reads no more than that one does
  const LtlFormula* watched = nullptr;   // one whose propositions alone are compiled
  const Expression* question = nullptr;  // asked of states: the only proposition of the program
  bool for_acceptance = false;           // accept labels are looked at: refuse those that no state would show
};

/// Compiles a checked model. What cannot be compiled (a state that would be too large) is an error in `diagnostics`.
Program compile(const SourceMap& sources, const Module& module, const CompileOptions& options,
                Diagnostics& diagnostics);

}  // namespace quotient::promela
