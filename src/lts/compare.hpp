#pragma once

#include <string>
#include <vector>

#include "lts/lts.hpp"

namespace quotient {

/// Whether two systems are the same in some sense, and if not, how they can be told apart, line by line.
struct Comparison {
  bool equal = false;
  std::vector<std::string> reason;
};

/// Whether there are numbers for the states of both at once. Else they cannot be compared.
bool can_be_compared(const Lts& first, const Lts& second);

/// The same but for the numbers of states.
Comparison compare_isomorphic(const Lts& first, const Lts& second);
/// Strongly bisimilar: each step of one can be answered by the other, for ever.
Comparison compare_bisimilar(const Lts& first, const Lts& second);
/// Branching bisimilar: tau need not be answered where it changes nothing. Divergence is not seen.
Comparison compare_branching_bisimilar(const Lts& first, const Lts& second);
/// Whether the same sequences of steps other than tau are possible; else a shortest that only one of them has.
Comparison compare_weak_traces(const Lts& first, const Lts& second);
/// Bisimilar under permutations (section 9 of [Adyanthaya 2010]): s and t̄ are related by a permutation π that takes s
/// to t̄, a step of s by a step of t̄ whose annotation gives the permutation of what follows. That is a bisimulation
/// between the systems that the annotations stand for, and decided on these. `problem` says what is wrong with
/// annotations.
Comparison compare_under_permutations(const Lts& first, const Lts& second, std::string& problem);

}  // namespace quotient
