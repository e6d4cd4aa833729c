#pragma once

#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "explore.hpp"
#include "symmetry/reduce/strategy.hpp"
#include "value_text.hpp"

namespace quotient::bmethod::test {

struct Orbits {
  std::size_t states = 0;  // one of every orbit
  std::string represented;
  std::map<FindingKind, std::size_t> findings;
  std::unordered_set<std::string> seen;  // that were explored
};

/// Explores with a reduction: the first state met for each key. Without symmetry all states are explored.
inline Orbits explore_orbits(const MachineSystem& system, std::string_view strategy) {
  const Symmetry symmetry = system.symmetry();
  if (symmetry.group.is_trivial()) {
    Exploration all = explore(system);
    return {all.states, std::to_string(all.states), std::move(all.findings), std::move(all.seen)};
  }
  const ChosenReduction chosen = choose_reduction(symmetry, strategy);
  EXPECT_NE(chosen.reduction, nullptr) << chosen.refusal;
  const Reduction* reduction = chosen.reduction.get();
  const std::unique_ptr<KeyFunction> key_function = reduction->key_function();
  const auto generator = system.generator();
  Successors successors;
  std::deque<std::string> open;
  std::set<std::string> keys;
  Orbits result;
  const auto take = [&] {
    for (const Finding& finding : successors.findings()) ++result.findings[finding.kind];
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if (successors[i].finding) ++result.findings[successors[i].finding.kind];
      if (!successors[i].completed) continue;
      const StateView state = successors[i].state;
      const Key key = key_function->key(state);
      if (!keys.emplace(key.bytes.begin(), key.bytes.end()).second) continue;
      key_function->count(key.weight);
      open.emplace_back(state.begin(), state.end());
      result.seen.insert(open.back());
      ++result.states;
      if (!reduction->floods()) continue;
      key_function->flood(state, [&](StateView image) {
        const bool is_new = keys.emplace(image.begin(), image.end()).second;
        return is_new ? KeyFunction::Entered::fresh : KeyFunction::Entered::known;
      });
    }
  };
  generator->initial(successors);
  take();
  while (!open.empty()) {
    const std::string state = std::move(open.front());
    open.pop_front();
    generator->successors({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}, successors);
    take();
  }
  if (const auto states = key_function->represented()) result.represented = states->to_string();
  return result;
}

/// The steps of a state are listed in an order that depends on the state alone: threads, whose generators have met
/// other states before, name a step to each other by its number.
inline void expect_steps_without_history(const System& system, const Exploration& all) {
  const auto steps_of = [](StepGenerator& generator, const std::string& state) {
    Successors steps;
    generator.successors({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}, steps);
    std::vector<std::string> list;
    for (std::size_t i = 0; i < steps.size(); ++i) list.emplace_back(steps[i].state.begin(), steps[i].state.end());
    return list;
  };
  const std::vector<std::string> states(all.seen.begin(), all.seen.end());
  const auto forwards = system.generator();
  std::vector<std::vector<std::string>> met;
  for (const std::string& state : states) met.push_back(steps_of(*forwards, state));
  const auto backwards = system.generator();
  for (std::size_t i = states.size(); i-- > 0;) ASSERT_EQ(steps_of(*backwards, states[i]), met[i]);
}

inline std::string text_of(const System& system, const std::string& state) {
  std::string text;
  for (const CellValue& cell :
       system.narrator().describe({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()})) {
    text += cell.cell + "=" + cell.value + ";";
  }
  return text;
}

/// The orbits that some states are of, by trying all permutations on their texts.
inline std::size_t count_orbits(const MachineSystem& system, const std::unordered_set<std::string>& states) {
  const Symmetry symmetry = system.symmetry();
  // Families, as ranges of atoms that some permutation takes to one another.
  std::vector<std::vector<std::string>> families;
  for (const auto& orbit : symmetry.group.orbits().members) {
    families.emplace_back();
    for (const Point atom : orbit) families.back().push_back(symmetry.atoms[atom].name);
    std::sort(families.back().begin(), families.back().end());
  }
  auto images = families;
  std::vector<std::map<std::string, std::string>> permutations;
  for (;;) {
    permutations.emplace_back();
    for (std::size_t f = 0; f < families.size(); ++f) {
      for (std::size_t i = 0; i < families[f].size(); ++i) permutations.back()[families[f][i]] = images[f][i];
    }
    std::size_t at = 0;
    while (at < images.size() && !std::next_permutation(images[at].begin(), images[at].end())) ++at;
    if (at == images.size()) break;
  }
  const std::map<std::string, std::string> identity;
  std::set<std::string> texts;
  for (const std::string& state : states) texts.insert(ValueText(text_of(system, state), identity).permuted());
  EXPECT_EQ(texts.size(), states.size());
  std::size_t orbits = 0;
  while (!texts.empty()) {
    ++orbits;
    const std::string text = *texts.begin();
    for (const auto& permutation : permutations) texts.erase(ValueText(text, permutation).permuted());
  }
  return orbits;
}

inline std::string bytes_of(StateView state) { return {state.begin(), state.end()}; }

inline StateView view_of(const std::string& state) {
  return {reinterpret_cast<const std::uint8_t*>(state.data()), state.size()};
}

/// Each generator takes steps to steps on the whole state graph, and a search up to symmetry finds the orbits that are
/// got by applying generators.
inline void expect_symmetry_of_state_graph(const MachineSystem& system, const std::string& what) {
  const Symmetry symmetry = system.symmetry();
  const Exploration all = explore(system);
  const std::vector<std::string> states(all.seen.begin(), all.seen.end());
  std::map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < states.size(); ++i) number[states[i]] = i;
  std::vector<std::size_t> orbit(states.size());
  std::iota(orbit.begin(), orbit.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (orbit[i] != i) i = orbit[i];
    return i;
  };
  const auto generator = system.generator();
  const auto behind = [&](const std::string& state) {
    Successors steps;
    generator->successors(view_of(state), steps);
    std::multiset<std::string> made;
    for (std::size_t i = 0; i < steps.size(); ++i) made.insert(bytes_of(steps[i].state));
    return made;
  };
  const auto actor = symmetry.actor();
  for (const Permutation& permutation : symmetry.group.generators()) {
    const auto permuted = [&](const std::string& state) {
      std::string made(state.size(), '\0');
      actor->permute(view_of(state), permutation, reinterpret_cast<std::uint8_t*>(made.data()));
      return made;
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::string image = permuted(states[i]);
      ASSERT_TRUE(number.contains(image)) << what;
      orbit[find(number[image])] = find(i);
      std::multiset<std::string> images;
      for (const std::string& next : behind(states[i])) images.insert(permuted(next));
      ASSERT_EQ(images, behind(image)) << what;
    }
  }
  std::size_t orbits = 0;
  for (std::size_t i = 0; i < orbit.size(); ++i) orbits += orbit[i] == i ? 1 : 0;
  const Orbits found = explore_orbits(system, "canonical");
  EXPECT_EQ(found.states, orbits) << what;
  EXPECT_EQ(found.represented, std::to_string(all.states)) << what;
}

}  // namespace quotient::bmethod::test
