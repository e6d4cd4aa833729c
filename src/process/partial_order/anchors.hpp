#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "process/instance.hpp"
#include "process/partial_order/effect_finder.hpp"
#include "process/program.hpp"

namespace quotient {

/// Finds the locations from which no step may be put before the others' where infinite runs matter
/// (Independence::Position::anchors): those with a step that may change what the claim or a label says, and of the
/// others so many that each circle of locations has one [Kurshan, Levin, Minea, Peled, Yenigün 1998]. Both depend on
/// the process alone, so that whatever is left out is a function of the program's state, never of the claim's
/// [Siegel 2019].
class AnchorFinder {
 public:
  AnchorFinder(const Program& program, const Instance& instance, const EffectFinder& finder);

  /// Whether nothing is known of what the claim sees.
  bool sees_everything() const { return everything_; }

  /// Of the locations of one process: those with a step that may be seen. `now`: what its steps from each do; `ends`:
  /// where these may end.
  std::vector<bool> seen_of(std::uint32_t pid, std::span<const Effects> now,
                            std::span<const std::vector<std::uint32_t>> ends) const;
  /// Adds so many locations that each circle has one.
  static void add_circles(std::span<const Effects> now, std::span<const std::vector<std::uint32_t>> ends,
                          std::vector<bool>& anchors);

 private:
  bool shows(std::uint32_t pid, std::uint32_t location, const Effects& now, std::uint32_t end) const;

  const Program& program_;
  const Instance& instance_;
  ThingSet seen_;  // by the claim
  Looks looks_;
  bool everything_ = false;
};

}  // namespace quotient
