#pragma once

#include <memory>
#include <optional>

#include "symmetry/reduce/atom_colours.hpp"
#include "symmetry/reduction.hpp"
#include "symmetry/rename.hpp"
#include "symmetry/symmetry.hpp"

namespace quotient {

/// Tells which states some renaming takes to one another, and by which. Immutable, shared by all threads.
class StateOrbits {
 public:
  /// Null where the group is too large for `canonical`. `symmetry` must outlive it.
  static std::unique_ptr<StateOrbits> of(const Symmetry& symmetry);

  /// One key for every orbit, exactly.
  const Reduction& reduction() const { return *reduction_; }
  /// A renaming that takes one state to the other, where there is one. Takes its time: meant for a few states that are
  /// shown to people, not for a search.
  std::optional<Renaming> renaming(StateView from, StateView to) const;

 private:
  StateOrbits(const Symmetry& symmetry, std::unique_ptr<Reduction> reduction);

  const Symmetry& symmetry_;
  std::unique_ptr<Reduction> reduction_;
  AtomUnits units_;
};

}  // namespace quotient
