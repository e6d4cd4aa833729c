#pragma once

#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runs.hpp"

/// What `spin -f` prints, read back.
namespace quotient::ltl::testing {

/// A condition as spin writes it: p0, 1, false, !, &&, || and parentheses.
class Condition {
 public:
  explicit Condition(std::string_view text) : text_(text) {}
  std::function<bool(Letter)> read() {
    auto result = disjunction();
    skip_blanks();
    ok_ &= at_ == text_.size();
    return result;
  }
  bool ok() const { return ok_; }

 private:
  using Test = std::function<bool(Letter)>;

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(std::string_view sign) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  Test disjunction() {
    Test left = conjunction();
    while (take("||")) {
      left = [left, right = conjunction()](Letter letter) { return left(letter) || right(letter); };
    }
    return left;
  }
  Test conjunction() {
    Test left = atom();
    while (take("&&")) {
      left = [left, right = atom()](Letter letter) { return left(letter) && right(letter); };
    }
    return left;
  }
  Test atom() {
    if (take("!")) return [inner = atom()](Letter letter) { return !inner(letter); };
    if (take("(")) {
      Test inner = disjunction();
      ok_ &= take(")");
      return inner;
    }
    if (take("1") || take("true")) return [](Letter) { return true; };
    if (take("false") || take("0")) return [](Letter) { return false; };
    ok_ &= take("p");
    std::size_t number = 0, digits = 0;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0; ++at_, ++digits) {
      number = 10 * number + static_cast<std::size_t>(text_[at_] - '0');
    }
    ok_ &= digits > 0 && number < 64;
    return [number](Letter letter) { return (letter >> number & 1) != 0; };
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

/// Nothing if the text is not a claim in the form that spin 6 prints. Unreachable states are left out.
inline std::optional<AnyAutomaton> read_never_claim(const std::string& text) {
  struct State {
    bool accepting = false;
    std::vector<std::pair<std::string, std::string>> options;  // condition, label of the target
  };
  std::vector<State> states;
  std::map<std::string, std::size_t> by_label;
  bool after_label = false, closed = false;
  const auto strip = [](std::string line) {
    line.erase(0, line.find_first_not_of(" \t"));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    return line;
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = strip(text.substr(begin, end - begin));
    begin = end + 1;
    if (line.empty() || line.starts_with("never") || line == "do" || line == "od;" || line == "if" || line == "fi;") {
      after_label = false;
    } else if (line == "}") {
      closed = true;
    } else if (line.ends_with(":")) {
      if (!after_label) states.emplace_back();
      after_label = true;
      const std::string label = line.substr(0, line.size() - 1);
      by_label.emplace(label, states.size() - 1);
      states.back().accepting |= label.starts_with("accept");
    } else if (line == "skip") {  // the end of the claim: everything that follows is accepted
      states.back().options.emplace_back("1", "accept_all");
    } else if (line == "false;" || line == ":: false") {  // no way out
    } else if (line.starts_with(":: atomic {")) {
      const std::size_t arrow = line.find(" -> assert(");
      if (arrow == std::string::npos || states.empty()) return std::nullopt;
      states.back().options.emplace_back(line.substr(11, arrow - 11), "accept_all");
    } else if (line.starts_with("::")) {
      const std::size_t arrow = line.find(" -> goto ");
      if (arrow == std::string::npos || states.empty()) return std::nullopt;
      states.back().options.emplace_back(line.substr(2, arrow - 2), line.substr(arrow + 9));
    } else {
      return std::nullopt;
    }
  }
  if (!closed || states.empty()) return std::nullopt;

  AnyAutomaton automaton;
  automaton.all_marks = 1;
  std::vector<std::size_t> queue{0}, renamed(states.size(), SIZE_MAX);
  renamed[0] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const State& state = states[queue[i]];
    auto& edges = automaton.states.emplace_back();
    for (const auto& [condition, label] : state.options) {
      const auto target = by_label.find(label);
      if (target == by_label.end()) return std::nullopt;
      Condition reader(condition);
      auto test = reader.read();
      if (!reader.ok()) return std::nullopt;
      if (renamed[target->second] == SIZE_MAX) {
        renamed[target->second] = queue.size();
        queue.push_back(target->second);
      }
      edges.push_back({std::move(test), renamed[target->second], state.accepting ? Marks{1} : Marks{0}});
    }
  }
  return automaton;
}

/// The standard output of a command; nothing if it fails.
inline std::optional<std::string> output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string out;
  std::array<char, 4096> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), pipe)) out.append(block.data(), count);
  if (::pclose(pipe) != 0) return std::nullopt;
  return out;
}

}  // namespace quotient::ltl::testing
