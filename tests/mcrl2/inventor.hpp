#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "../seeds.hpp"

namespace quotient::mcrl2::testing {

using quotient::testing::seeds_up_to;

/// Makes up specifications: a few processes with data, below a few operators.
class Inventor {
 public:
  explicit Inventor(unsigned seed) : random_(seed) {}

  std::string specification() {
    std::string text =
        "sort D = struct d1 | d2 | d3;\nmap nx: D -> D; eqn nx(d1) = d2; nx(d2) = d3; nx(d3) = d1;\n"
        "act a, b, c, e: D; s, r, t: Nat; p, q, u;\nproc\n";
    const int processes = 2 + below(2);
    for (int i = 0; i < processes; ++i) {
      text += "  P" + std::to_string(i) + "(x: D, n: Nat) = " + process(3, i) + ";\n";
    }
    std::string all;
    for (int i = 0; i < processes; ++i) {
      all += (i == 0 ? "" : " || ") + std::string("P") + std::to_string(i) + "(" + pick({"d1", "d2", "d3"}) + ", " +
             std::to_string(below(3)) + ")";
    }
    if (below(6) == 0) all += " || p . u";
    std::string init = all;
    if (below(3) > 0) {
      init = "comm({" +
             pick({"a|b->c", "a|b->c, s|r->t", "s|r->t", "p|q->u", "p|p->u", "a|b->c, s|r->t, p|q->u",
                   "p|p|q->u, a|b->c", "e|e->e"}) +
             "}, " + init + ")";
    }
    switch (below(5)) {
      case 0:
        init = "allow({" +
               pick({"c, t, u", "a, b, c, e, t", "c, e|e, u, t, p", "a|b, t|u, s, p, q", "u, c|u, t",
                     "e|e|e, u|u, c|p|p, p|q|q", "c|c, t|t, p|p|q|q, a|a|b"}) +
               "}, " + init + ")";
        break;
      case 1:
        init = "block({" + pick({"a, b", "s, r", "p, q", "a, b, s, r, p, q", "e"}) + "}, " + init + ")";
        break;
      case 2:
        init = "allow({c, t, u, e}, rename({" + pick({"a->e", "p->u", "a->c, b->e"}) + "}, " + init + "))";
        break;
      case 3:
        init = "allow({c, u, t, e, p}, hide({" + pick({"q", "a", "s, r"}) + "}, " + init + "))";
        break;
      default:
        break;
    }
    if (below(3) == 0) init = "hide({" + pick({"c", "u, t", "e"}) + "}, " + init + ")";
    if (below(5) == 0) init = "block({q}, " + init + " || P0(d2, 1))";
    return text + "init " + init + ";\n";
  }

  /// Components with steps of their own between those that they take together: two to four, below `allow` and `comm`,
  /// some of them in a group of their own.
  std::string network() {
    std::string text = "act a, b, c, e, l, m, k: Nat; p, q, u, w;\nproc\n";
    const int processes = 2 + below(3);
    std::string all;
    for (int i = 0; i < processes; ++i) {
      const std::string self = "P" + std::to_string(i);
      text += "  " + self + "(i: Nat, n: Nat) = " + steps(self) + (below(2) == 0 ? " + " + steps(self) : "") + ";\n";
      std::string call = self + "(" + std::to_string(below(3)) + ", " + std::to_string(below(3)) + ")";
      if (below(4) == 0) call = "rename({" + pick({"a -> b", "l -> m", "p -> q"}) + "}, " + call + ")";
      if (i > 0 && below(5) == 0) {
        all = "allow({l, m, w, a, b, c, p, q, u}, " + pick({"", "comm({a|b -> c}, ", "comm({p|q -> u}, "}) + all +
              " || " + call + ")";
        all += std::count(all.begin(), all.end(), '(') > std::count(all.begin(), all.end(), ')') ? ")" : "";
      } else {
        all += (i == 0 ? "" : " || ") + call;
      }
    }
    all = "comm({" + pick({"a|b -> c, p|q -> u", "a|b -> c", "a|b|e -> c, p|p -> u", "a|a -> c, p|q -> u"}) + "}, " +
          all + ")";
    if (below(8) == 0) all = "hide({" + pick({"w", "m", "e"}) + "}, " + all + ")";
    return text + "init allow({l, m, w, " + pick({"c, u", "c, u", "c, u", "c, u, a, b, q", "c|u, c, e", "l|l, c, u"}) +
           "}, " + all + ");\n";
  }

