#pragma once

#include "model.hpp"
#include "symmetry/action/state_permutation.hpp"

namespace quotient {

/// Every generator takes reachable states to reachable states, and steps to steps.
inline void expect_automorphisms(const TestModel& model, const Symmetry& symmetry, std::size_t most = 100'000) {
  const auto graph = state_graph(*model.system, most);
  ASSERT_FALSE(graph.empty());
  for (const Permutation& g : symmetry.group.generators()) {
    const StatePermutation permutation(symmetry, g);
    for (const auto& [state, targets] : graph) {
      if (!is_permuted(symmetry, view_of(state))) continue;
      const auto image = [&](const Bytes& s) {
        Bytes out(s.size(), 0);
        if (!s.empty()) permutation.apply(view_of(s), reinterpret_cast<std::uint8_t*>(out.data()));
        return out;
      };
      const auto found = graph.find(image(state));
      ASSERT_NE(found, graph.end());
      std::vector<Bytes> moved;
      for (const Bytes& t : targets) moved.push_back(image(t));
      std::sort(moved.begin(), moved.end());
      ASSERT_EQ(moved, found->second);
    }
  }
}

}  // namespace quotient
