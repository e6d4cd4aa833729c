#pragma once

#include <vector>

#include "temporal/formula.hpp"

namespace quotient::temporal {

/// A part of a lowered linear formula, and a formula to be checked instead: if that holds, the part makes no difference
/// [Beer et al. 2001], [Kupferman & Vardi 2003].
struct Weakening {
  NodeId part = 0;  // in the tree of the formula
  Tree instead;
  bool is_proposition = false;
};

/// First what must hold now and then for the formula to ask for anything: `a` in `G (a => b)`, and in what is put
/// together from such by `&` and inside of b, and whatever stands before an arrow and is temporal itself; `instead` is
/// the formula with b false. Then the propositions at each of their places, as long as they stand there with one sign:
/// `instead` is the formula with false in its place, or, behind a negation, with true. Only of parts that stand in the
/// text, each once: what a quantifier has made several of is no part of its own.
std::vector<Weakening> weakenings_of(const Tree& formula);

}  // namespace quotient::temporal
