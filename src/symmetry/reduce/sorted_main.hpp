#pragma once

#include <memory>
#include <string>
#include <vector>

#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Blocks in the order of what one array, the main array, says of them; ties as they fall (`--symmetry sorted-main`, as
/// SymmSpin does). Complete; an orbit has several keys.
///
/// Each family has a main array: the one of that name where it has it, else the first global array of plain values, or
/// where there is none the control locations. Nothing is returned where no family has an array of that name.
std::unique_ptr<Reduction> sorted_main_reduction(std::unique_ptr<Scheme> scheme, const std::string& main_array);

/// The arrays that can be one.
std::vector<std::string> main_array_candidates(const Scheme& scheme);

}  // namespace quotient
