#include "driver/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace quotient::driver {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

/// A number that is not negative, and what follows it.
std::optional<std::pair<double, std::string>> number_and_unit(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(number) || std::signbit(number)) return std::nullopt;
  return std::pair(number, lower(text.substr(static_cast<std::size_t>(end - text.data()))));
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  const auto size = parse_count(text.substr(negative ? 1 : 0));
  if (!size || *size > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  auto parsed = number_and_unit(text);
  if (!parsed) return std::nullopt;
  auto& [number, unit] = *parsed;
  if (unit.ends_with("ib")) {
    unit.resize(unit.size() - 2);
  } else if (unit.ends_with("b")) {
    unit.resize(unit.size() - 1);
  }
  constexpr std::array<std::string_view, 5> units = {"", "k", "m", "g", "t"};
  const auto at = std::find(units.begin(), units.end(), unit);
  if (at == units.end()) return std::nullopt;
  const double bytes = std::ldexp(number, static_cast<int>(10 * (at - units.begin())));
  if (bytes >= 9.2e18) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

std::optional<std::chrono::duration<double>> parse_duration(std::string_view text) {
  const auto parsed = number_and_unit(text);
  if (!parsed) return std::nullopt;
  constexpr std::array<std::pair<std::string_view, double>, 7> units = {
      {{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}}};
  for (const auto& [unit, seconds] : units) {
    if (parsed->second == unit) return std::chrono::duration<double>(parsed->first * seconds);
  }
  return std::nullopt;
}

bool is_define(std::string_view text) {
  const std::string_view name = text.substr(0, text.find('='));
  const auto letter = [](char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || c == '_'; };
  const auto in_name = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  const auto in_value = [](char c) { return static_cast<unsigned char>(c) >= 0x20 || c == '\t'; };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), in_name) &&
         std::all_of(text.begin(), text.end(), in_value);
}

}  // namespace quotient::driver
