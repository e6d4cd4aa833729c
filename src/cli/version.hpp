#pragma once

#include <string>

namespace quotient::cli {

inline std::string version() { return QUOTIENT_VERSION; }

}  // namespace quotient::cli
