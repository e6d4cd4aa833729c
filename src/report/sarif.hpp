#pragma once

#include <string>

#include "report/check_report.hpp"
#include "report/input_errors.hpp"

namespace quotient {

/// A check as SARIF 2.1.0, which code hosts and editors show beside the text: violations are errors with their runs as
/// code flows, remarks are notes or, where the verdict would be misread without them, warnings.
std::string sarif_report(const CheckReport& report);
/// What is wrong with a model, likewise.
std::string sarif_report(const InputErrors& errors);

}  // namespace quotient
