#include "base/counted.hpp"

#include <fmt/format.h>
#include <utility>

namespace quotient {

std::string with_commas(std::uint64_t number) { return with_commas(std::to_string(number)); }

std::string with_commas(std::string digits) {
  constexpr std::size_t most_digits = 15;  // more are not read, they are counted
  if (digits.size() > most_digits) {
    return fmt::format("{}.{} × 10^{}", digits[0], digits.substr(1, 2), digits.size() - 1);
  }
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(number), noun, number == 1 ? "" : "s");
}

}  // namespace quotient
