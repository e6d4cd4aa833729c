#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace quotient::mcrl2::testing {

/// The first and last seed of a test; QUOTIENT_SEEDS=FIRST-LAST tries others.
inline std::pair<unsigned, unsigned> seeds_up_to(unsigned last) {
  unsigned first = 1;
  if (const char* seeds = std::getenv("QUOTIENT_SEEDS")) std::sscanf(seeds, "%u-%u", &first, &last);
  return {first, last};
}

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

 private:
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
