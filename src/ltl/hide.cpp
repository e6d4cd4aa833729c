#include "ltl/hide.hpp"

#include <algorithm>
#include <vector>

namespace quotient::ltl {

namespace {

/// Accepting states that have, for every letter, a way to another such state: the largest set of them. Gives up on a
/// state where covering all letters takes too many case splits, which is safe.
std::vector<bool> accepting_everything(const Automaton& automaton) {
  std::vector<bool> in(automaton.states.size());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = automaton.states[i].accepting;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (!in[i]) continue;
      std::vector<Cube> ways;
      for (const Automaton::Transition& t : automaton.states[i].transitions) {
        if (in[t.target.value]) ways.push_back(t.label);
      }
      if (covered(Cube{}, ways)) continue;
      in[i] = false;
      changed = true;
    }
  }
  return in;
}

}  // namespace

Automaton hide(const Automaton& automaton, std::uint64_t hidden) {
  Automaton shown = automaton;
  for (Automaton::State& state : shown.states) {
    std::vector<Automaton::Transition> kept;
    for (Automaton::Transition t : state.transitions) {
      t.label.positive &= ~hidden;
      t.label.negative &= ~hidden;
      if (std::find(kept.begin(), kept.end(), t) == kept.end()) kept.push_back(t);
    }
    state.transitions = std::move(kept);
  }
  const std::vector<bool> everything = accepting_everything(shown);
  for (std::uint32_t i = 0; i < shown.states.size(); ++i) {
    if (!everything[i]) continue;
    shown.states[i].transitions = {{Cube{}, StateId{i}}};
    shown.states[i].terminal = true;
  }
  // Only what can still be reached, numbered in the order of reaching it.
  constexpr std::uint32_t unknown = 0xffff'ffff;
  std::vector<std::uint32_t> number(shown.states.size(), unknown);
  std::vector<std::uint32_t> order{0};
  number[0] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const Automaton::Transition& t : shown.states[order[i]].transitions) {
      if (number[t.target.value] != unknown) continue;
      number[t.target.value] = static_cast<std::uint32_t>(order.size());
      order.push_back(t.target.value);
    }
  }
  Automaton made;
  for (const std::uint32_t old : order) {
    made.states.push_back(std::move(shown.states[old]));
    for (Automaton::Transition& t : made.states.back().transitions) t.target.value = number[t.target.value];
  }
  return made;
}

}  // namespace quotient::ltl
