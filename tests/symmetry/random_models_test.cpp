// Random models of alike processes, some with something that tells these apart: whatever is found in them, by either
// method, must be an automorphism of the state graph; and trying everything must find as much, or more.

#include <fmt/format.h>

#include "automorphisms.hpp"
#include "brute_force.hpp"
#include "check_strategies.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/scd/certify.hpp"
#include "process/symmetry/scd/scd.hpp"
#include "random_model.hpp"

namespace quotient {
namespace {

TEST(RandomModels, WhatIsFoundIsAnAutomorphism) {
  std::map<std::string, int> by_system, by_diagram;
  int less = 0, compared = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const std::string text = RandomModel(seed).text();
    SCOPED_TRACE(fmt::format("seed {}:\n{}", seed, text));
    const TestModel model = compile_text("model.pml", text);
    ASSERT_NE(model.system, nullptr);
    if (state_graph(*model.system, 4'000).empty()) continue;
    const Symmetry whole = detect_symmetry(model.program());
    ASSERT_NO_FATAL_FAILURE(expect_automorphisms(model, whole));
    ++by_system[whole.group.order().to_string()];

    brute::Model searched(model, 4'000);
    ASSERT_TRUE(searched.is_usable());
    const Group found = brute::on_processes(whole, searched.process_count());
    const Group largest = searched.largest();
    for (const Permutation& g : found.generators()) EXPECT_TRUE(largest.contains(g));
    ++compared;
    // Less where something that would tell them apart never happens, or happens to all in the end.
    less += found.order() < largest.order() ? 1 : 0;

    if (!model.outline.objections.empty()) continue;
    const Symmetry diagram =
        certified_part(whole, permutations_of(model.outline, scd::find_valid_group(model.outline).largest));
    ASSERT_NO_FATAL_FAILURE(expect_automorphisms(model, diagram));
    EXPECT_LE(diagram.group.order(), whole.group.order());
    ++by_diagram[diagram.group.order().to_string()];
  }
  // Both kinds must be among them, or nothing was tested.
  EXPECT_GT(by_system["1"], 2);
  EXPECT_GT(by_system["2"] + by_system["6"], 10);
  EXPECT_GT(by_diagram["2"] + by_diagram["6"], 5);
  EXPECT_GT(compared, 30);
  EXPECT_LT(less, compared / 4);
}

/// The orbits are those of all reachable states under all elements of the group.
TEST(RandomModels, EveryStrategyBesideAllPermutations) {
  constexpr int count = 500;
  int looked_at = 0;
  for (std::uint64_t seed = 1000; looked_at < count && seed < 1000 + 4 * count; ++seed) {
    const std::string text = RandomModel(seed).text();
    SCOPED_TRACE(fmt::format("seed {}:\n{}", seed, text));
    const TestModel model = compile_text("model.pml", text);
    ASSERT_NE(model.system, nullptr);
    const auto graph = state_graph(*model.system, 4'000);
    const Symmetry symmetry = detect_symmetry(model.program());
    if (graph.empty() || symmetry.group.is_trivial()) continue;
    check_strategies(model, symmetry, count_orbits(graph, symmetry), graph.size());
    ++looked_at;
  }
  EXPECT_EQ(looked_at, count);
}

}  // namespace
}  // namespace quotient
