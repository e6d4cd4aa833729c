#pragma once

#include <cstdint>

#include "ltl/automaton.hpp"

namespace quotient::ltl {

/// The automaton that accepts a word iff some choice of the hidden propositions (bit i is proposition i) makes one that
/// `automaton` accepts. States from which every word is accepted by staying among accepting states become terminal.
Automaton hide(const Automaton& automaton, std::uint64_t hidden);

}  // namespace quotient::ltl
