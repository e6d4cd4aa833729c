#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotient {

/// How a text is to be indented.
struct LayoutOptions {
  std::size_t unit = 2;    // columns of one level
  bool with_tabs = false;  // eight columns are written as one tab
};

/// A line of a text that is laid out: its words and signs, without comments and strings.
struct LayoutLine {
  std::string_view text;   // without the blanks before it and behind it
  std::size_t column = 0;  // where it begins, tabs counted as eight columns
  std::vector<std::string_view> tokens;
  bool in_comment = false;  // begins inside of a comment that began before
  bool directive = false;   // for the preprocessor, or the rest of such a line

  bool is_blank() const { return text.empty(); }
  bool is_code() const { return !tokens.empty() && !directive; }
};

/// `directives`: lines that begin with # are for a preprocessor.
std::vector<LayoutLine> layout_lines(std::string_view text, bool directives);

/// Where a line goes.
struct LinePlace {
  enum class Kind { at, with_statement, as_is };
  Kind kind = Kind::at;
  std::size_t column = 0;  // `at`
};

/// The text with its lines moved to their places, one for each of `lines`. Lines that go on with a statement move as
/// far as its first line does, comments as the next line of code does; of several blank lines one stays, and none at
/// the end. Nothing but blanks at the ends of lines changes: that is checked, and nothing returned otherwise.
std::optional<std::string> moved_lines(std::string_view text, const std::vector<LayoutLine>& lines,
                                       const std::vector<LinePlace>& places, const LayoutOptions& options);

}  // namespace quotient
