#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "search/segment/segment.hpp"
#include "symmetry/group/big_number.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// How many states those that a search has stored stand for. Of parts of a search (threads, ranks, what went before a
/// restart) it is the sum.
class OrbitTally {
 public:
  /// Nothing was counted.
  OrbitTally() : states_(BigNumber()) {}
  /// What was counted by these key functions; where there are none, each state stands for itself.
  OrbitTally(std::span<const std::unique_ptr<KeyFunction>> key_functions, std::uint64_t states);

  /// Where one of two is not known, neither is the sum.
  void merge(const OrbitTally& other);
  /// Decimal; empty where keys and orbits are not the same, so that it is not known.
  std::string text() const { return states_ ? states_->to_string() : std::string(); }

  void save(SegmentWriter& out) const;
  /// Errors are reported by the reader.
  void load(SegmentReader& in);

 private:
  std::optional<BigNumber> states_;
};

}  // namespace quotient
