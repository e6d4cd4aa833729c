#include "ltl/simulation.hpp"

#include <algorithm>
#include <map>
#include <tuple>

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
  std::vector<Cube> scratch;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t a = 0; a < size; ++a) {
      for (std::uint32_t b = 0; b < size; ++b) {
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

void reduce_bisimilar(GeneralisedAutomaton& automaton) {
  const std::size_t size = automaton.states.size();
  std::vector<std::uint32_t> block(size, 0);
  std::size_t blocks = 1;
  while (true) {
    using Signature = std::pair<std::uint32_t, std::vector<std::tuple<std::uint32_t, Marks, Cube>>>;
    std::map<Signature, std::uint32_t> numbers;
    std::vector<std::uint32_t> finer(size);
    for (std::size_t state = 0; state < size; ++state) {
      Signature signature{block[state], {}};
      for (const Transition& t : automaton.states[state]) {
        signature.second.emplace_back(block[t.target.value], t.marks, t.label);
      }
      std::sort(signature.second.begin(), signature.second.end());
      signature.second.erase(std::unique(signature.second.begin(), signature.second.end()), signature.second.end());
      const auto next = static_cast<std::uint32_t>(numbers.size());
      finer[state] = numbers.emplace(std::move(signature), next).first->second;
    }
    const bool stable = numbers.size() == blocks;
    blocks = numbers.size();
    block = std::move(finer);
    if (stable) break;
  }
  std::vector<std::vector<Transition>> merged(blocks);
  std::vector<bool> done(blocks, false);
  for (std::size_t state = 0; state < size; ++state) {
    if (done[block[state]]) continue;
    done[block[state]] = true;
    auto& out = merged[block[state]];
    for (Transition t : automaton.states[state]) {
      t.target.value = block[t.target.value];
      if (std::find(out.begin(), out.end(), t) == out.end()) out.push_back(t);
    }
  }
  automaton.states = std::move(merged);
  automaton.initial.value = block[automaton.initial.value];
}

void minimise_labels(GeneralisedAutomaton& automaton) {
  for (auto& out : automaton.states) {
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return order_key(a) < order_key(b); });
    std::vector<Transition> merged;
    for (std::size_t first = 0; first < out.size();) {
      std::vector<Cube> labels;
      std::size_t last = first;
      for (; last < out.size() && out[last].target == out[first].target && out[last].marks == out[first].marks;
           ++last) {
        labels.push_back(out[last].label);
      }
      minimise(labels);
      for (const Cube label : labels) merged.push_back({label, out[first].target, out[first].marks});
      first = last;
    }
    out = std::move(merged);
  }
}

void sharpen_labels(GeneralisedAutomaton& automaton) {
  const Simulation simulation = direct_simulation(automaton, {});
  for (auto& out : automaton.states) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (std::size_t j = 0; j < out.size(); ++j) {
        Transition& worse = out[i];
        const Transition& better = out[j];
        if (i == j || !at_least(better.marks, worse.marks)) continue;
        if (!simulation.below(worse.target.value, better.target.value)) continue;
        const Cube extra{better.label.positive & ~worse.label.positive, better.label.negative & ~worse.label.negative};
        if (extra.size() != 1 || !(extra & worse.label).consistent()) continue;
        worse.label = worse.label & Cube{extra.negative, extra.positive};
      }
    }
  }
}

}  // namespace quotient::ltl
