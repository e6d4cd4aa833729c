#include "report/look.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include "report/words.hpp"

namespace quotient {

namespace {

constexpr std::size_t widest_prose = 100, narrowest = 20;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

std::size_t Look::margin() const { return columns == 0 ? widest_prose : std::min(columns, widest_prose); }

std::string paint(std::string_view text, Paint with, bool colour) {
  constexpr std::array<std::string_view, 5> codes = {"1;32", "1;31", "1;33", "1", "2"};
  if (!colour || text.empty()) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<std::size_t>(with)], text);
}

bool wants_colour(int file_descriptor) {
  return environment("NO_COLOR").empty() && environment("TERM") != "dumb" && isatty(file_descriptor) == 1;
}

std::size_t columns_of(int file_descriptor) {
  const std::string_view said = environment("COLUMNS");
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), columns);
  if (error != std::errc() || end != said.data() + said.size() || columns == 0) {
    winsize size{};
    columns = isatty(file_descriptor) == 1 && ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  }
  return columns == 0 ? 0 : std::max(columns, narrowest);
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale(environment(name));
    if (locale.empty()) continue;
    for (char& c : locale) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

std::string in_ascii(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> signs = {
      {{"→", "->"}, {"…", "..."}, {"×", "x"}, {"≀", "wr"}}};
  std::string out;
  while (!text.empty()) {
    const auto sign =
        std::find_if(signs.begin(), signs.end(), [&](const auto& s) { return text.starts_with(s.first); });
    out += sign != signs.end() ? sign->second : text.substr(0, 1);
    text.remove_prefix(sign != signs.end() ? sign->first.size() : 1);
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t wide = width(word);
    if (column > indent && column + 1 + wide > columns) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += wide;
  }
  return out;
}

}  // namespace quotient
