#pragma once

#include <optional>
#include <span>

#include "ltl/automaton.hpp"

namespace quotient::ltl {

/// An automaton with one condition, in which all transitions of a state agree, that accepts the same words: a state and
/// how many conditions, in the given order, have been met since all were last met. [Gastin, Oddoux 2001]
///
/// Conditions are counted for each strongly connected component by itself: those that all its transitions meet are not
/// counted, and what was met before entering it is of no interest. [Babiak, Badie, Duret-Lutz, Křetínský, Strejček
/// 2013]
///
/// Nullopt if the result has more than `most_transitions`.
std::optional<GeneralisedAutomaton> degeneralise(const GeneralisedAutomaton& automaton,
                                                 std::span<const std::uint32_t> order, std::size_t most_transitions);

}  // namespace quotient::ltl
