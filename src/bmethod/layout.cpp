#include "bmethod/layout.hpp"

#include <algorithm>

namespace quotient::bmethod {

namespace {

bool is_one_of(std::string_view token, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), token) != list.end();
}

bool begins_clause(std::string_view token) {
  return is_one_of(token, {"MACHINE",
                           "MODEL",
                           "SYSTEM",
                           "REFINEMENT",
                           "IMPLEMENTATION",
                           "REFINES",
                           "CONSTRAINTS",
                           "SETS",
                           "CONSTANTS",
                           "ABSTRACT_CONSTANTS",
                           "CONCRETE_CONSTANTS",
                           "PROPERTIES",
                           "VARIABLES",
                           "ABSTRACT_VARIABLES",
                           "CONCRETE_VARIABLES",
                           "HIDDEN_VARIABLES",
                           "VISIBLE_VARIABLES",
                           "ASSERTIONS",
                           "DEFINITIONS",
                           "INITIALISATION",
                           "INITIALIZATION",
                           "OPERATIONS",
                           "EVENTS",
                           "LOCAL_OPERATIONS",
                           "SEES",
                           "USES",
                           "INCLUDES",
                           "IMPORTS",
                           "PROMOTES",
                           "EXTENDS",
                           "VALUES"});
}

bool opens_block(std::string_view token) {
  return is_one_of(token, {"BEGIN", "PRE", "SELECT", "IF", "ANY", "LET", "CHOICE", "CASE", "VAR", "ASSERT", "WHILE"});
}

/// Stands below the word that opened the block.
bool divides_block(std::string_view token) {
  return is_one_of(token, {"THEN", "ELSE", "ELSIF", "OR", "WHEN", "WHERE", "EITHER", "IN", "DO", "OF", "BE", "VARIANT",
                           "INVARIANT", "END"});
}

bool goes_on_behind(std::string_view token) {
  return is_one_of(token, {"&", "=", ",", "+", "*", "/", "|", "<", ">", "or", ":", ".", "\\", "not", "mod"});
}

bool goes_on_with(std::string_view token) {
  return is_one_of(token, {"&", "=", ",", "+", "*", "|", "<", ">", "or", ":", "\\", "mod"});
}

class MachineLayout {
 public:
  explicit MachineLayout(const LayoutOptions& options) : options_(options) {}

  LinePlace place(const LayoutLine& line) {
    if (!line.is_code()) return {};
    const LinePlace found = begin_of(line);
    if (found.kind == LinePlace::Kind::at) {
      moved_ = static_cast<std::ptrdiff_t>(found.column) - static_cast<std::ptrdiff_t>(line.column);
    }
    follow(line);
    return found;
  }

 private:
  bool is_clause(std::string_view token) const {
    return blocks_.empty() && (begins_clause(token) || token == "INVARIANT" || token == "END");
  }

  LinePlace begin_of(const LayoutLine& line) const {
    const std::string_view first = line.tokens.front();
    if (brackets_ > 0) return {LinePlace::Kind::with_statement, 0};
    if (is_clause(first)) return {LinePlace::Kind::at, 0};
    if (!blocks_.empty() && divides_block(first)) return {LinePlace::Kind::at, blocks_.back()};
    if (goes_on_behind(last_) || goes_on_with(first)) return {LinePlace::Kind::with_statement, 0};
    return {LinePlace::Kind::at, (blocks_.empty() ? 0 : blocks_.back()) + options_.unit};
  }

  void follow(const LayoutLine& line) {
    // Where the line stands now, also where it moved with another.
    const std::ptrdiff_t moved = static_cast<std::ptrdiff_t>(line.column) + moved_;
    const auto column = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, moved));
    for (const std::string_view token : line.tokens) {
      if (is_one_of(token, {"(", "[", "{"})) {
        ++brackets_;
      } else if (is_one_of(token, {")", "]", "}"})) {
        if (brackets_ > 0) --brackets_;
      } else if (brackets_ > 0) {
        continue;
      } else if (opens_block(token)) {
        blocks_.push_back(column);
      } else if (token == "END" && !blocks_.empty()) {
        blocks_.pop_back();
      }
      last_ = token;
    }
    // A clause that begins is nobody's operand.
    if (is_clause(line.tokens.front()) && line.tokens.size() == 1) last_ = {};
  }

  const LayoutOptions& options_;
  std::vector<std::size_t> blocks_;  // columns of the words that opened them
  std::size_t brackets_ = 0;
  std::ptrdiff_t moved_ = 0;  // how far the statement has moved that goes on
  std::string_view last_;     // token
};

}  // namespace

std::optional<std::string> laid_out(std::string_view text, const LayoutOptions& options) {
  const std::vector<LayoutLine> lines = layout_lines(text, false);
  MachineLayout layout(options);
  std::vector<LinePlace> places;
  for (const LayoutLine& line : lines) places.push_back(layout.place(line));
  return moved_lines(text, lines, places, options);
}

}  // namespace quotient::bmethod
