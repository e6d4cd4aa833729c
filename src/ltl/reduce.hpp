#pragma once

#include <utility>

#include "ltl/acceptance.hpp"
#include "ltl/automaton.hpp"

namespace quotient::ltl {

/// Quadratic reductions compare all pairs of transitions, many times over. Automata with more do without.
constexpr std::size_t most_simulated = 3000;

/// On states: there is one condition, and all transitions of a state carry the same marks.
enum class Acceptance : std::uint8_t { on_transitions, on_states };

/// States, then transitions.
std::pair<std::size_t, std::size_t> size_of(const GeneralisedAutomaton& automaton);

/// Brings the marks into one of their normal forms, and leaves out conditions that follow from others.
void normalise(GeneralisedAutomaton& automaton, Acceptance acceptance, Marking marking);

/// Makes an automaton smaller that accepts the same words, by all means there are, in turn, until none finds anything.
void reduce(GeneralisedAutomaton& automaton, Acceptance acceptance);

}  // namespace quotient::ltl
