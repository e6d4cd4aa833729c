#include <random>

#include "inventor.hpp"
#include "lts/compare.hpp"
#include "naive.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::explore;
using testing::Graph;
using testing::Inventor;

/// Nothing changes when numbers are taken for names: the same states, steps, labels and errors.
void expect_no_change(const std::string& text) {
  const Graph before = explore(text, {}, 3000);
  if (before.states > 3000) return;
  const Graph after = explore(text, {.symmetry = true});
  ASSERT_EQ(before.errors, after.errors) << text;
  ASSERT_EQ(before.findings, after.findings) << text;
  const Comparison same = compare_isomorphic(lts_of(before), lts_of(after));
  ASSERT_TRUE(same.equal) << fmt::format("{}", fmt::join(same.reason, "\n")) << "\n" << text;
}

std::string order_of(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", text);
  Diagnostics diagnostics;
  const auto system = load(sources, file, {.symmetry = true}, diagnostics);
  return system ? system->symmetry().group.order().to_string() : "errors";
}

/// Processes with a name and a counter each, which do things with both.
std::string invented(unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](std::vector<std::string> from) { return from[random() % from.size()]; };
  const std::string sort = pick({"Pos", "Nat", "Int"});
  const bool whole = sort == "Int";
  std::string text = "sort Box = struct empty | full(who: " + sort + ");\n" + "map N: Pos; nx: " + sort + " -> " +
                     sort + "; big: " + sort + " -> Bool; var i: " + sort + "; eqn N = 3; " +
                     pick({"nx(1) = 2; nx(2) = 3; nx(3) = 1", "nx(i) = if(i == N, 1, i + 1)", "nx(i) = i mod 3 + 1",
                           "nx(i) = max(i, 2)"}) +
                     "; big(i) = " + pick({"i == 1", "i > 2", "i < N", "i + 1 > 3", "false"}) + ";\n" +
                     "act s, r, c: " + sort + "; a, b: " + sort + " # Nat; q: List(" + sort + "); x: Box; e;\nproc ";
  for (const char* name : {"P", "Q"}) {
    text += std::string(name) + "(i: " + sort + ", n: Nat, l: List(" + sort + "), w: Box) = ";
    const int summands = 2 + static_cast<int>(random() % 3);
    for (int k = 0; k < summands; ++k) {
      text += k == 0 ? "" : " + ";
      const std::string condition =
          pick({"", "", "(i == 2) -> ", "(n < 2) -> ", "(big(i)) -> ", "(!(i in l)) -> ", "(i <= N) -> ",
                "(w == full(i)) -> ", "(!(i > 2)) -> ", "(i mod 3 + 1 == 2) -> ", "(w == full(i mod 3 + 1)) -> ",
                "(exists j: " + sort + (whole ? ". 0 < j && j <= N" : ". j <= N") + " && j != i && !(j in l)) -> ",
                whole ? "(i >= 0) -> " : "", whole ? "(i != -1 && -1 < i) -> " : ""});
      const std::string next = std::string(name) + "(" +
                               pick({"i", "i", "nx(i)", "i = i", "n = (n + 1) mod 2", "l = [i]", "w = full(i)",
                                     "w = empty", "if(i == N, 1, i + 1)", "w = full(i mod 3 + 1)",
                                     "l = [if(i == 1, N, Int2Pos(i - 1))]", whole ? "w = full(-1)" : "w = empty"});
      const bool assigned = next.find(" = ") != std::string::npos;
      const std::string call = next + (assigned ? ")" : ", n, if(#l < 2, i |> l, []), w)");
      const std::string action =
          pick({"s(i)", "a(i, n)", "b(nx(i), 1)", "q(l)", "x(w)", "e", "s(i)", "r(nx(i))", "s(i mod 3 + 1)"});
      const std::string from = whole ? pick({"1 <= j && ", "j > -1 && ", "j >= 2 && ", ""}) : "";
      const std::string receive =
          pick({"sum j: " + sort + ". r(j) . ", "sum j: " + sort + ". (" + from + "j <= 3) -> r(j) . ",
                "sum j: " + sort + ". (" + from + "j < N && j != i) -> s(j) . ",
                "sum j: " + sort + ". (j == i) -> a(j, 2) . ", "sum j: " + sort + ". (j > 1 && j in l) -> s(j) . "});
      text += condition + "(" + (random() % 3 == 0 ? receive : action + " . ") + call + ")";
    }
    text += ";\n     ";
  }
  text += "\ninit " + pick({"allow({c, a, b, q, x, e}, ", "block({s, r}, ", "allow({c, a, b, q, x, e, s}, "}) +
          "comm({s|r -> c}, P(1, 0, [], empty) || " +
          pick({"P(2, 0, [], empty)", "P(2, 0, [], empty)", "P(2, 1, [], empty)"}) + " || " +
          pick({"Q(3, 0, [], empty)", "Q(1, 0, [2, 3], full(1))", "P(3, 0, [], empty)", "P(3, 0, [], empty)"}) +
          "));\n";
  return text;
}

