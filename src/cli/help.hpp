#pragma once

#include <string>

#include "cli/options.hpp"

namespace quotient::cli {

std::string general_help();
std::string command_help(const CommandSpec& command);

}  // namespace quotient::cli
