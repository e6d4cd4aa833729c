#pragma once

#include <cstddef>
#include <optional>

#include "bmethod/evaluate/function_ref.hpp"
#include "bmethod/evaluate/program.hpp"

namespace quotient::bmethod {

/// Finds the solutions of what remains of a plan without trying all values of its variables. One for each thread.
class ConstraintSolver {
 public:
  virtual ~ConstraintSolver() = default;

  /// The solutions of the plan from `plan.hard_from` on, the steps before it taken. Calls back for each with the slots
  /// set; every step has been asked about them by the evaluator. Says whether all were found: false where the call back
  /// or a failure ended it. Nothing, and no call, where the solver is of no use here.
  virtual std::optional<bool> run(const Plan& plan, FunctionRef<bool()> found, bool lenient, std::uint64_t budget) = 0;
};

}  // namespace quotient::bmethod
