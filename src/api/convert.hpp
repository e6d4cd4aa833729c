#pragma once

#include <string>
#include <vector>

#include "driver/check.hpp"
#include "quotient/quotient.hpp"

namespace quotient::api {

/// In the order of the text.
std::vector<Diagnostic> converted(const Diagnostics& diagnostics, const SourceMap& sources);
/// All of a result but its diagnostics.
Result converted(const CheckReport& report);
/// An error without a place.
Diagnostic error_about(const std::string& file, std::string message);

}  // namespace quotient::api
