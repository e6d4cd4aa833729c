#pragma once

#include <cstdint>

#include "process/program.hpp"

namespace quotient {

/// Where infinite runs are judged by a claim that asks np_, each of the claim's control locations is there twice: the
/// second time for when the program stands still. As in pan, np_ is false from the second move on that the claim makes
/// alone: a run that comes to an end is no non-progress cycle. The location must remember it, since a program that
/// stands still looks like one that has just come to where it is.

/// Adds the second ones, with the same code, behind the others; `claim_needs_cycles` must be known. False where they
/// are too many for the cell that holds the location.
bool add_standing_locations(Program& program);

/// The first of them, which stands for location 0; 0 where there are none.
std::uint32_t first_standing_location(const Program& program);

}  // namespace quotient
