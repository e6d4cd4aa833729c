#pragma once

#include <string_view>

namespace quotient::cli {

/// "quotient: MESSAGE" on standard error: something is wrong with the command line or a file.
void complain(std::string_view message);

/// Text on standard output.
void say(std::string_view text);

}  // namespace quotient::cli
