#include "naive.hpp"

#include "inventor.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::expect_the_same_steps;
using testing::explore;
using testing::Graph;
using testing::Inventor;
using testing::Naive;
using testing::philosophers;

/// How many states were compared is added to `compared`.
void expect_agreement(const std::string& text, std::size_t most, std::size_t& compared) {
  const Graph naive = Naive(text).explore(most);
  if (naive.states > most) return;
  compared += naive.states;
  const Graph ours = explore(text);
  expect_the_same_steps(text, ours, naive);
}

TEST(Naive, AgreesOnPhilosophers) {
  std::size_t compared = 0;
  for (int n = 2; n <= 3; ++n) {
    expect_agreement(philosophers(n, true), 3000, compared);
    expect_agreement(philosophers(n, false), 3000, compared);
  }
  EXPECT_GE(compared, 90U);
}

TEST(Naive, AgreesOnRandomSpecifications) {
  const auto [first, last] = testing::seeds_up_to(150);
  std::size_t compared = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    expect_agreement(Inventor(seed).specification(), 400, compared);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
  }
  // Most of them are small enough, and not trivial.
  EXPECT_GT(compared, std::size_t{20} * (last - first + 1));
}

/// Sums that only a communication bounds: the naive explorer tries a few numbers, of which only those sent go through.
TEST(Naive, AgreesWhereCommunicationBoundsSums) {
  const std::string declarations = "act s, r, c: Nat; s2, r2, c2: Nat # Bool; o: Nat;\n";
  const std::string sender = "proc S(n: Nat) = (n < 3) -> s(n) . S(n + 1) <> s2(n, true) . S(0);\n";
  const std::string receiver =
      "proc R = sum n: Nat. r(n) . o(n) . R + sum n: Nat, b: Bool. r2(n, b) . (b -> o(n + 1) . R);\n";
  std::size_t compared = 0;
  for (const char* init : {"init allow({c, c2, o}, comm({s|r->c, s2|r2->c2}, S(0) || R));",
                           "init block({s, r, s2, r2}, comm({s|r->c, s2|r2->c2}, S(0) || R));",
                           "init block({s, r, s2, r2}, comm({s|r->c, s2|r2->c2}, R || S(0) || R));",
                           "init allow({c, c2, o, c|o}, comm({s|r->c, s2|r2->c2}, R || S(1) || S(2)));"}) {
    expect_agreement(declarations + sender + receiver + init, 3000, compared);
  }
  EXPECT_GT(compared, 50U);
}

/// Nobody knows all values, but each is known to somebody: the naive explorer tries a few numbers for the others.
TEST(Naive, AgreesWhereOpenSumsTellEachOther) {
  const std::string declarations =
      "act s, r, t, c: Nat # Nat # Nat; o: Nat;\n"
      "proc S(n: Nat) = sum d: Nat. s(d, n, 1) . o(d) . S((n + 1) mod 3);\n"
      "     R(n: Nat) = sum d: Nat. r(2, d, 1) . o(d) . R(n);\n"
      "     T(n: Nat) = sum d, e: Nat. t(d, e, n) . o(d + e) . T((n + 1) mod 2);\n";
  std::size_t compared = 0;
  for (const char* rest :
       {"init allow({c, o}, comm({s|r -> c}, S(0) || R(1)));", "init block({s, r}, comm({s|r -> c}, S(0) || R(1)));",
        "init allow({c, o}, comm({s|r -> c}, S(0) || R(1) || S(1)));",
        "init block({s, r}, comm({s|r -> c}, S(0) || R(1) || S(1)));",
        "init allow({c, o}, comm({s|r|t -> c}, S(0) || R(1) || T(0)));",
        "init block({s, r, t}, comm({s|r|t -> c}, S(0) || R(1) || T(0)));",
        "init allow({o, c}, hide({c}, comm({s|r -> c}, S(0) || R(1))));"}) {
    expect_agreement(declarations + rest, 3000, compared);
  }
  EXPECT_GT(compared, 40U);
}

}  // namespace
}  // namespace quotient::mcrl2
