#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model/successors.hpp"
#include "symmetry/group/big_number.hpp"
#include "symmetry/group/permutation.hpp"
#include "symmetry/reduce/cell_code.hpp"
#include "symmetry/reduce/cell_work.hpp"

namespace quotient {

/// What stands for a state in the store.
struct Key {
  StateView bytes;           // need not be a state; valid until the next call
  std::uint32_t weight = 0;  // handed back to `count`; for the reduction alone to understand
};

/// How a state is taken to the key of its orbit.
struct Normalisation {
  Permutation to_key;
  BigNumber stabiliser;  // how many permutations leave the state alone
};

/// Computes keys. One for each thread: it owns scratch memory.
class KeyFunction {
 public:
  virtual ~KeyFunction() = default;
  /// States with equal keys count as one. A function of the state alone: what was asked before must not matter.
  virtual Key key(StateView state) = 0;
  /// A key with this weight turned out to be new.
  virtual void count(std::uint32_t weight) = 0;
  /// How many states those that were counted represent: the sum of the sizes of their orbits. Nullopt where keys and
  /// orbits are not the same.
  virtual std::optional<BigNumber> represented() const { return std::nullopt; }
  /// How often a state was gone through so far: read, coloured or permuted once. The same for the same states in the
  /// same order, whatever code does it, so that what is decided by it does not depend on the machine. Nullopt where
  /// nobody counts.
  virtual std::optional<std::uint64_t> passes() const { return std::nullopt; }

  /// The way from a state to its key, which stands in `key` afterwards. Returns nullopt unless keys are permuted
  /// states, one for every orbit.
  virtual std::optional<Normalisation> normalise(StateView, std::vector<std::uint8_t>& /* key */) {
    return std::nullopt;
  }

  enum class Entered : std::uint8_t { fresh, known, refused };
  using Enter = std::function<Entered(StateView)>;
  /// Of a reduction that floods: a new state is to be explored, and these are the others that need not be. Returns
  /// false where one was refused.
  virtual bool flood(StateView, const Enter&) { return true; }
};

/// What code could do for key functions of a reduction, and where they look for it.
struct CellsToWrite {
  CellWork work;
  CellCode* code;
};

/// Merges states that need not be told apart: the search keeps one key for all of them, and explores the first that it
/// met. Every step that it takes is thus a step of the model, and a counterexample needs no translation. Immutable,
/// shared by all threads.
class Reduction {
 public:
  virtual ~Reduction() = default;
  /// The key function must not outlive the reduction.
  virtual std::unique_ptr<KeyFunction> key_function() const = 0;
  /// False: states may be lost, and the absence of violations proves nothing. True: every key is a state of the orbit
  /// that it stands for, so that it has lasting bytes like any other state.
  virtual bool exact() const = 0;
  /// Whether the store is to have more than the keys of explored states: `flood` is then called for each of these, by
  /// one thread, since what is seen depends on what was seen before.
  virtual bool floods() const { return false; }
  /// Nullopt where its key functions read no cells, or in a way that no code is written for. Takes a moment.
  virtual std::optional<CellsToWrite> cells_to_write() const { return std::nullopt; }
};

}  // namespace quotient
