#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "search/levels/arrival_list.hpp"
#include "search/levels/delayed.hpp"
#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"

namespace quotient {

/// What one thread finds while it explores a level: for Worker::arrive.
struct LevelArrivals {
  LevelArrivals(Exploration& exploration, std::uint64_t level)
      : e(exploration), depth(level), list(e.budget, e.keeps_states()), to_mark(e.budget) {}

  void begin(const Store::Batch& arriving) {
    batch = &arriving;
    order = e.orders_parents ? Link::order(arriving.order, e.options.order_bits) : Link::to(arriving.source);
    met_.clear();
    leads_on_ = leads_to_mark_ = false;
  }
  /// Stores what the steps of a state lead to. By the proviso also steps that partial orders keep back, group by group,
  /// until one leads to the next level or to a mark: so none is left out for ever. Which states are of the next level
  /// does not depend on threads, so neither does this.
  StopReason store(Worker& worker, Store::Batch& arriving) {
    begin(arriving);
    StopReason reason = worker.arrive(arriving, depth + 1, *this);
    while (reason == StopReason::nothing && arriving.steps.has_more() && !leads_on(arriving)) {
      worker.advance(arriving);
      reason = worker.arrive(arriving, depth + 1, *this);
    }
    if (e.marks && reason == StopReason::nothing && (!arriving.steps.has_more() || leads_to_mark(arriving))) {
      if (!to_mark.push(local(arriving.source))) return StopReason::memory;
    }
    return reason;
  }

  Link link(std::size_t) const { return order; }
  bool fresh(std::size_t i, StateId id) {
    leads_on_ = true;
    if (e.orders_parents) met_.push_back(id);
    return list.push(id, order, batch->source, kept(i));
  }
  bool again(std::size_t i, StateId id) {
    leads_on_ = true;
    met_.push_back(id);
    return list.push_again(id, order, batch->source, kept(i));
  }
  /// Mostly an earlier step of the same source has the order: that is no tie, the first step counts.
  void tie(std::size_t i, StateId id) {
    leads_on_ = true;
    if (std::find(met_.begin(), met_.end(), id) != met_.end()) return;
    met_.push_back(id);
    list.tie(id, batch->source, kept(i));
  }
  bool later(std::size_t i, std::uint32_t steps) {
    DelayedArrival arrival = DelayedArrivals::make(e.budget, *batch, i, depth + 1 + steps);
    if (arrival.bytes == nullptr) return false;
    delayed.push_back(std::move(arrival));
    return true;
  }

  /// See ArrivalList::settle.
  [[nodiscard]] bool settle() { return e.orders_parents ? list.settle(e.store) : list.accept(); }

  Exploration& e;
  std::uint64_t depth;
  ArrivalList list;
  std::vector<DelayedArrival> delayed;
  BudgetedVector<std::uint32_t> to_mark;  // sources, when the level ends
  const Store::Batch* batch = nullptr;
  Link order;

 private:
  bool leads_on(const Store::Batch& stored) {
    for (std::size_t i = 0; i < stored.entries.size() && !leads_on_; ++i) {
      const Store::Entry& entry = stored.entries[i];
      leads_on_ = entry.outcome == Store::Outcome::found && e.store.is_of_next_level(entry.id);
    }
    return leads_on_ || leads_to_mark(stored);
  }
  /// Only of the steps stored last: those before them did not.
  bool leads_to_mark(const Store::Batch& stored) {
    for (std::size_t i = 0; e.marks && i < stored.entries.size() && !leads_to_mark_; ++i) {
      const Store::Entry& entry = stored.entries[i];
      leads_to_mark_ = entry.outcome == Store::Outcome::found && e.marks->contains(entry.id);
    }
    return leads_to_mark_;
  }
  StateView kept(std::size_t i) const { return e.keeps_states() ? batch->steps[i].state : StateView(); }

  std::vector<StateId> met_;  // from the present source: few
  bool leads_on_ = false;     // from the present source a step leads to the next level
  bool leads_to_mark_ = false;
};

/// Ends a level: what was settled becomes the next one. Ties are resolved here, by the whole of the hash of the parent,
/// and then its lasting bytes. Returns false if memory runs out.
[[nodiscard]] bool join(Exploration& e, std::span<LevelArrivals* const> parts, Frontier& next,
                        DelayedArrivals& delayed);

/// Puts the states of a level into an order that depends on nothing but these. Returns false if memory runs out.
[[nodiscard]] bool sort_level(Exploration& e, Frontier& level);

}  // namespace quotient
