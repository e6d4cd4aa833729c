#include "ltl/automaton.hpp"

#include <fmt/format.h>

#include "ltl/components.hpp"

namespace quotient::ltl {

std::size_t GeneralisedAutomaton::transition_count() const {
  std::size_t count = 0;
  for (const auto& out : states) count += out.size();
  return count;
}

std::size_t Automaton::transition_count() const {
  std::size_t count = 0;
  for (const State& state : states) count += state.transitions.size();
  return count;
}

namespace {

Components components_of(const Automaton& automaton) {
  Adjacency successors(automaton.states.size());
  for (std::size_t i = 0; i < successors.size(); ++i) {
    for (const auto& transition : automaton.states[i].transitions) successors[i].push_back(transition.target.value);
  }
  return strong_components(successors);
}

}  // namespace

bool Automaton::is_safety_of_negation() const {
  const Components components = components_of(*this);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].accepting && !states[i].terminal && components.cyclic[components.of[i]]) return false;
  }
  return true;
}

bool Automaton::is_deterministic() const {
  for (const State& state : states) {
    for (std::size_t i = 0; i < state.transitions.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Transition &a = state.transitions[i], &b = state.transitions[j];
        if (a.target != b.target && (a.label & b.label).consistent()) return false;
      }
    }
  }
  return true;
}

std::vector<bool> recurrent_states(const Automaton& automaton) {
  const Components components = components_of(automaton);
  std::vector<bool> accepting(components.count(), false), recurrent;
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    const std::uint32_t component = components.of[i];
    if (automaton.states[i].accepting && components.cyclic[component]) accepting[component] = true;
  }
  for (const std::uint32_t component : components.of) recurrent.push_back(accepting[component]);
  return recurrent;
}

std::string text(Cube cube) {
  if (cube.is_true()) return "true";
  std::string out;
  for (std::uint32_t i = 0; i < most_propositions; ++i) {
    const bool positive = (cube.positive >> i & 1) != 0, negative = (cube.negative >> i & 1) != 0;
    if (!positive && !negative) continue;
    if (!out.empty()) out += " && ";
    out += fmt::format("{}p{}", negative ? "!" : "", i);
  }
  return out;
}

std::string text(const Automaton& automaton) {
  std::string out;
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    const Automaton::State& state = automaton.states[i];
    out += fmt::format("{}{}\n", i, state.terminal ? " terminal" : state.accepting ? " accepting" : "");
    for (const Automaton::Transition& transition : state.transitions) {
      out += fmt::format("  {} -> {}\n", text(transition.label), transition.target.value);
    }
  }
  return out;
}

}  // namespace quotient::ltl
