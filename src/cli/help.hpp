#pragma once

#include <string>

#include "cli/options.hpp"

namespace quotient::cli {

/// Both for lines of at most `margin` columns, as far as examples allow.
std::string general_help(std::size_t margin);
std::string command_help(const CommandSpec& command, std::size_t margin);

}  // namespace quotient::cli
