#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::explore;
using test::load_text;

std::size_t largest_state(const System& system) {
  std::size_t largest = 0;
  for (const std::string& state : explore(system).seen) largest = std::max(largest, state.size());
  return largest;
}

/// A table that the PROPERTIES spell out is the same in every state: none of its 5,000 couples is in any.
TEST(FixedConstants, AreNoPartOfTheState) {
  const auto loaded = load_text(
      "MACHINE M CONSTANTS n, table PROPERTIES n = 5000 & table : 1..n --> INTEGER & table = %x.(x : 1..n | x * x)\n"
      "VARIABLES i INVARIANT i : 1..20 & table(i) = i * i INITIALISATION i := 1\n"
      "OPERATIONS next = SELECT i < 20 THEN i := i + 1 END; back = SELECT i = 20 THEN i := 1 END END");
  ASSERT_NE(loaded->system, nullptr);
  const auto explored = explore(*loaded->system);
  EXPECT_EQ(explored.states, 1u + 20u);
  EXPECT_TRUE(explored.findings.empty()) << *explored.messages.begin();
  EXPECT_LT(largest_state(*loaded->system), 16u);
  // They are shown all the same.
  const std::string& state = *explored.seen.begin();
  const auto cells =
      loaded->system->narrator().describe({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()});
  EXPECT_EQ(cells.at(0).cell, "n");
  EXPECT_EQ(cells.at(0).value, "5000");
  EXPECT_TRUE(loaded->system->recall({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}).has_value());
}

/// What differs between solutions stays in the state, whatever stands beside it.
TEST(FixedConstants, OthersStayInTheState) {
  const auto loaded = load_text(
      "MACHINE M SETS S CONSTANTS k, all, f PROPERTIES all = S * S & k : 1..3 & f = {k |-> k + 1}\n"
      "VARIABLES x INVARIANT x : 0..9 INITIALISATION x := 0 OPERATIONS go = x := f(k) END");
  ASSERT_NE(loaded->system, nullptr);
  const auto explored = explore(*loaded->system);
  EXPECT_EQ(explored.states, 3u * 3u);  // set up, initialised, behind the step
  EXPECT_TRUE(explored.findings.empty());
  EXPECT_EQ(loaded->system->symmetry().group.is_trivial(), false);
}

/// A constant that is determined, but next to properties that nothing satisfies.
TEST(FixedConstants, WithoutASolution) {
  const auto loaded = load_text(
      "MACHINE M CONSTANTS k PROPERTIES k = 4 & k < 3 VARIABLES x INVARIANT x = 0 INITIALISATION x := 0\n"
      "OPERATIONS go = skip END");
  ASSERT_NE(loaded->system, nullptr);
  const auto explored = explore(*loaded->system);
  EXPECT_EQ(explored.states, 0u);
  EXPECT_EQ(explored.findings.at(FindingKind::runtime), 1u);
}

}  // namespace
}  // namespace quotient::bmethod
