#pragma once

#include <functional>

#include "symmetry/group/group.hpp"

namespace quotient {

/// Called with one element after the other; returns false to stop.
using VisitElement = std::function<bool(const Permutation&)>;

/// Visits every element once, the identity first, storing none. Returns whether it went through. A step costs about
/// `degree` operations.
bool for_each_element(const Group& group, const VisitElement& visit);

/// Visits one element of every right coset H·g of a subgroup H, the identity (for H itself) first, storing none.
/// Returns whether it went through. A branch of the search is cut as soon as no element in it can be the least of its
/// coset, so the work is mostly that for the cosets, not for all elements.
bool for_each_right_coset(const Group& group, const Group& subgroup, const VisitElement& visit);

}  // namespace quotient
