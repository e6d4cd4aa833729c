#pragma once

#include <cstdint>
#include <initializer_list>

#include "search/segment/segment.hpp"

namespace quotient {

/// What a moment (Journal::mark) begins with, whichever search has written it. Behind it come coverage, growth,
/// violations, arrivals that wait for later levels, when a search for infinite runs judges next, and the marks of
/// partial orders.
struct MomentFigures {
  std::uint64_t depth = 0;          // of the level that comes next
  std::uint64_t max_depth = 0;      // of the last one that was explored
  std::uint64_t ordered_depth = 0;  // up to here states have the parents with the least orders
  bool cut = false;                 // steps beyond the limit of depth were left out
  std::uint64_t transitions = 0, expanded = 0, flooded = 0, partly_expanded = 0, provisos = 0;
  double seconds = 0;

  /// Whether every parent so far depends on the model alone. Levels may be empty, so that it is the last one that was
  /// explored that counts.
  bool is_in_order() const { return depth == 0 || ordered_depth > max_depth; }

  void save(SegmentWriter& out) const {
    for (const std::uint64_t number : {depth, max_depth, ordered_depth}) out.put(number);
    out.put(static_cast<std::uint8_t>(cut));
    for (const std::uint64_t count : {transitions, expanded, flooded, partly_expanded, provisos}) out.put(count);
    out.put(seconds);
  }
  /// Errors are reported by the reader.
  void load(SegmentReader& in) {
    for (std::uint64_t* number : {&depth, &max_depth, &ordered_depth}) *number = in.get<std::uint64_t>();
    cut = in.get<std::uint8_t>() != 0;
    for (std::uint64_t* count : {&transitions, &expanded, &flooded, &partly_expanded, &provisos})
      *count = in.get<std::uint64_t>();
    seconds = in.get<double>();
  }
};

}  // namespace quotient
