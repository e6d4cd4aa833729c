#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quotient::driver {

/// A whole number, digits only, up to 2^64 - 1.
std::optional<std::uint64_t> parse_count(std::string_view text);
/// A whole number, digits only but for a sign before them, of absolute value up to 2^63 - 1.
std::optional<std::int64_t> parse_integer(std::string_view text);
/// "8G", "200M", "512k", "1.5g", "4096"; powers of 1024. An appended "B" or "iB" is allowed.
std::optional<std::uint64_t> parse_size(std::string_view text);
/// "60", "60s", "1.5m", "2h", "500ms", "1d".
std::optional<std::chrono::duration<double>> parse_duration(std::string_view text);
/// "NAME" or "NAME=anything", NAME an identifier, no line break: what a preprocessor takes after -D.
bool is_define(std::string_view text);

}  // namespace quotient::driver
