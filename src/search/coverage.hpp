#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/segment/segment.hpp"

namespace quotient {

/// Which places of a model were reached, by any of several generators: StepGenerator::coverage.
class Coverage {
 public:
  void merge(std::span<const std::uint8_t> reached) {
    if (reached.size() > places_.size()) places_.resize(reached.size(), 0);
    for (std::size_t i = 0; i < reached.size(); ++i) places_[i] |= reached[i];
  }
  void merge(const Coverage& other) { merge(other.places_); }
  const std::vector<std::uint8_t>& places() const { return places_; }

  void save(SegmentWriter& out) const { out.put_bytes(places_); }
  /// Errors are reported by the reader.
  void load(SegmentReader& in) { places_ = in.get_bytes(in.left()); }

 private:
  std::vector<std::uint8_t> places_;
};

}  // namespace quotient
