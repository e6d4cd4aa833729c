#include "report/json_place.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/utf8.hpp"

namespace quotient {

std::string json_place(std::size_t byte, const std::string& text, const std::string& path) {
  const std::size_t end = std::min(byte > 0 ? byte - 1 : 0, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const std::size_t last_break = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t begin = last_break == std::string::npos ? 0 : last_break + 1;
  return fmt::format("{}:{}:{}", path, line, 1 + character_count(std::string_view(text).substr(begin, end - begin)));
}

}  // namespace quotient