 private:
  /// A few actions in a row, most of them of one component alone.
  std::string steps(const std::string& self) {
    std::string text = pick({"", "", "(n < 2) -> ", "(n == i) -> "}) + "(";
    for (int k = 1 + below(3); k >= 0; --k) {
      text += pick({"l(n)", "l(i)", "m(1)", "w", "w", "(sum x: Nat. (x < 2) -> m(x))"}) + " . ";
    }
    text += pick({"a(i)", "b(i)", "a(n)", "b((i + 1) mod 3)", "e(i)", "p", "q", "p|l(n)", "w", "a(1)", "tau",
                  "(a(n) + w)", "(p + l(2))", "(sum x: Nat. (x < 3) -> b(x))"}) +
            " . ";
    text += pick({self + "(i, (n + 1) mod 3)", self + "()", self + "(n, i)", "delta", "delta", "(l(i) . w . delta)",
                  "(m(n) + l(i)) . delta"});
    return text + ")";
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string pick(std::vector<std::string> from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }
  std::string d() { return pick({"x", "d1", "nx(x)", "if(n < 2, x, d3)"}); }
  std::string condition() {
    return pick(
        {"(x == d1)", "(n < 2)", "(n == 0 || x != d2)", "(nx(x) == d3)", "(exists k: Nat. k < n && k == 1)", "true"});
  }
  std::string action() {
    switch (below(8)) {
      case 0:
        return "tau";
      case 1:
        return pick({"s", "r", "t"}) + "(n)";
      case 2:
        return pick({"p", "q", "u"});
      case 3:
        return "(a(" + d() + ") | " + pick({"p", "b(" + d() + ")", "q"}) + ")";
      default:
        return pick({"a", "b", "c", "e"}) + "(" + d() + ")";
    }
  }
  std::string call(int self) {
    switch (below(4)) {
      case 0:
        return "P" + std::to_string(self) + "(n = (n + 1) mod 3)";
      case 1:
        return "P" + std::to_string(self) + "(nx(x), n)";
      case 2:
        return "P" + std::to_string(self) + "()";
      default:
        return below(3) == 0 ? "delta" : "P" + std::to_string(self) + "(x, 0)";
    }
  }
  /// Something that begins with an action and ends in a call or ends for good.
  std::string process(int depth, int self) {
    if (depth == 0) return action() + " . " + call(self);
    switch (below(9)) {
      case 0:
        return "(" + process(depth - 1, self) + " + " + process(depth - 1, self) + ")";
      case 1:
        return condition() + " -> " + bracketed(depth, self);
      case 2:
        return condition() + " -> " + bracketed(depth, self) + " <> " + bracketed(depth, self);
      case 3:
        return "sum x: D. " + pick({"", "(x != d2) -> "}) + pick({"a", "b"}) + "(x) . " + bracketed(depth, self);
      case 4:
        return "sum m: Nat. (m < 3) -> " + pick({"s", "r"}) + "(m) . P" + std::to_string(self) + "(x, m)";
      case 5:
        return "(" + action() + " + " + action() + " . " + action() + ") . " + bracketed(depth, self);
      case 6:
        return below(4) == 0 ? action() : action() + " . " + bracketed(depth, self);
      case 7:
        return action() + " . (" + condition() + " -> " + bracketed(depth, self) + " <> " + call(self) + ")";
      default:
        return action() + " . " + bracketed(depth, self);
    }
  }
  std::string bracketed(int depth, int self) { return "(" + process(depth - 1, self) + ")"; }

  std::mt19937 random_;
};

}  // namespace quotient::mcrl2::testing
