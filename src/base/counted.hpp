#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quotient {

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);
/// The same for a number that may be larger, in decimal; beyond 15 digits as "2.65 × 10^32", cut off, not rounded.
std::string with_commas(std::string digits);
/// "1 step", "2 steps".
std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace quotient
