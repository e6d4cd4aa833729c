#pragma once

#include <string>

#include "report/check_report.hpp"

namespace quotient {

/// A check as programs read it: the schema of the command line contract, ended by a line break.
std::string json_report(const CheckReport& report);

}  // namespace quotient
