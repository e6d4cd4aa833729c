#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ltl/cube.hpp"

/// Automata over infinite words. A letter is the set of propositions that hold.
namespace quotient::ltl {

/// A state of one automaton, counted from 0.
struct StateId {
  std::uint32_t value = 0;
  friend bool operator==(StateId, StateId) = default;
};

/// A set of acceptance conditions of a generalised automaton; bit i is condition i.
using Marks = std::uint64_t;

/// A generalised Büchi automaton with acceptance on transitions: a run is accepted if it takes, for each condition,
/// infinitely many transitions that carry its mark.
struct GeneralisedAutomaton {
  struct Transition {
    Cube label;
    StateId target;
    Marks marks = 0;
    friend bool operator==(const Transition&, const Transition&) = default;
  };

  std::uint32_t condition_count = 0;
  StateId initial;
  std::vector<std::vector<Transition>> states;

  Marks all_marks() const { return condition_count == 64 ? ~Marks{0} : (Marks{1} << condition_count) - 1; }
  std::size_t transition_count() const;
};

/// A Büchi automaton: a run is accepted if it visits accepting states infinitely often. A state without a transition
/// for the letter at hand has no successor there. From every state, save that of the automaton that accepts nothing,
/// some word is accepted.
struct Automaton {
  struct Transition {
    Cube label;
    StateId target;
    friend bool operator==(const Transition&, const Transition&) = default;
  };
  struct State {
    std::vector<Transition> transitions;
    bool accepting = false;
    /// Accepting, with itself as successor for every letter: whoever comes here has seen enough of the word.
    bool terminal = false;
    friend bool operator==(const State&, const State&) = default;
  };

  std::vector<State> states;  // state 0 is the initial one

  static constexpr StateId initial{0};
  const State& operator[](StateId id) const { return states[id.value]; }
  std::size_t transition_count() const;
  /// No word is accepted.
  bool is_empty() const { return states[0].transitions.empty(); }
  /// Every accepted run ends in a terminal state: a word is accepted iff some finite prefix of it leads there. If the
  /// automaton was made from the negation of a formula, then that formula is a safety property, and searching for a
  /// reachable terminal state decides it. The converse need not hold.
  bool is_safety_of_negation() const;
  /// At most one successor for each state and letter.
  bool is_deterministic() const;

  friend bool operator==(const Automaton&, const Automaton&) = default;
};

/// For each state whether a run can come back to it again and again, and to an accepting state in between.
std::vector<bool> recurrent_states(const Automaton& automaton);

/// As people read it, one line for each state and transition, propositions as p0, p1, …
std::string text(const Automaton& automaton);
std::string text(Cube cube);

}  // namespace quotient::ltl
