#include <algorithm>

#include "../model/changed_bytes.hpp"
#include "explore.hpp"

namespace quotient::mcrl2::testing {
namespace {

using quotient::testing::Bytes;

/// Lists and large numbers are kept as numbers of a table that all threads fill as they come.
const std::string numbered = R"(
act a: Nat;
proc P(n: Nat, l: List(Nat), big: Nat) =
  sum m: Nat. (m < 3 && #l < 3) -> a(m) . P(n, m |> l, big * 1000003 + m);
init P(0, [], 1);
)";

struct Digested {
  Digested() {
    const FileId file = sources.add("m.mcrl2", numbered);
    Diagnostics diagnostics;
    system = load(sources, file, {}, diagnostics);
  }
  SourceMap sources;
  std::unique_ptr<SpecificationSystem> system;
};

/// Hashes by which states are given to owners and put in order must not depend on who met what first.
TEST(StateDigest, DoesNotDependOnWhatWasMetBefore) {
  const Digested one, other;
  ASSERT_TRUE(one.system && other.system);
  const std::vector<Bytes> states = quotient::testing::reachable_states(*one.system, 100);
  ASSERT_EQ(states.size(), 40U);
  std::vector<Bytes> elsewhere;
  for (auto state = states.rbegin(); state != states.rend(); ++state) {
    const auto recalled = other.system->recall(one.system->lasting(*state));
    ASSERT_TRUE(recalled.has_value());
    elsewhere.push_back(*recalled);
  }
  std::reverse(elsewhere.begin(), elsewhere.end());
  EXPECT_NE(states, elsewhere);  // else this tests nothing
  const auto here = one.system->generator(), there = other.system->generator();
  std::set<Bytes> digests;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateView digest = here->lasting_digest(states[i]);
    EXPECT_TRUE(std::ranges::equal(digest, there->lasting_digest(elsewhere[i])));
    digests.emplace(digest.begin(), digest.end());
  }
  EXPECT_EQ(digests.size(), states.size());
}

}  // namespace
}  // namespace quotient::mcrl2::testing
