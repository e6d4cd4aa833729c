#include "base/counted.hpp"

#include <fmt/format.h>
#include <utility>

namespace quotient {

std::string with_commas(std::uint64_t number) { return with_commas(std::to_string(number)); }

std::string with_commas(std::string digits) {
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(number), noun, number == 1 ? "" : "s");
}

}  // namespace quotient
