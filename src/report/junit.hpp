#pragma once

#include <string>

#include "report/check_report.hpp"
#include "report/input_errors.hpp"

namespace quotient {

/// A check as a JUnit report, which CI servers count: a test case for the states of the model, and one for each claim.
/// What is incomplete is an error, not a failure; what was not come to is skipped.
std::string junit_report(const CheckReport& report);
std::string junit_report(const InputErrors& errors);

}  // namespace quotient
