#pragma once

#include <deque>
#include <optional>

#include "search/search.hpp"

namespace quotient {

/// Estimates how long a breadth-first search will still take. How many states are left is unknown; but once several
/// levels in turn were smaller than the one before, and well below the largest, it is a fair guess that they go on
/// shrinking at that ratio. A search can grow again afterwards: nothing is said before that ratio is known, and nothing
/// of a search whose depth is none of levels.
class Outlook {
 public:
  /// The next report of the search, and the seconds left, if there is something to estimate from.
  std::optional<double> add(const Progress& progress);

 private:
  struct Sample {
    double seconds;
    double expanded;
  };
  void note_level(const Progress& progress);

  std::deque<Sample> samples_;  // of the last part of the search: how fast states are expanded
  std::deque<double> levels_;   // new states of the last levels
  double largest_ = 0;
  double states_before_ = 0;  // when the present level began
  std::optional<std::uint64_t> depth_;
  bool in_levels_ = true;
};

}  // namespace quotient
