#pragma once

#include <optional>
#include <string>

#include "lts/annotation.hpp"
#include "lts/lts.hpp"

namespace quotient {

/// Undoes a reduction, section 10 of [Adyanthaya 2010]: the system that an annotated quotient stands for, from its
/// labels alone. A system without annotations is returned as it is. The initial state is one that no permutation moves,
/// as in all quotients of specifications. Where something is wrong with the labels, or there would be more than
/// `most_states`, `problem` says so. A permutation that leaves a state alone must take its steps to steps of it: else
/// no system has this quotient.
std::optional<Lts> expand(const Lts& quotient, AnnotationProblem& problem, std::uint64_t most_states = 0xffff'fff0);

}  // namespace quotient
