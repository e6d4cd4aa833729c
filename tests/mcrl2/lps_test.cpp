#include <filesystem>

#include "inventor.hpp"
#include "lts/compare.hpp"
#include "naive.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::explore;
using testing::Graph;
using testing::Inventor;
using testing::philosophers;

/// The printed process, or the first error.
std::string printed(const std::string& text, const LpsOptions& options = {}) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", text);
  Diagnostics diagnostics;
  std::string process = print_lps(sources, file, options, diagnostics);
  return diagnostics.has_errors() ? diagnostics.all().front().message : process;
}

void expect_same_states(const Graph& before, const std::string& process) {
  const Graph after = explore(process);
  ASSERT_EQ(after.errors, "") << process;
  for (const std::string& finding : after.findings) {
    ASSERT_TRUE(finding.starts_with("deadlock")) << finding << "\n" << process;
  }
  const Comparison same = compare_isomorphic(lts_of(before), lts_of(after));
  ASSERT_TRUE(same.equal) << before.states << " states before, " << after.states
                          << " after: " << fmt::format("{}", fmt::join(same.reason, "\n")) << "\n"
                          << process;
}

/// One process and nothing else: one 'proc' that is a list of summands, and one call of it.
void expect_linear(const std::string& process) {
  const std::size_t proc = process.find("\nproc ") + 1;
  ASSERT_EQ(process.find("\nproc ", proc), std::string::npos) << process;
  const std::string rest = process.substr(proc);
  for (const char* operation : {"||", "comm(", "allow(", "block(", "hide(", "rename("}) {
    std::size_t at = rest.find(operation);
    // The same two bars are a disjunction inside of a condition, which is in brackets.
    while (at != std::string::npos && operation[0] == '|') {
      const std::string before = rest.substr(rest.rfind('\n', at), at - rest.rfind('\n', at));
      if (std::count(before.begin(), before.end(), '(') == std::count(before.begin(), before.end(), ')')) break;
      at = rest.find(operation, at + 1);
    }
    ASSERT_EQ(at, std::string::npos) << operation << "\n" << process;
  }
}

void expect_round_trip(const std::string& text) {
  const Graph before = explore(text);
  ASSERT_EQ(before.errors, "") << text;
  const std::string process = printed(text);
  expect_linear(process);
  expect_same_states(before, process);
  expect_same_states(before, printed(text, {.network = true}));
}

TEST(Lps, ReadsBackToTheSameStateSpace) {
  for (const char* folder : {"/examples/mcrl2", "/tests/mcrl2/models"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(QUOTIENT_ROOT) + folder)) {
      if (entry.path().extension() != ".mcrl2") continue;
      std::string error;
      const auto text = read_text_file(entry.path().string(), error);
      ASSERT_TRUE(text) << error;
      SCOPED_TRACE(entry.path().filename().string());
      if (text->find('@') != std::string::npos) continue;      // time is not printed
      if (text->find("dist ") != std::string::npos) continue;  // nor are random choices
      expect_round_trip(*text);
    }
  }
  expect_round_trip(philosophers(3, true));
  expect_round_trip(philosophers(3, false));
}

TEST(Lps, ReadsBackOnRandomSpecifications) {
  const auto [first, last] = testing::seeds_up_to(60);
  std::size_t compared = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const std::string text = Inventor(seed).specification();
    const Graph before = explore(text, {}, 400);
    if (before.states > 400) continue;
    compared += before.states;
    expect_round_trip(text);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "seed " << seed << "\n" << text;
      return;
    }
  }
  EXPECT_GT(compared, std::size_t{20} * (last - first + 1));
}

TEST(Lps, IsWrittenAsOthersWriteIt) {
  EXPECT_EQ(printed("sort D = struct d1 | d2;\nact s, r, c: D; a;\n"
                    "proc S(x: D) = s(x) . a . S(x); R = sum y: D. r(y) . R;\n"
                    "init allow({c, a}, comm({s|r -> c}, S(d1) || R));"),
            "sort D = struct d1 | d2;\n"
            "act s: D;\nact r: D;\nact c: D;\nact a;\n"
            "% s1: S is at 1 = S, 2 = S:3:23\n"
            "proc P(s1: Pos) =\n"
            "    ((s1 == 1)) -> c(d1) . P(s1 = 2)\n"
            "  +\n"
            "    ((s1 == 2)) -> a . P(s1 = 1)\n"
            "  +\n"
            "    delta;\n"
            "init P(1);\n");
}

