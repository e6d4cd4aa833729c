#pragma once

#include "ltl/automaton.hpp"
#include "ltl/components.hpp"

/// Which marks matter. Those that no accepted run can tell apart are brought into one form, so that states which differ
/// in nothing else become equal.
namespace quotient::ltl {

/// Many sets of marks accept the same runs. Which one to take; one choice can show states equal that another does not.
enum class Marking : std::uint8_t { fewest, most };

Components components_of(const GeneralisedAutomaton& automaton);

/// Removes the states that are not reachable or from which no word is accepted. The initial state always stays. States
/// are numbered in the order of a breadth-first search.
void trim(GeneralisedAutomaton& automaton);

/// Changes the marks, not what is accepted. In components where nothing is accepted, none is left; on transitions
/// between components, where marks mean nothing, there are none or all.
void normalise_marks(GeneralisedAutomaton& automaton, Marking marking);

/// The same for automata with one condition in which all transitions of a state agree: they still do afterwards.
void normalise_accepting_states(GeneralisedAutomaton& automaton, Marking marking);

/// Leaves out conditions that follow from others.
void drop_conditions(GeneralisedAutomaton& automaton);

}  // namespace quotient::ltl
