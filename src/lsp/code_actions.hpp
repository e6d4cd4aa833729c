#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lsp/analysis.hpp"

namespace quotient::lsp {

/// What can be done about the diagnostics that touch a range of a file: to write what was probably meant.
nlohmann::json code_actions(const Analysis& analysis, FileId file, const std::string& uri, Range range);

}  // namespace quotient::lsp
