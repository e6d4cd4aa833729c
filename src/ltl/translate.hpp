#pragma once

#include <optional>
#include <string>

#include "ltl/automaton.hpp"
#include "ltl/formula.hpp"

namespace quotient::ltl {

struct TranslateOptions {
  /// Rewrite the formula first, and reduce the automaton afterwards. Off: the plain construction, for comparison.
  bool simplify = true;
  /// Bounds on automata before they are reduced: they can be exponentially larger than the formula.
  std::size_t most_states = 10'000;
  std::size_t most_transitions = 100'000;
};

struct Translation {
  Automaton automaton;
  /// The same words, before acceptance was put on states. For searches that handle several conditions at once.
  GeneralisedAutomaton generalised;
};

/// What came of a translation: the automata, or why there are none, in words for the user of the formula.
struct TranslationResult {
  std::optional<Translation> translation;
  std::string error;
};

/// A small Büchi automaton that accepts exactly the words that satisfy the formula. Depends on the formula alone, not
/// on what else its arena holds. Fails if the formula has propositions above 63, more than 64 different untils once
/// negations are pushed inwards, more than 1000 levels, or exceeds a limit.
TranslationResult translate(const Formulas& formulas, Formula formula, const TranslateOptions& options = {});

}  // namespace quotient::ltl
