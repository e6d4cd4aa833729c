#include <filesystem>

#include "naive.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::bisimilar;
using testing::explore;
using testing::Graph;

std::string linear(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", text);
  Diagnostics diagnostics;
  std::string printed = print_lps(sources, file, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  return printed;
}

void expect_round_trip(const std::string& text) {
  const Graph before = explore(text);
  const std::string printed = linear(text);
  const Graph after = explore(printed);
  ASSERT_EQ(after.errors, "") << printed;
  EXPECT_EQ(before.states, after.states) << printed;
  EXPECT_EQ(before.transitions, after.transitions) << printed;
  EXPECT_TRUE(bisimilar(before, after)) << printed;
}

TEST(Lps, ReadsBackToTheSameStateSpace) {
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/examples/mcrl2")) {
    std::string error;
    const auto text = read_text_file(entry.path().string(), error);
    ASSERT_TRUE(text) << error;
    SCOPED_TRACE(entry.path().filename().string());
    expect_round_trip(*text);
  }
}

/// Names that hide one another, calls in the middle of sequences, everything that has a syntax of its own.
TEST(Lps, KeepsNamesApart) {
  expect_round_trip(R"(
sort T = struct nil | node(left: T, val: Nat)?is_node;
map f: Nat -> Nat -> Nat; size: T -> Nat; g: (Nat -> Nat) # Nat -> Nat;
glob dc: Nat;
var n, m: Nat; t: T; h: Nat -> Nat;
eqn f(n)(m) = n + m; size(nil) = 0; size(node(t, n)) = size(t) + 1; g(h, n) = h(h(n));
act a: Nat; b: Bool; c: T; d: List(Nat); e: Real;
proc P(x: Nat) = (sum x: Bool. b(x)) . a(x) . Q(x) . Q(x + 1) . a(x + dc) . R(x, nil);
     Q(x: Nat) = a(f(x)(1)) . a(g(lambda x: Nat. x * 2, x));
     R(x: Nat, t: T) = (size(t) < 2) -> c(t) . R(x, node(t, Int2Nat(x - 0)))
                     <> (sum x: T. (x == t && is_node(x)) -> c(left(x)) . d([val(t)] ++ [1, 2]) . e(1 / 3) .
                        b(exists x: Nat. x < 3 && x in {1} + {y: Nat | y < 2}) . delta);
init P(3);
)");
}

}  // namespace
}  // namespace quotient::mcrl2
