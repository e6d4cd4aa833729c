#pragma once

#include "model/parity_game.hpp"
#include "search/search.hpp"

namespace quotient {

/// Decides a parity game whose positions are the states of `system`: `violated` where it does not hold from the initial
/// one. Where nothing but one position is to be found this is a search for it; else all positions are explored, with
/// one thread, and the game on them is solved. With a reduction positions that it takes for one are one; `orbits` then
/// make a play of real steps out of one of representatives.
Result decide_game(const System& system, const ParityGame& game, const SearchOptions& options);

}  // namespace quotient
