#pragma once

#include <vector>

#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// A part of a formula, and what is to be checked in place of the formula to see whether the part makes any difference:
/// if `instead` holds, it makes none [Beer et al. 2001], [Kupferman & Vardi 2003].
struct Weakening {
  const Expression* part;  // within the formula
  LtlFormula instead;      // with the name and the place of the formula
  bool is_proposition = false;
};

/// First what must hold now and then for a formula to ask for anything: `a` in `[] (a -> b)`, and in what is put
/// together from such by && and inside of b, and whatever stands before an arrow and is temporal itself; `instead` says
/// that it never holds (that the formula holds with b false). Then the propositions at each of their places, as long as
/// they stand there with one sign: `instead` is the formula with false in its place, or, behind a negation, with true.
/// Replacing a part by anything makes a formula of which that one implies all.
std::vector<Weakening> weakenings_of(const LtlFormula& formula);

}  // namespace quotient::promela
