#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quotient::lsp {

/// As the protocol counts: lines from 0, and in a line UTF-16 units from 0.
struct Position {
  std::uint32_t line = 0, character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};
struct Range {
  Position begin, end;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Of byte `offset` of a UTF-8 text. What is no UTF-8 counts one unit a byte.
Position position_of(std::string_view text, std::size_t offset);
/// The byte at a position; where there is none, the end of its line or of the text.
std::size_t offset_of(std::string_view text, Position position);

/// "file:///a%20b" as "/a b"; nothing where it is no file.
std::optional<std::string> path_of(std::string_view uri);
std::string uri_of(const std::string& path);

/// A text that is open in the editor.
struct Document {
  std::string uri;
  std::string path;
  std::string text;
  std::string language;  // as ModelSettings has it; empty: none of ours
  std::int64_t version = 0;
};

}  // namespace quotient::lsp
