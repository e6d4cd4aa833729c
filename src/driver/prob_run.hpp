#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "report/prob_trace.hpp"
#include "search/trace.hpp"

namespace quotient::driver {

/// A run of the model that takes the transitions of a trace of ProB's: operations with the same parameters and results,
/// to states with the same values. Where several steps fit, the first. Nothing, and why in `error`, where none does.
std::optional<ToldRun> follow_prob_trace(const System& system, std::span<const ProbTransition> transitions,
                                         std::string& error);

/// A value of B as text that is the same for equal values, however their elements are ordered and bracketed.
std::string normal_value(const std::string& text);

}  // namespace quotient::driver
