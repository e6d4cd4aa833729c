#pragma once

#include <functional>

#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// A reduction that notes what it costs and what it saves, for a search with one thread. Both must be known of the
/// reduction: its key functions count passes, and it knows which orbits there are.
class MeasuredReduction final : public Reduction {
 public:
  /// `reduction` must outlive it.
  explicit MeasuredReduction(const Reduction& reduction) : reduction_(reduction) {}

  /// What was measured so far.
  struct Figures {
    std::uint64_t asked = 0;   // keys
    std::uint64_t passes = 0;  // over states
    std::uint64_t orbits = 0;  // that were new
    double represented = 0;    // states, by the latter half of these orbits
    std::uint64_t latter = 0;  // how many that are
  };
  /// By the key function that there is, or else by the last one.
  Figures figures() const;

  std::unique_ptr<KeyFunction> key_function() const override;
  bool exact() const override { return reduction_.exact(); }
  bool floods() const override { return reduction_.floods(); }
  std::string represented(std::span<const std::unique_ptr<KeyFunction>> key_functions) const override;

  /// Whether it is known what a reduction costs and saves.
  static bool can_measure(const Reduction& reduction);

 private:
  class Measured;

  const Reduction& reduction_;
  mutable const Measured* measured_ = nullptr;
  mutable Figures last_;
};

}  // namespace quotient
