#include "ltl/simulation.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "ltl/acceptance.hpp"

namespace quotient::ltl {

namespace {

using Transition = GeneralisedAutomaton::Transition;

auto order_key(const Transition& t) { return std::tuple(t.target.value, t.marks, t.label); }

bool at_least(Marks better, Marks worse) { return (worse & ~better) == 0; }

/// Whether the transitions `answers` give, for every letter of `step`, one that is at least as good.
bool answered(const Transition& step, const std::vector<Transition>& answers, const Simulation& simulation,
              std::vector<Cube>& scratch) {
  scratch.clear();
  for (const Transition& answer : answers) {
    if (!at_least(answer.marks, step.marks) || !simulation.below(step.target.value, answer.target.value)) continue;
    if (implies(step.label, answer.label)) return true;
    if ((step.label & answer.label).consistent()) scratch.push_back(answer.label);
  }
  return scratch.size() > 1 && covered(step.label, scratch);
}

/// Each state becomes the least of those equivalent to it; of its transitions only the best stay. Taking those of one
/// representative is enough: it can answer whatever its equals do.
void merge_equivalent(GeneralisedAutomaton& automaton, const Simulation& simulation) {
  const auto size = static_cast<std::uint32_t>(automaton.states.size());
  std::vector<std::uint32_t> representative(size);
  for (std::uint32_t a = 0; a < size; ++a) {
    std::uint32_t b = 0;
    while (!simulation.below(a, b) || !simulation.below(b, a)) ++b;
    representative[a] = b;
  }
  std::vector<Cube> scratch;
  for (std::uint32_t state = 0; state < size; ++state) {
    auto& out = automaton.states[state];
    if (representative[state] != state) {
      out.clear();
      continue;
    }
    for (Transition& transition : out) transition.target.value = representative[transition.target.value];
    // Narrow labels first: where two would do, the wide one is the one to keep.
    std::sort(out.begin(), out.end(), [](const Transition& a, const Transition& b) {
      const int size_a = a.label.size(), size_b = b.label.size();
      return size_a != size_b ? size_a > size_b : order_key(a) < order_key(b);
    });
    for (std::size_t i = 0; i < out.size();) {
      const Transition step = out[i];
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
      if (answered(step, out, simulation, scratch)) continue;
      out.insert(out.begin() + static_cast<std::ptrdiff_t>(i), step);
      ++i;
    }
  }
  automaton.initial.value = representative[automaton.initial.value];
}

GeneralisedAutomaton reversed(const GeneralisedAutomaton& automaton) {
  GeneralisedAutomaton result;
  result.condition_count = automaton.condition_count;
  result.initial = automaton.initial;
  result.states.resize(automaton.states.size());
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
    for (const Transition& transition : automaton.states[state]) {
      result.states[transition.target.value].push_back({transition.label, {state}, transition.marks});
    }
  }
  return result;
}

}  // namespace

Simulation direct_simulation(const GeneralisedAutomaton& automaton, const std::vector<Marks>& kinds) {
  const auto size = static_cast<std::uint32_t>(automaton.states.size());
  Simulation simulation(size, true);
  for (std::uint32_t a = 0; a < kinds.size(); ++a) {
    for (std::uint32_t b = 0; b < kinds.size(); ++b) {
      if (!at_least(kinds[b], kinds[a])) simulation.separate(a, b);
    }
  }
  // Successors first: what separates them is then seen in the same sweep.
  const Components components = components_of(automaton);
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return components.of[a] < components.of[b]; });
  std::vector<Cube> scratch;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t a : order) {
      for (const std::uint32_t b : order) {
        if (a == b || !simulation.below(a, b)) continue;
        const bool can = std::all_of(automaton.states[a].begin(), automaton.states[a].end(), [&](const Transition& t) {
          return answered(t, automaton.states[b], simulation, scratch);
        });
        if (can) continue;
        simulation.separate(a, b);
        changed = true;
      }
    }
  }
  return simulation;
}

void reduce_forward(GeneralisedAutomaton& automaton) { merge_equivalent(automaton, direct_simulation(automaton, {})); }

void reduce_backward(GeneralisedAutomaton& automaton, bool on_states) {
  GeneralisedAutomaton mirror = reversed(automaton);
  std::vector<Marks> kinds(automaton.states.size(), 0);
  for (std::size_t state = 0; state < kinds.size(); ++state) {
    if (on_states && !automaton.states[state].empty()) kinds[state] = automaton.states[state][0].marks;
  }
  kinds[automaton.initial.value] |= Marks{1} << 63;  // the conditions are fewer where this is used: see translate.cpp
  merge_equivalent(mirror, direct_simulation(mirror, kinds));
  automaton = reversed(mirror);
}

void sharpen_labels(GeneralisedAutomaton& automaton) {
  const Simulation simulation = direct_simulation(automaton, {});
  const auto no_worse = [&](const Transition& better, const Transition& worse) {
    return at_least(better.marks, worse.marks) && simulation.below(worse.target.value, better.target.value);
  };
  for (auto& out : automaton.states) {
    // Letters are taken away in favour of a transition as it was. It may have lost them too, but only to one still
    // better, or as good and earlier: for each letter the best one keeps it.
    const std::vector<Transition> before = out;
    const auto gives_way = [&](std::size_t i, std::size_t j) {
      return i != j && no_worse(before[j], before[i]) && (j < i || !no_worse(before[i], before[j]));
    };
    for (std::size_t i = 0; i < out.size(); ++i) {
      Cube& label = out[i].label;
      for (std::size_t j = 0; j < out.size(); ++j) {
        if (!gives_way(i, j)) continue;
        const Cube extra{before[j].label.positive & ~label.positive, before[j].label.negative & ~label.negative};
        if (extra.size() != 1 || !(extra & label).consistent()) continue;
        label = label & Cube{extra.negative, extra.positive};
        j = SIZE_MAX;  // what was two literals apart may now be one: from the start again
      }
    }
  }
}

}  // namespace quotient::ltl
