#pragma once

#include "ltl/automaton.hpp"
#include "ltl/components.hpp"

/// Which marks matter. Those that no accepted run can tell apart are brought into one form, so that states which differ
/// in nothing else become equal.
namespace quotient::ltl {

/// What marks to put on transitions that no cycle contains, where they mean nothing.
enum class Passing : std::uint8_t { unmarked, marked };

Components components_of(const GeneralisedAutomaton& automaton);

/// Removes the states that are not reachable or from which no word is accepted. The initial state always stays. States
/// are numbered in the order of a breadth-first search.
void trim(GeneralisedAutomaton& automaton);

/// Makes the marks as many as they can be without changing what is accepted, except in components where nothing is:
/// there none is left; and on transitions between components, where `passing` decides.
void normalise_marks(GeneralisedAutomaton& automaton, Passing passing);

/// The same for automata with one condition in which all transitions of a state agree: they still do afterwards.
void normalise_accepting_states(GeneralisedAutomaton& automaton, Passing passing);

/// Leaves out conditions that follow from others.
void drop_conditions(GeneralisedAutomaton& automaton);

}  // namespace quotient::ltl
