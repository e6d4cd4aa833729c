#pragma once

#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace quotient::cli {

/// Both for lines of at most `margin` columns, as far as examples allow.
std::string general_help(std::size_t margin);
std::string command_help(const CommandSpec& command, std::size_t margin);

/// What holds without an option, for people; empty: nothing to speak of.
std::string_view usual_value(const driver::Option& option);
/// "from 1 to 1024"; empty where any number will do.
std::string bounds_in_words(const driver::Option& option);

}  // namespace quotient::cli
