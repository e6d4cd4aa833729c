#pragma once

#include "model.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/group/enumerate.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

struct Counts {
  std::size_t keys = 0;
  std::string represents;
  bool wrong = false;  // some state met had a finding
};

/// Explores with a reduction, one state for each key. As simple as can be: the search has its own tests.
inline Counts explore_reduced(const System& system, const Reduction& reduction) {
  const auto generator = system.generator();
  const std::unique_ptr<KeyFunction> key_function = reduction.key_function();
  std::set<Bytes> keys;
  std::vector<Bytes> waiting;
  Successors steps;
  Counts counts;
  const auto enter = [&](const Successor& step) {
    counts.wrong |= static_cast<bool>(step.finding);
    if (!step.completed) return;
    const Key key = key_function->key(step.state);
    if (!keys.insert(bytes_of(key.bytes)).second) return;
    key_function->count(key.weight);
    ++counts.keys;
    waiting.push_back(bytes_of(step.state));
    key_function->flood(step.state, [&](StateView seen) {
      return keys.insert(bytes_of(seen)).second ? KeyFunction::Entered::fresh : KeyFunction::Entered::known;
    });
  };
  generator->initial(steps);
  for (std::size_t k = 0; k < steps.size(); ++k) enter(steps[k]);
  while (!waiting.empty()) {
    const Bytes state = waiting.back();
    waiting.pop_back();
    generator->successors(view_of(state), steps);
    counts.wrong |= !steps.findings().empty();
    for (std::size_t k = 0; k < steps.size(); ++k) enter(steps[k]);
  }
  if (const auto states = key_function->represented()) counts.represents = states->to_string();
  return counts;
}

/// Every element of the group, ready to be applied.
inline std::vector<StatePermutation> all_permutations(const Symmetry& symmetry) {
  std::vector<StatePermutation> all;
  for_each_element(symmetry.group, [&](const Permutation& g) {
    all.emplace_back(symmetry, g);
    return true;
  });
  return all;
}

inline Bytes permuted(const StatePermutation& permutation, const Bytes& state) {
  Bytes image(state.size(), 0);
  permutation.apply(view_of(state), reinterpret_cast<std::uint8_t*>(image.data()));
  return image;
}

/// By brute force: the least of all permuted states.
inline Bytes least_image(const std::vector<StatePermutation>& all, const Symmetry& symmetry, const Bytes& state) {
  Bytes best = state;
  if (!is_permuted(symmetry, view_of(state))) return best;
  for (const StatePermutation& permutation : all) best = std::min(best, permuted(permutation, state));
  return best;
}

/// The orbits of a whole state space, by brute force: every permutation applied to every state.
inline std::size_t count_orbits(const std::map<Bytes, std::vector<Bytes>>& graph, const Symmetry& symmetry) {
  const std::vector<StatePermutation> all = all_permutations(symmetry);
  std::set<Bytes> least;
  for (const auto& [state, targets] : graph) least.insert(least_image(all, symmetry, state));
  return least.size();
}

}  // namespace quotient
