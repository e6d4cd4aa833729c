#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "search/cycles/cycle_exploration.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

namespace {

std::string_view text_of(const StateBytes& state) {
  return {reinterpret_cast<const char*>(state.data()), state.size()};
}

}  // namespace

bool unroll(const StateOrbits* orbits, std::vector<StateBytes>& cycle) {
  if (cycle.front() == cycle.back()) return true;
  if (orbits == nullptr) return false;
  const StateOrbits::Permuted permutation = orbits->permutation(cycle.front(), cycle.back());
  if (!permutation) return false;
  // A permutation takes steps to steps, so what follows the last state is the cycle under it. It comes back to the
  // first state after as many rounds as the permutation has powers, at the latest.
  const std::size_t round = cycle.size() - 1;
  while (cycle.back() != cycle.front()) {
    for (std::size_t i = cycle.size() - round; i < cycle.size(); ++i) {
      StateBytes image(cycle[i].size());
      permutation(cycle[i], image.data());
      cycle.push_back(std::move(image));
      if ((cycle.size() - 1) % round == 0) break;
    }
  }
  return true;
}

Violation lasso_of(const CycleProperty& property, std::vector<StateBytes> stem, std::vector<StateBytes> cycle) {
  Violation violation{property.finding, ViolationPlace::cycle, {}, 1};
  violation.fairness = property.fairness;
  if (cycle.size() == 1) {  // the run ends there
    violation.cycle_start = stem.size() - 1;
    violation.states = std::move(stem);
    return violation;
  }
  cycle.pop_back();
  std::unordered_set<std::string_view> members;
  for (const StateBytes& state : cycle) members.insert(text_of(state));
  const auto meets = [&members](const StateBytes& state) { return members.contains(text_of(state)); };
  stem.erase(std::find_if(stem.begin(), stem.end(), meets) + 1, stem.end());
  std::rotate(cycle.begin(), std::find(cycle.begin(), cycle.end(), stem.back()), cycle.end());
  violation.cycle_start = stem.size() - 1;
  violation.states = std::move(stem);
  violation.states.insert(violation.states.end(), cycle.begin() + 1, cycle.end());
  violation.states.push_back(violation.states[violation.cycle_start]);
  return violation;
}

}  // namespace quotient
