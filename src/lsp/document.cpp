#include "lsp/document.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

#include "base/utf8.hpp"

namespace quotient::lsp {

namespace {

/// Bytes of the character that begins at `at`, and the UTF-16 units that it takes.
struct Character {
  std::size_t bytes, units;
};

Character character_at(std::string_view text, std::size_t at) {
  const std::size_t bytes = character_length(text, at);
  return {bytes, bytes == 4 ? std::size_t{2} : std::size_t{1}};
}

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

Position position_of(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  Position at;
  const std::size_t line = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  at.line =
      static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  for (std::size_t i = begin; i < offset;) {
    const Character c = character_at(text, i);
    i += c.bytes;
    at.character += static_cast<std::uint32_t>(c.units);
  }
  return at;
}

std::size_t offset_of(std::string_view text, Position position) {
  std::size_t at = 0;
  for (std::uint32_t line = 0; line < position.line; ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  for (std::size_t units = 0; units < position.character && at < text.size() && text[at] != '\n';) {
    const Character c = character_at(text, at);
    units += c.units;
    at += c.bytes;
  }
  return at;
}

std::optional<std::string> path_of(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return std::nullopt;
  uri.remove_prefix(scheme.size());
  if (!uri.starts_with('/')) {  // the name of a host
    const std::size_t slash = uri.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    uri.remove_prefix(slash);
  }
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool escaped =
        uri[i] == '%' && i + 2 < uri.size() && hexadecimal(uri[i + 1]) >= 0 && hexadecimal(uri[i + 2]) >= 0;
    if (!escaped) {
      path.push_back(uri[i]);
      continue;
    }
    path.push_back(static_cast<char>(hexadecimal(uri[i + 1]) * 16 + hexadecimal(uri[i + 2])));
    i += 2;
  }
  return path.find('\0') == std::string::npos ? std::optional(path) : std::nullopt;
}

std::string uri_of(const std::string& path) {
  std::error_code ignored;
  const std::string whole = std::filesystem::absolute(path, ignored).lexically_normal().string();
  std::string uri = "file://";
  for (const char c : whole) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("/-_.~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace quotient::lsp
