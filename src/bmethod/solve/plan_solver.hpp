#pragma once

#include <memory>

#include "bmethod/evaluate/evaluator.hpp"

namespace quotient::bmethod {

/// A solver for the plans that an evaluator runs, which must outlive it.
std::unique_ptr<ConstraintSolver> make_plan_solver(Evaluator& evaluator);

}  // namespace quotient::bmethod
