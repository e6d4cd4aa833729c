#include "ltl/reduce.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "ltl/simulation.hpp"

namespace quotient::ltl {

namespace {

using Transition = GeneralisedAutomaton::Transition;

auto goal_first(const Transition& t) { return std::tuple(t.target.value, t.marks, t.label); }

/// Merges states with the same transitions, up to merged targets. Cheap, where simulation is quadratic.
void merge_bisimilar(GeneralisedAutomaton& automaton) {
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
      out.push_back(t);
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return goal_first(a) < goal_first(b); });
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  automaton.states = std::move(merged);
  automaton.initial.value = block[automaton.initial.value];
}

/// Says the labels between two states with as few cubes as possible.
void minimise_labels(GeneralisedAutomaton& automaton) {
  for (auto& out : automaton.states) {
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return goal_first(a) < goal_first(b); });
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

}  // namespace

std::pair<std::size_t, std::size_t> size_of(const GeneralisedAutomaton& automaton) {
  return {automaton.states.size(), automaton.transition_count()};
}

/// Finding the fewest marks is quadratic too.
void normalise(GeneralisedAutomaton& automaton, Acceptance acceptance, Marking marking) {
  if (automaton.transition_count() > most_simulated) marking = Marking::most;
  if (acceptance == Acceptance::on_states) {
    normalise_accepting_states(automaton, marking);
  } else {
    normalise_marks(automaton, marking);
    drop_conditions(automaton);
  }
}

/// All reductions in turn, until none finds anything.
void reduce(GeneralisedAutomaton& automaton, Acceptance acceptance) {
  trim(automaton);
  minimise_labels(automaton);
  auto size = size_of(automaton);
  while (true) {
    for (const Marking marking : {Marking::fewest, Marking::most}) {
      normalise(automaton, acceptance, marking);
      merge_bisimilar(automaton);
      if (automaton.transition_count() <= most_simulated) {
        reduce_forward(automaton);
        trim(automaton);
        normalise(automaton, acceptance, marking);
        reduce_backward(automaton, acceptance == Acceptance::on_states);
      }
      trim(automaton);
      minimise_labels(automaton);
    }
    const auto smaller = size_of(automaton);
    if (smaller == size) return;
    size = smaller;
  }
}

}  // namespace quotient::ltl
