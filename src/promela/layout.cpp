#include "promela/layout.hpp"

#include <algorithm>

namespace quotient::promela {

namespace {

constexpr std::size_t option_columns = 3;  // ":: "

bool is_any(std::string_view token, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), token) != list.end();
}

/// An operand is missing at the end of such a line, or at the beginning of the next.
bool wants_operand(std::string_view token) {
  return is_any(token, {"+", "*", "/", "%", "&", "|", "^", "<", "=", ",", "?"});
}

class PromelaLayout {
 public:
  explicit PromelaLayout(const LayoutOptions& options) : options_(options) {}

  LinePlace place(const LayoutLine& line) {
    if (line.directive) {
      branch(line);
      return {LinePlace::Kind::as_is, 0};
    }
    if (!line.is_code()) return {verbatim() ? LinePlace::Kind::as_is : LinePlace::Kind::at, 0};
    const LinePlace found = begin_of(line);
    if (found.kind == LinePlace::Kind::at) column_ = found.column;
    follow(line);
    return found;
  }

 private:
  struct Frame {
    char kind;            // '{', '(' (also for brackets), 'd' (do), 'i' (if)
    std::size_t column;   // of what closes it
    bool option = false;  // of do and if: behind a ::
    bool verbatim = false;
  };

  bool verbatim() const { return !frames_.empty() && frames_.back().verbatim; }

  LinePlace begin_of(const LayoutLine& line) const {
    if (verbatim()) return {LinePlace::Kind::as_is, 0};
    const std::string_view first = line.tokens.front();
    if (!frames_.empty() && frames_.back().kind == '(') return {LinePlace::Kind::with_statement, 0};
    if (wants_operand(last_) || wants_operand(first) || is_arrow(line.tokens)) {
      return {LinePlace::Kind::with_statement, 0};
    }
    if (frames_.empty()) return {LinePlace::Kind::at, 0};
    const Frame& frame = frames_.back();
    const bool closes = frame.kind == '{' ? first == "}" : first == (frame.kind == 'd' ? "od" : "fi");
    if (closes || (frame.kind != '{' && is_option(line.tokens, 0))) return {LinePlace::Kind::at, frame.column};
    if (frame.kind == '{') return {LinePlace::Kind::at, frame.column + options_.unit};
    return {LinePlace::Kind::at, frame.column + (frame.option ? option_columns : options_.unit)};
  }

  static bool is_option(const std::vector<std::string_view>& tokens, std::size_t i) {
    return i + 1 < tokens.size() && tokens[i] == ":" && tokens[i + 1] == ":" &&
           tokens[i].data() + 1 == tokens[i + 1].data();
  }
  static bool is_arrow(const std::vector<std::string_view>& tokens) {
    return tokens.size() > 1 && tokens[0] == "-" && tokens[1] == ">";
  }

  void follow(const LayoutLine& line) {
    const auto& tokens = line.tokens;
    std::size_t column = column_;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string_view token = tokens[i];
      if (is_option(tokens, i) && !frames_.empty()) {
        frames_.back().option = true;
        if (i == 0) column += option_columns;  // what opens behind it closes below the statement
        ++i;
      } else if (token == "do" || token == "if") {
        frames_.push_back({token == "do" ? 'd' : 'i', column});
      } else if (token == "{" || token == "(" || token == "[") {
        const bool is_c = token == "{" && last_.starts_with("c_");
        frames_.push_back({token == "{" ? '{' : '(', column, false, is_c || verbatim()});
      } else if (is_any(token, {"}", ")", "]", "od", "fi"})) {
        close(token);
      }
      last_ = token;
    }
  }

  /// What nothing has opened, a macro has.
  void close(std::string_view token) {
    const char kind = token == "}" ? '{' : token == "od" ? 'd' : token == "fi" ? 'i' : '(';
    const auto open = std::find_if(frames_.rbegin(), frames_.rend(), [kind](const Frame& f) { return f.kind == kind; });
    if (open != frames_.rend()) frames_.erase(open.base() - 1, frames_.end());
  }

  /// Of several branches of #if each begins with what was open there.
  void branch(const LayoutLine& line) {
    const std::string_view word = line.tokens.size() > 1 ? line.tokens[1] : std::string_view();
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      before_.push_back(frames_);
    } else if ((word == "else" || word == "elif") && !before_.empty()) {
      frames_ = before_.back();
    } else if (word == "endif" && !before_.empty()) {
      before_.pop_back();
    }
  }

  const LayoutOptions& options_;
  std::vector<Frame> frames_;
  std::vector<std::vector<Frame>> before_;
  std::string_view last_;  // token
  std::size_t column_ = 0;
};

}  // namespace

std::optional<std::string> laid_out(std::string_view text, const LayoutOptions& options) {
  const std::vector<LayoutLine> lines = layout_lines(text, true);
  PromelaLayout layout(options);
  std::vector<LinePlace> places;
  for (const LayoutLine& line : lines) places.push_back(layout.place(line));
  return moved_lines(text, lines, places, options);
}

}  // namespace quotient::promela
