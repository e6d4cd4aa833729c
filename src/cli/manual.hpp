#pragma once

#include <string>

namespace quotient::cli {

/// The manual page, in the language of man(7).
std::string manual_page();

}  // namespace quotient::cli