TEST(NumberNames, ChangeNothing) {
  const auto [first, last] = testing::seeds_up_to(120);
  unsigned symmetric = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const std::string text = invented(seed);
    ASSERT_NE(order_of(text), "errors") << text;
    expect_no_change(text);
    if (seed % 4 == 0) expect_no_change(Inventor(seed).specification());
    if (HasFatalFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
    symmetric += order_of(text) == "1" ? 0 : 1;
  }
  EXPECT_GT(symmetric * 20, last - first + 1);
}

TEST(NumberNames, AreNotComputedWith) {
  const auto with = [](const std::string& more) {
    return order_of(
        "map f: Nat -> Nat; var n: Nat; eqn f(n) = n;\nact a: Nat; b: Bool;\nproc P(i: Nat, n: Nat) = a(i) . P(i, (n + "
        "1) mod "
        "2)" +
        more + ";\ninit P(1, 0) || P(2, 0) || P(3, 0);");
  };
  EXPECT_EQ(with(""), "6");
  EXPECT_EQ(with(" + a(f(i)) . P()"), "6");
  EXPECT_EQ(with(" + (i == 1) -> a(1) . P()"), "2");
  EXPECT_EQ(with(" + (i <= 3) -> a(i) . P()"), "6");
  EXPECT_EQ(with(" + (i < 3) -> a(i) . P()"), "2");
  EXPECT_EQ(with(" + a(i + 1) . P()"), "1");
  EXPECT_EQ(with(" + b(i < n) . P()"), "1");
  EXPECT_EQ(with(" + a(n) . P()"), "1");
  // A table closes, or all that it meets stays numbers. Names that a table meets stay as they are.
  EXPECT_EQ(with(" + a(i mod 3 + 1) . P()"), "3");
  EXPECT_EQ(with(" + a(if(i == 3, 1, i + 1)) . P()"), "3");
  EXPECT_EQ(with(" + a(Int2Nat(4 - i)) . P()"), "2");
  EXPECT_EQ(with(" + a(min(i + 1, 3)) . P()"), "1");
  EXPECT_EQ(with(" + a(i mod 3 + 1) . P() + a(n) . P()"), "1");
  EXPECT_EQ(with(" + a(i mod 3 + 1) . P() + b(i < n) . P()"), "1");
  EXPECT_EQ(with(" + a(Int2Nat(i - 2)) . P()"), "1");
  // Integers are bounded from both sides, or not at all; nobody is -1.
  const auto lock = [](const std::string& condition) {
    return "act a, g, t, f, d, e: Int; proc P(i: Int) = a(i) . d(i) . P(i);\n"
           "L(o: Int) = (o == -1) -> (sum i: Int. (" +
           condition +
           ") -> g(i) . L(i)) <> f(o) . L(-1);\n"
           "init allow({t, e}, comm({a|g -> t, d|f -> e}, P(0) || P(1) || P(2) || L(-1)));";
  };
  EXPECT_EQ(order_of(lock("i >= 0 && i < 3")), "6");
  EXPECT_EQ(order_of(lock("-1 < i && (o == -1 && i <= 2)")), "6");
  EXPECT_EQ(order_of(lock("i >= 1 && i < 3")), "2");
  EXPECT_EQ(order_of(lock("i <= 2 && o < i")), "1");
  for (const std::string bound : {"i >= 0 && i < 3", "i > -1 && i < 2", "i < 3", "i >= 0", "i >= -1 && i <= 2"}) {
    expect_no_change(lock(bound));
    expect_no_change("act a: Int; proc P(j: Int) = sum i: Int. (" + bound +
                     ") -> a(i) . P(i); init P(-1) || P(1) || P(2);");
    expect_no_change("act a: Int; b: Bool; proc P(j: Int) = b(forall i: Int. (" + bound +
                     ") => i != j) . P(j); init P(-1) || P(1) || P(2);");
  }
  // What bounds nothing does not become a bound, and 0 is no Pos.
  EXPECT_EQ(
      explore("act a: Nat; proc P(i: Nat) = a(i) . P(i); Q = sum n: Nat. (n > 1) -> a(n) . Q; init P(1) || P(2) || Q;",
              {.symmetry = true})
          .findings.size(),
      1U);
  EXPECT_EQ(order_of("act a: Nat; proc P(i: Nat) = a(i) . P(i); Q(i: Pos) = a(i) . Q(i); init P(0) || Q(1) || Q(2);"),
            "1");
}

}  // namespace
}  // namespace quotient::mcrl2
