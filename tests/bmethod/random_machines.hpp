#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace quotient::testing {

/// Random machines of a few operations on a few variables, most of them by element: for what depends on what operations
/// share.
class RandomMachines {
 public:
  explicit RandomMachines(unsigned seed) : dice_(seed) {}

  std::string machine() {
    variables_.clear();
    const std::string_view all = "xystfghr";
    while (variables_.size() < 3 + below(2)) {
      const char one = all[below(all.size())];
      if (variables_.find(one) == std::string::npos) variables_ += one;
    }
    std::string text = "MACHINE M SETS P = {p1, p2" + std::string(below(3) == 0 ? ", p3" : "") + "}\nVARIABLES ";
    std::string typing, beginning;
    for (const char one : variables_) {
      text += std::string(typing.empty() ? "" : ", ") + one;
      typing += std::string(typing.empty() ? "" : " & ") + type_of(one);
      beginning += std::string(beginning.empty() ? "" : " || ") + begin_of(one);
    }
    text += "\nINVARIANT " + typing;
    for (std::size_t k = below(3); k > 0; --k) text += " & " + pick(checks);
    text += "\nINITIALISATION " + beginning + "\nOPERATIONS\n";
    const std::size_t count = 2 + below(3);
    for (std::size_t k = 0; k < count; ++k) text += operation(k) + (k + 1 < count ? ";\n" : "\n");
    return text + "END\n";
  }

 private:
  using Pool = std::vector<std::string_view>;

  std::size_t below(std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most - 1)(dice_); }

  /// Names of variables are single letters, and no other word is one but `p`, `q` and `z`.
  bool is_possible(std::string_view text) const {
    for (std::size_t k = 0; k < text.size(); ++k) {
      const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      };
      const bool alone = (k == 0 || !is_word(text[k - 1])) && (k + 1 == text.size() || !is_word(text[k + 1]));
      const std::string_view all = "xystfghr";
      if (alone && all.find(text[k]) != std::string_view::npos && variables_.find(text[k]) == std::string::npos)
        return false;
    }
    return true;
  }
  std::string pick(const Pool& pool) {
    for (;;) {
      const std::string_view text = pool[below(pool.size())];
      if (is_possible(text)) return std::string(text);
    }
  }

  std::string operation(std::size_t number) {
    const bool two = below(3) == 0;
    std::string text =
        "  op" + std::to_string(number) + (two ? "(p, q)" : "(p)") + " = PRE p : P" + (two ? " & q : P" : "");
    const auto for_this = [&](std::string part) {
      for (char& c : part) {
        if (!two && c == 'q') c = 'p';
      }
      return part;
    };
    for (std::size_t k = 1 + below(2); k > 0; --k) text += " & " + for_this(pick(guards));
    text += " THEN ";
    const std::string first = for_this(pick(bodies));
    text += first;
    return text + " END";
  }

  static std::string type_of(char variable) {
    switch (variable) {
      case 'x':
      case 'y':
        return std::string(1, variable) + " : 0..2";
      case 's':
      case 't':
        return std::string(1, variable) + " <: P";
      case 'f':
      case 'g':
        return std::string(1, variable) + " : P --> 0..2";
      case 'h':
        return "h : P +-> P";
      default:
        return "r : P <-> P";
    }
  }
  static std::string begin_of(char variable) {
    switch (variable) {
      case 'x':
      case 'y':
        return std::string(1, variable) + " := 0";
      case 'f':
      case 'g':
        return std::string(1, variable) + " := P * {0}";
      default:
        return std::string(1, variable) + " := {}";
    }
  }

  const Pool guards = {"x = 1",
                       "x < 2",
                       "y = 0",
                       "y /= x",
                       "p : s",
                       "p /: s",
                       "p : t",
                       "p /: t",
                       "p : s \\/ t",
                       "p : s - t",
                       "s = {}",
                       "card(t) < 2",
                       "f(p) = 1",
                       "f(p) = 0",
                       "f(p) < 2",
                       "g(p) = 0",
                       "f(p) < g(q)",
                       "f(p) = f(q)",
                       "p /= q",
                       "p : dom(h)",
                       "p /: dom(h)",
                       "h(p) = q",
                       "q : h[{p}]",
                       "p |-> q : r",
                       "p |-> q /: r",
                       "q : r[{p}]",
                       "p : dom(r)",
                       "p : ran(r)",
                       "f(p1) = 0",
                       "f(p2) > 0",
                       "p1 /: s",
                       "10 / x > 3",
                       "10 mod f(p) = 0",
                       "!z.(z : s => f(z) < 2)",
                       "#z.(z : t & z /= p)",
                       "p = p1",
                       "r~[{p}] = {}",
                       "{p} <<| h = {}",
                       "f(h(p)) = 0",
                       "p : {p1} \\/ s",
                       "1 = 1"};
  const Pool bodies = {"x := (x + 1) mod 3",
                       "x := 0",
                       "y := x",
                       "x := f(p)",
                       "y := (y + 1) mod 3",
                       "s := s \\/ {p}",
                       "s := s - {p}",
                       "t := s",
                       "t := t \\/ {p}",
                       "t := t - {p}",
                       "s := s - {p} || t := t \\/ {p}",
                       "f(p) := (f(p) + 1) mod 3",
                       "f(p) := x",
                       "f(p) := 0",
                       "g := g <+ {p |-> f(p)}",
                       "g(p) := (g(p) + 1) mod 3",
                       "h(p) := q",
                       "h := {p} <<| h",
                       "r := r \\/ {p |-> q}",
                       "r := r - {p |-> q}",
                       "r := {p} <<| r",
                       "ANY z WHERE z : P & z /: s THEN s := s \\/ {z} END",
                       "CHOICE f(p) := 0 OR f(p) := 2 END",
                       "x :: 0..2",
                       "IF p : s THEN x := 1 ELSE f(p) := 1 END",
                       "SELECT f(p) = 0 THEN x := 2 WHEN x = 2 THEN f(p) := 2 END",
                       "f := f <+ {p |-> 0, q |-> 1}",
                       "VAR v IN v := x; y := v END",
                       "f(h(p)) := 1",
                       "skip",
                       "f(p) :: 0..2",
                       "s :(s <: P & p : s)",
                       "r := r <+ {p |-> q}",
                       "f(q) := f(p)",
                       "f := P * {0}",
                       "h := {}",
                       "x := card(s)",
                       "f(p) := (f(p) + 1) mod 3 || x := 1",
                       "g(p) := f(p) || s := s \\/ {p}",
                       "x := 3",
                       "f(p) := f(p) + 1"};
  const Pool checks = {"x + y < 4",       "!z.(z : s => f(z) < 2)",
                       "s /\\ t = {}",    "f(p1) + x < 4",
                       "card(s) < 2",     "!z.(z : dom(h) => h(z) /= z)",
                       "dom(h) <: s",     "s : POW(t)",
                       "h : P +-> s",     "not(x = 1 & y = 1)",
                       "x < 3",           "y < 3",
                       "f(p1) = f(p2)",   "s <: P",
                       "g : P --> 0..1",  "not(p1 : s & p2 : s)",
                       "dom(r) <: t",     "r /\\ r~ = {}",
                       "f : P --> 0..2",  "t <: P",
                       "h : P +-> P",     "r : P <-> P",
                       "g(p2) < 2",       "dom(h) /\\ dom(r) = {}",
                       "10 / (x + 1) > 2"};

  std::mt19937 dice_;
  std::string variables_;
};

}  // namespace quotient::testing