/// Communication depends on values that are not known: also what does not communicate is there, under a condition.
TEST(Lps, TellsCommunicationByValues) {
  expect_round_trip(
      "act a, b, c: Nat; d: Nat # Nat;\n"
      "proc P(n: Nat) = a(n) . P((n + 1) mod 3) + (a(n)|a((n + 1) mod 2)) . P(0); Q(m: Nat) = b(m) . Q((m + 2) mod "
      "3);\n"
      "init comm({a|b -> c}, P(0) || Q(0) || Q(1));");
  expect_round_trip(
      "act p, u: Nat;\nproc P(n: Nat) = p(n) . P((n + 1) mod 3);\n"
      "init hide({u}, comm({p|p -> u}, P(0) || P(1) || rename({u -> p}, allow({u}, comm({p|p -> u}, P(0) || "
      "P(0))))));");
  // Three together; processes that end, also all of them; a sum that a communication bounds; no value to write down.
  expect_round_trip(
      "act a, b, c, d: Nat;\ninit allow({d}, comm({a|b|c -> d}, a(1) . a(2) || (sum n: Nat. b(n)) || "
      "(sum n: Nat. (n < 3) -> c(n))));");
  expect_round_trip("act a; b: Bool; Terminate: Nat;\ninit a . Terminate(3) || (a + tau . b(true));");
  expect_round_trip(
      "sort U; F = Nat -> U;\nmap u: Nat -> U; f: F;\nact a: U; b: F;\n"
      "proc P(n: Nat) = (n < 2) -> a(u(n)) . P(n + 1) <> Q(u(n), f[1 -> u(n)]); Q(x: U, g: F) = a(x) . b(g) . "
      "P(0);\ninit P(0);");
}

TEST(Lps, TooManySummandsAreRefused) {
  EXPECT_EQ(printed(philosophers(3, true), {.most_summands = 5}),
            "too large as one linear process: more than 5 summands (--max-summands N allows more; --network prints "
            "the processes as they are composed)");
  std::string many = "act a, b;\nproc P = a . P;\ninit block({b}, comm({a|a -> b}, P";
  for (int i = 0; i < 40; ++i) many += " || P";
  EXPECT_NE(printed(many + "));", {.most_summands = 50}).find("combinations of parallel steps"), std::string::npos);
}

/// Names that hide one another, calls in the middle of sequences, everything that has a syntax of its own.
TEST(Lps, KeepsNamesApart) {
  expect_round_trip(R"(
sort T = struct nil | node(left: T, val: Nat)?is_node;
map f: Nat -> Nat -> Nat; size: T -> Nat; g: (Nat -> Nat) # Nat -> Nat;
glob dc: Nat;
var n, m: Nat; t: T; h: Nat -> Nat;
eqn f(n)(m) = n + m; size(nil) = 0; size(node(t, n)) = size(t) + 1; g(h, n) = h(h(n));
act a: Nat; b: Bool; c: T; d: List(Nat); e: Real; P;
proc M(x: Nat) = (sum x: Bool. b(x)) . a(x) . Q(x) . Q(x + 1) . a(x + dc) . P . R(x, nil);
     Q(x: Nat) = a(f(x)(1)) . a(g(lambda x: Nat. x * 2, x));
     R(x: Nat, t: T) = (size(t) < 2) -> c(t) . R(x, node(t, Int2Nat(x - 0)))
                     <> (sum x: T. (x == t && is_node(x)) -> c(left(x)) . d([val(t)] ++ [1, 2]) . e(1 / 3) .
                        b(exists x: Nat. x < 3 && x in {1} + {y: Nat | y < 2}) . delta);
init M(3);
)");
}

}  // namespace
}  // namespace quotient::mcrl2
