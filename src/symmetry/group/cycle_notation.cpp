#include "symmetry/group/cycle_notation.hpp"

#include <fmt/format.h>
#include <string_view>
#include <unordered_map>

#include "base/ensure.hpp"

namespace quotient {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

class CycleParser {
 public:
  CycleParser(const SourceMap& sources, SourceRange range, std::span<const std::string> names, Diagnostics& diagnostics)
      : text_(sources.text(range)), range_(range), names_(names), diagnostics_(diagnostics), used_(names.size()) {
    for (Point x = 0; x < names.size(); ++x) points_.emplace(names[x], x);
  }

  std::optional<Permutation> parse() {
    skip_blanks();
    if (at_end()) return fail(0, text_.size(), "expected a permutation in cycle notation, such as \"(1 2)(3 4 5)\"");
    while (!at_end()) {
      if (!parse_cycle()) return std::nullopt;
      skip_blanks();
    }
    return Permutation::from_cycles(names_.size(), cycles_);
  }

 private:
  bool at_end() const { return at_ == text_.size(); }

  void skip_blanks() {
    while (!at_end() && is_blank(text_[at_])) ++at_;
  }

  std::nullopt_t fail(std::size_t begin, std::size_t end, std::string message, std::string suggestion = {}) {
    const SourceRange place{range_.file, range_.begin + static_cast<std::uint32_t>(begin),
                            range_.begin + static_cast<std::uint32_t>(end)};
    diagnostics_.error(place, std::move(message)).suggestion = std::move(suggestion);
    return std::nullopt;
  }

  bool parse_cycle() {
    const std::size_t opening = at_;
    if (text_[at_] != '(') {
      fail(at_, at_ + 1, "expected '(' at the start of a cycle");
      return false;
    }
    ++at_;
    std::vector<Point>& cycle = cycles_.emplace_back();
    while (true) {
      skip_blanks();
      if (at_end()) {
        fail(opening, opening + 1, "this cycle is never closed with ')'");
        return false;
      }
      if (text_[at_] == ')') break;
      if (!cycle.empty() && text_[at_] == ',') {
        ++at_;
        skip_blanks();
      }
      const std::optional<Point> point = parse_point();
      if (!point) return false;
      cycle.push_back(*point);
    }
    ++at_;
    return true;
  }

  std::optional<Point> parse_point() {
    const std::size_t begin = at_;
    std::size_t nesting = 0;
    for (; !at_end(); ++at_) {
      const char c = text_[at_];
      if (nesting == 0 && (closes(c) || c == ',' || is_blank(c))) break;
      if (opens(c)) ++nesting;
      if (closes(c)) --nesting;
    }
    const std::string name(text_.substr(begin, at_ - begin));
    if (name.empty()) return fail(begin, begin + 1, "expected the name of a point");
    const auto found = points_.find(name);
    if (found == points_.end()) {
      return fail(begin, at_, fmt::format("there is no point named '{}'", name), nearest_name(name, names_));
    }
    if (used_[found->second]) {
      return fail(begin, at_, fmt::format("'{}' occurs twice; the cycles of a permutation are disjoint", name));
    }
    used_[found->second] = true;
    return found->second;
  }

  std::string_view text_;
  SourceRange range_;
  std::span<const std::string> names_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, Point> points_;
  std::vector<bool> used_;
  std::vector<std::vector<Point>> cycles_;
  std::size_t at_ = 0;
};

template <typename Name>
std::string write_cycles(const Permutation& permutation, Name name) {
  std::string text;
  for (const std::vector<Point>& cycle : permutation.cycles()) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      text += i == 0 ? '(' : ' ';
      text += name(cycle[i]);
    }
    text += ')';
  }
  return text.empty() ? "()" : text;
}

}  // namespace

std::string cycle_notation(const Permutation& permutation, std::span<const std::string> names) {
  ensure(names.size() >= permutation.degree(), "every point needs a name");
  return write_cycles(permutation, [&](Point x) { return names[x]; });
}

std::string cycle_notation(const Permutation& permutation) {
  return write_cycles(permutation, [](Point x) { return std::to_string(x); });
}

std::optional<Permutation> parse_cycle_notation(const SourceMap& sources, SourceRange range,
                                                std::span<const std::string> names, Diagnostics& diagnostics) {
  return CycleParser(sources, range, names, diagnostics).parse();
}

}  // namespace quotient
