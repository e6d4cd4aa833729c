#include "frontend/layout.hpp"

#include <algorithm>
#include <cctype>

namespace quotient {

namespace {

constexpr std::size_t tab_columns = 8;

bool is_layout_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_layout_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

/// Finds the tokens of one line; comments may last longer than it.
class LineScanner {
 public:
  void scan(LayoutLine& line) {
    const std::string_view text = line.text;
    line.in_comment = in_comment_;
    for (std::size_t i = 0; i < text.size();) {
      if (in_comment_) {
        const std::size_t end = text.find("*/", i);
        if (end == std::string_view::npos) return;
        in_comment_ = false;
        i = end + 2;
      } else if (text.substr(i, 2) == "/*") {
        in_comment_ = true;
        i += 2;
      } else if (text.substr(i, 2) == "//") {
        return;
      } else if (text[i] == '"') {
        const std::size_t begin = i++;
        while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
        i = std::min(i + 1, text.size());
        line.tokens.push_back(text.substr(begin, i - begin));
      } else if (is_layout_word(text[i])) {
        const std::size_t begin = i;
        while (i < text.size() && is_layout_word(text[i])) ++i;
        line.tokens.push_back(text.substr(begin, i - begin));
      } else {
        if (!is_layout_blank(text[i])) line.tokens.push_back(text.substr(i, 1));
        ++i;
      }
    }
  }

 private:
  bool in_comment_ = false;
};

std::string indentation(std::size_t columns, const LayoutOptions& options) {
  if (!options.with_tabs || options.unit == 0) return std::string(columns, ' ');
  return std::string(columns / options.unit, '\t') + std::string(columns % options.unit, ' ');
}

std::string without_blanks(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return !is_layout_blank(c) && c != '\n'; });
  return out;
}

}  // namespace

std::vector<LayoutLine> layout_lines(std::string_view text, bool directives) {
  std::vector<LayoutLine> lines;
  LineScanner scanner;
  bool goes_on = false;  // the line before was a directive that ends in a backslash
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view whole = text.substr(begin, end - begin);
    begin = end + 1;
    LayoutLine& line = lines.emplace_back();
    std::size_t blanks = 0;
    for (; blanks < whole.size() && is_layout_blank(whole[blanks]); ++blanks) {
      line.column += whole[blanks] == '\t' ? tab_columns - line.column % tab_columns : 1;
    }
    whole.remove_prefix(blanks);
    while (!whole.empty() && is_layout_blank(whole.back())) whole.remove_suffix(1);
    line.text = whole;
    scanner.scan(line);
    line.directive = goes_on || (directives && !line.in_comment && whole.starts_with('#'));
    goes_on = line.directive && whole.ends_with('\\');
  }
  return lines;
}

std::optional<std::string> moved_lines(std::string_view text, const std::vector<LayoutLine>& lines,
                                       const std::vector<LinePlace>& places, const LayoutOptions& options) {
  // First the code, then what moves with the code below it.
  std::vector<std::optional<std::ptrdiff_t>> moves(lines.size());
  std::ptrdiff_t statement = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].is_code() || lines[i].in_comment) continue;
    const auto column = static_cast<std::ptrdiff_t>(lines[i].column);
    if (places[i].kind == LinePlace::Kind::at) statement = static_cast<std::ptrdiff_t>(places[i].column) - column;
    moves[i] = places[i].kind == LinePlace::Kind::as_is ? 0 : statement;
  }
  // A comment of several lines keeps its form.
  std::optional<std::size_t> target;  // the column of the next line of code
  for (std::size_t i = lines.size(); i-- > 0;) {
    const LayoutLine& line = lines[i];
    if (moves[i]) {
      if (places[i].kind == LinePlace::Kind::at) target = places[i].column;
    } else if (line.directive) {
      moves[i] = 0;
    } else if (!line.in_comment && !line.is_blank()) {
      moves[i] = target && places[i].kind != LinePlace::Kind::as_is
                     ? static_cast<std::ptrdiff_t>(*target) - static_cast<std::ptrdiff_t>(line.column)
                     : 0;
    }
  }
  std::string out;
  std::ptrdiff_t comment = 0;
  bool blank_before = true;  // none at the beginning
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const LayoutLine& line = lines[i];
    if (line.is_blank()) {
      if (!blank_before || line.in_comment) out += "\n";
      blank_before = true;
      continue;
    }
    blank_before = false;
    if (!line.in_comment && moves[i]) comment = *moves[i];
    const std::ptrdiff_t move = line.in_comment ? comment : *moves[i];
    const std::ptrdiff_t column = std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(line.column) + move);
    out += indentation(static_cast<std::size_t>(column), options);
    out += line.text;
    out += "\n";
  }
  while (out.ends_with("\n\n")) out.pop_back();
  if (without_blanks(out) != without_blanks(text)) return std::nullopt;
  return out;
}

}  // namespace quotient
