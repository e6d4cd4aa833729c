#pragma once

#include <deque>
#include <optional>

#include "search/search.hpp"

namespace quotient {

/// Guesses how long a search will still take. Nobody knows how many states are left; but once fewer and fewer wait to
/// be explored, and have done so for a while, that they will be used up at this pace is a fair guess.
class Outlook {
 public:
  /// The next report of the search, and the seconds left, where there is something to guess from.
  std::optional<double> add(const Progress& progress);

 private:
  struct Sample {
    double seconds;
    double waiting;
  };
  std::deque<Sample> samples_;  // of the last few seconds
  double most_ = 0;
};

}  // namespace quotient
