#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/group/permutation.hpp"

namespace quotient {

/// Steps of a system that a group takes to one another, each as the places (statements, summands) that coverage counts
/// and that the step may come to.
///
/// A search up to symmetry takes only some steps of an orbit. Where one of them was taken, so were the others in states
/// that the search did not look at: their places are reached as well.
struct StepOrbit {
  std::vector<std::vector<std::uint32_t>> steps;
  /// The first place of each step is one that no step of another orbit has: that it was reached tells that the step was
  /// taken, and all of them were. False where steps hold several ways to go, where there is no such place (steps of
  /// like processes of which only some are interchangeable, statements that are part of several steps), and where the
  /// group is only a part of the one meant here.
  bool certain = true;
};

/// A step as a vertex of the graph whose automorphisms are the group.
struct StepVertex {
  Point vertex = 0;
  std::vector<std::uint32_t> places;
  std::uint32_t code = 0;  // in the text of the model: equal for the same step of several processes
  bool one_way = true;     // it comes to all of its places
};

/// The orbits of more than one step, under the group that the permutations of vertices generate.
std::vector<StepOrbit> step_orbits(std::span<const StepVertex> steps, std::span<const Permutation> generators);

/// What a search that looks at one state of every orbit did not come to, and is reached all the same.
struct ReachedBySymmetry {
  std::vector<std::uint32_t> surely;
  std::vector<std::uint32_t> perhaps;  // no other place is reached
};
ReachedBySymmetry reached_by_symmetry(std::span<const StepOrbit> orbits, std::span<const std::uint8_t> coverage);

}  // namespace quotient
