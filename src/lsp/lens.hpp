#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lsp/analysis.hpp"

namespace quotient::lsp {

/// What stands above the definitions of a file: how many of a kind are interchangeable, and a command for each formula
/// and never claim that checks it, and one that checks all of the model. Finds the symmetry of the model.
nlohmann::json code_lenses(const Analysis& analysis, FileId file, const std::string& uri);

inline constexpr const char* check_command = "quotient.check";
/// The same, and the page of the result (docs/report.md) as `html` in the answer.
inline constexpr const char* report_command = "quotient.report";

}  // namespace quotient::lsp
