#pragma once

#include <functional>
#include <memory>

#include "symmetry/action/actor_images.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// Tells which states are taken for one, and how one becomes the other. Immutable, shared by all threads.
class StateOrbits {
 public:
  /// Puts the image of a state into as many bytes.
  using Permuted = std::function<void(StateView, std::uint8_t*)>;

  virtual ~StateOrbits() = default;

  /// One key for every orbit, exactly.
  virtual const Reduction& reduction() const = 0;
  /// What takes one state to the other, and steps to steps; empty where nothing does. Takes its time: meant for a few
  /// states that are shown to people, not for a search. Must not outlive this, and is for one thread.
  virtual Permuted permutation(StateView from, StateView to) const = 0;

  /// How its permutations act on whoever takes steps; null where that is not known, and fairness of no use.
  virtual const ActorImages* actors() const { return nullptr; }

  /// Of a group. Null where it is too large for `canonical`. `symmetry` must outlive it.
  static std::unique_ptr<StateOrbits> of(const Symmetry& symmetry);
};

}  // namespace quotient
