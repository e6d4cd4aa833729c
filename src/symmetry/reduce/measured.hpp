#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// A reduction of which one key function, the first, notes what it costs and what it saves. The others are those of the
/// reduction itself.
class MeasuredReduction final : public Reduction {
 public:
  /// `reduction` must outlive it, and be one that `can_measure`.
  explicit MeasuredReduction(const Reduction& reduction) : reduction_(reduction) {}

  /// How far the key function has come. To be asked by its thread.
  struct Progress {
    std::uint64_t orbits = 0;  // that were new
    std::uint64_t passes = 0;  // over states
  };
  Progress progress() const;
  struct Figures {
    Progress progress;
    std::uint64_t asked = 0;   // keys
    double represented = 0;    // states, by the latter half of the orbits
    std::uint64_t latter = 0;  // how many that are
  };
  /// Not for every state: takes a moment. All are 0 before there is a key function, and after its end.
  Figures figures() const;

  std::unique_ptr<KeyFunction> key_function() const override;
  bool exact() const override { return reduction_.exact(); }
  bool floods() const override { return reduction_.floods(); }
  std::optional<CellsToWrite> cells_to_write() const override { return reduction_.cells_to_write(); }

  /// Whether it is known what a reduction costs and saves.
  static bool can_measure(const Reduction& reduction);

 private:
  class Measured;

  const Reduction& reduction_;
  // Of the first key function, which the one thread makes that a search begins with.
  mutable bool is_made_ = false;
  mutable const Measured* measured_ = nullptr;
};

}  // namespace quotient
