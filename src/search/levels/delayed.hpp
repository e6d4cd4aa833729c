#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"

namespace quotient {

/// A state that a step leads to on a later level than the next, because the step stands for several.
struct DelayedArrival {
  std::uint64_t level = 0;
  StateId source = no_state;
  KeyHash order;             // of the source
  std::uint32_t choice = 0;  // which step of the source
  std::uint32_t length = 0;
  std::unique_ptr<std::uint8_t[]> bytes;

  StateView state() const { return {bytes.get(), length}; }
};

/// Arrivals that wait for their level. They are not stored before: the first to arrive is the parent. So each
/// state is on the level that it would have if the steps were taken one by one, and a counterexample with the lowest
/// level is a shortest one. Not for several threads.
class DelayedArrivals {
 public:
  explicit DelayedArrivals(Exploration& e) : e_(e) {}
  DelayedArrivals(const DelayedArrivals&) = delete;
  DelayedArrivals& operator=(const DelayedArrivals&) = delete;
  ~DelayedArrivals();

  /// Makes an arrival, for `push`; may be called by several threads. Without bytes where there is no memory for it.
  static DelayedArrival make(MemoryBudget& budget, const Store::Batch& batch, std::size_t step, std::uint64_t level);
  /// The same at this state; everything else is to be set.
  static DelayedArrival make(MemoryBudget& budget, StateView state);
  /// Where parents have no orders: as they were come upon.
  void push(DelayedArrival arrival) {
    waiting_[arrival.level].push_back(std::move(arrival));
    ++size_;
  }

  bool empty() const { return waiting_.empty(); }
  std::uint64_t size() const { return size_; }
  /// The first level for which something waits; not if it is empty.
  std::uint64_t first_level() const { return waiting_.begin()->first; }

  /// In the order of levels, and there as they were pushed.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const auto& [level, arrivals] : waiting_) {
      for (const DelayedArrival& arrival : arrivals) visit(arrival);
    }
  }

  /// Stores what waits for this level, and appends what is new to it.
  StopReason release(std::uint64_t depth, Frontier& level);
  /// Takes what is left to known states. False where something else is left.
  bool release_known();

 private:
  using Arrivals = std::vector<DelayedArrival>;
  /// Fills the batch with some of the arrivals, from `begin` on, and says how many.
  std::size_t fill(const Arrivals& arrivals, std::size_t begin);
  void forget(const Arrivals& arrivals);
  void put_in_order(Arrivals& arrivals);

  Exploration& e_;
  std::map<std::uint64_t, Arrivals> waiting_;
  std::uint64_t size_ = 0;
  Store::Batch batch_;
};

}  // namespace quotient
