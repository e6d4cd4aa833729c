#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/check_report.hpp"

namespace quotient {

/// A transition of a trace as ProB's tools write it (.prob2trace): names with values, as text.
struct ProbTransition {
  using Values = std::vector<std::pair<std::string, std::string>>;
  std::string name;  // $setup_constants, $initialise_machine, or an operation
  Values parameters;
  Values results;
  Values target;  // what is said of the state behind it: all of it, or what has changed
};

inline constexpr const char* prob_setup = "$setup_constants";
inline constexpr const char* prob_initialisation = "$initialise_machine";

/// A run of a B machine for ProB's tools. `model`: the name of its file.
std::string prob_trace_text(const ToldViolation& violation, const std::string& model);

/// Reads such a trace. `text` may be anything: where it is none, returns nothing and says in `error` what is wrong,
/// ready to print. `path` is only for that message.
std::optional<std::vector<ProbTransition>> read_prob_trace(const std::string& text, const std::string& path,
                                                           std::string& error);

}  // namespace quotient
