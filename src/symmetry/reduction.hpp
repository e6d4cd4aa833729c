#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "system/successors.hpp"

namespace quotient {

/// What stands for a state in the store.
struct Key {
  StateView bytes;           // need not be a state; valid until the next call
  std::uint32_t weight = 0;  // handed back to `count`; for the reduction alone to understand
};

/// Computes keys. One for each thread: it owns scratch memory.
class Keyer {
 public:
  virtual ~Keyer() = default;
  /// States with equal keys count as one. A function of the state alone: what was asked before must not matter.
  virtual Key key(StateView state) = 0;
  /// A key with this weight turned out to be new.
  virtual void count(std::uint32_t weight) = 0;
};

/// Merges states that need not be told apart: the search keeps one key for all of them, and explores the first that it
/// met. Every step that it takes is thus a step of the model, and a counterexample needs no translation. Immutable,
/// shared by all threads.
class Reduction {
 public:
  virtual ~Reduction() = default;
  /// The keyer must not outlive the reduction.
  virtual std::unique_ptr<Keyer> keyer() const = 0;
  /// False: states may be lost, and the absence of violations proves nothing.
  virtual bool exact() const = 0;
  /// How many states those that were counted stand for, as a decimal number: the sum of the sizes of their orbits.
  virtual std::string represented(std::span<const std::unique_ptr<Keyer>> keyers) const = 0;
};

}  // namespace quotient
