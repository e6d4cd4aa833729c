#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/diagnostics.hpp"
#include "symmetry/group/permutation.hpp"

namespace quotient {

/// "(1 2)(a b c)" in the given names of the points; the identity is "()". There must be a name for every point.
std::string cycle_notation(const Permutation& permutation, std::span<const std::string> names);
/// With the points' numbers for names.
std::string cycle_notation(const Permutation& permutation);

/// Reads what cycle_notation writes; commas may separate points, blanks and line breaks are free, a cycle of one point
/// is allowed. A name may itself hold balanced brackets, as in "(client(1) client(2))", and blanks and commas within
/// them. What is wrong is reported at its place and gives nothing.
std::optional<Permutation> parse_cycle_notation(const SourceMap& sources, SourceRange range,
                                                std::span<const std::string> names, Diagnostics& diagnostics);

}  // namespace quotient
