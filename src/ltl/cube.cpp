#include "ltl/cube.hpp"

#include <algorithm>

namespace quotient::ltl {

namespace {

/// Tautology checking is hard in general. The labels of an automaton are easy; this bounds the rest.
constexpr int most_splits = 2000;
/// Making a cover irredundant compares each cube with all others.
constexpr std::size_t largest_minimised = 400;

bool covered_within(Cube cube, std::span<const Cube> cover, int& splits) {
  std::vector<Cube> meeting;
  for (const Cube other : cover) {
    if (implies(cube, other)) return true;
    if ((cube & other).consistent()) meeting.push_back(other);
  }
  // A single cube that does not contain it cannot cover it; two can, if one proposition tells them apart.
  if (meeting.size() < 2 || --splits < 0) return false;
  const std::uint64_t decided = cube.positive | cube.negative;
  std::uint64_t asked_positive = 0, asked_negative = 0;
  for (const Cube other : meeting) {
    asked_positive |= other.positive & ~decided;
    asked_negative |= other.negative & ~decided;
  }
  const std::uint64_t both_ways = asked_positive & asked_negative;
  if (both_ways == 0) return false;  // falsify each remaining literal: none of the cubes holds there
  const std::uint64_t split = both_ways & (~both_ways + 1);
  return covered_within(cube & Cube{split, 0}, meeting, splits) &&
         covered_within(cube & Cube{0, split}, meeting, splits);
}

}  // namespace

bool covered(Cube cube, std::span<const Cube> cover) {
  int splits = most_splits;
  return covered_within(cube, cover, splits);
}

void minimise(std::vector<Cube>& cover) {
  // Large cubes first: they are the ones to keep.
  const auto larger = [](Cube a, Cube b) { return a.size() != b.size() ? a.size() < b.size() : a < b; };
  std::sort(cover.begin(), cover.end(), larger);
  cover.erase(std::unique(cover.begin(), cover.end()), cover.end());
  if (cover.size() > largest_minimised) return;

  for (Cube& cube : cover) {
    for (std::uint64_t rest = cube.positive | cube.negative; rest != 0; rest &= rest - 1) {
      const std::uint64_t literal = rest & (~rest + 1);
      const Cube wider{cube.positive & ~literal, cube.negative & ~literal};
      if (covered(wider, cover)) cube = wider;
    }
  }
  std::sort(cover.begin(), cover.end(), larger);
  cover.erase(std::unique(cover.begin(), cover.end()), cover.end());
  for (std::size_t i = cover.size(); i-- > 0;) {
    const Cube cube = cover[i];
    cover.erase(cover.begin() + static_cast<std::ptrdiff_t>(i));
    if (!covered(cube, cover)) cover.insert(cover.begin() + static_cast<std::ptrdiff_t>(i), cube);
  }
  std::sort(cover.begin(), cover.end());
}

}  // namespace quotient::ltl
