#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "model/system.hpp"
#include "search/growth.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"

namespace quotient {

class Checkpoints;
class Transport;
class StateOrbits;
class Reduction;

/// Kinds of findings that count as violations; others are ignored.
class PropertySet {
 public:
  static PropertySet all() { return PropertySet(~0U); }
  static PropertySet none() { return PropertySet(0); }

  PropertySet& add(FindingKind kind) {
    bits_ |= bit(kind);
    return *this;
  }
  bool contains(FindingKind kind) const { return (bits_ & bit(kind)) != 0; }
  bool wants(Finding finding) const { return finding && contains(finding.kind); }

 private:
  explicit PropertySet(std::uint32_t bits) : bits_(bits) {}
  static std::uint32_t bit(FindingKind kind) { return 1U << static_cast<unsigned>(kind); }

  std::uint32_t bits_;
};

enum class SearchOrder { breadth_first, depth_first };

/// How states are kept. With anything but `exact` a search never says `verified`.
enum class StoreKind {
  exact,     // every state, compressed without loss
  compact,   // 48 bits of the hash of each state: two states may be taken for one
  bitstate,  // a few bits per state: many may
};

struct SearchOptions {
  SearchOrder order = SearchOrder::breadth_first;
  PropertySet properties = PropertySet::all();
  /// Go on after a violation, and count them all.
  bool all = false;
  /// Check what was explored against the generator once more.
  bool paranoid = false;
  Limits limits;
  /// Of a breadth-first search. The result does not depend on it. A depth-first search, and one with a bitstate store
  /// or a reduction that floods, has one thread.
  unsigned threads = 1;
  /// The same of each rank, where several search together.
  unsigned threads_of_rank = 1;
  /// While this says so, one thread explores. It is asked before each level; may be empty.
  std::function<bool()> by_one_thread;
  /// Levels with fewer states are explored by one thread: waking the others would cost more than they help.
  std::uint64_t smallest_shared_level = 256;
  /// How much of an order fits into a link, at most 31: with fewer bits parents tie more often. The result does not
  /// depend on it; for tests.
  unsigned order_bits = 31;
  /// While there are no more states than this, parents are put in order on the way, which costs time; beyond, only
  /// where states explored depend on it, and else in a second search that a violation is worth. The result does not
  /// depend on it.
  std::uint64_t ordered_states = std::uint64_t{1} << 16;
  /// Of a search for cycles that may choose how: a depth-first search looks at this many states first, for a cycle that
  /// is deep in there, and only beyond all are explored level by level.
  std::uint64_t probed_states = 10'000;
  StoreKind store = StoreKind::exact;
  /// Size of a bitstate store; 0: the usual.
  std::uint64_t bitstate_bytes = 0;
  /// Merges states, by their symmetry for instance. Must outlive the search.
  const Reduction* reduction = nullptr;
  /// The system leaves steps out by partial orders (StubbornSystem): make sure that none is ignored for ever, so that
  /// whatever can go wrong does, not only deadlocks. Breadth-first; other searches take all steps.
  bool partial_orders = false;
  /// Of a trial: a breadth-first search ends as if by the limit of states, but only once a level is done, when it has
  /// stored this many.
  std::uint64_t enough_states = Limits::none;
  /// Where a breadth-first search saves how far it is, and goes on from; nullptr: nowhere. A trial, and a search whose
  /// store or order cannot be saved, ignore it. Must outlive the search.
  Checkpoints* checkpoints = nullptr;
  /// A folder for the states of a search that memory does not hold (disk/); empty: none. Whoever calls `explore` sees
  /// to it.
  std::string spill;
  /// Processes that search together, each with the same options (cluster/); nullptr: this one alone. Must outlive the
  /// search.
  Transport* ranks = nullptr;
  /// Of a search for cycles with a reduction: the orbits that it makes one. Must outlive the search.
  const StateOrbits* orbits = nullptr;
  /// Called with each state that is to be explored, in order of discovery. May be empty; if it is not,
  /// there is one thread.
  std::function<void(StateView)> entered;
  /// Called a few times a second by the searching thread. May be empty.
  std::function<void(const Progress&)> progress;
};

/// Explores `system`. Deterministic: the same system and options give the same result, unless time, memory or an
/// interrupt end it.
Result explore(const System& system, const SearchOptions& options);

}  // namespace quotient
