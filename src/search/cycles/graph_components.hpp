#pragma once

#include <span>

#include "search/cycles/cycle_graph.hpp"

namespace quotient {

/// Strongly connected components of a part of a graph, by the path-based algorithm [Gabow 2000] with stacks of its own.
/// Can be used again and again.
class GraphComponents {
 public:
  using Id = CycleGraph::Id;

  GraphComponents(const CycleGraph& graph, MemoryBudget& budget)
      : graph_(graph), order_(budget), live_(budget), path_(budget), roots_(budget) {}

  /// Calls `found(members)` for each component in which one can go round and a state counts; those of which
  /// `inside(id)` is false are not part of the graph. `roots` are where to begin; all that they lead to is searched.
  /// `found` may return false to end this. False where memory is lacking.
  template <typename Roots, typename Inside, typename Found>
  [[nodiscard]] bool search(const Roots& roots, Inside inside, Found found) {
    if (graph_.id_bound() > order_.size() && !order_.resize(graph_.id_bound(), 0)) return false;
    entered_ = 0;
    bool ended = false;
    for (const Id root : roots) {
      if (order_[root] != 0 || !inside(root)) continue;
      if (!enter(root)) return false;
      while (!path_.empty() && !ended) {
        Frame& frame = path_.back();
        const std::span<const Id> targets = graph_.targets(frame.id);
        if (frame.next < targets.size()) {
          const Id target = targets[frame.next++];
          const std::uint32_t order = order_[target];
          if (order == finished || !inside(target)) continue;
          if (order == 0) {
            if (!enter(target)) return false;
          } else {
            while (roots_.back() > order) roots_.pop();
          }
          continue;
        }
        const Id id = frame.id;
        path_.pop();
        if (roots_.back() != order_[id]) continue;
        roots_.pop();
        ended = !leave(id, found);
      }
      if (ended) break;
    }
    return true;
  }
  /// To be called before another search over states that were in an earlier one.
  void forget(std::span<const Id> ids) {
    for (const Id id : ids) {
      if (id < order_.size()) order_[id] = 0;
    }
  }
  void forget_all() {
    std::fill(order_.begin(), order_.end(), 0);
    live_.shrink(0);
    path_.shrink(0);
    roots_.shrink(0);
  }

 private:
  static constexpr std::uint32_t finished = 0xffff'ffff;
  struct Frame {
    Id id;
    std::uint32_t next;
  };

  bool enter(Id id) {
    order_[id] = ++entered_;
    return live_.push(id) && path_.push({id, 0}) && roots_.push(entered_);
  }

  template <typename Found>
  bool leave(Id root, Found& found) {
    std::size_t begin = live_.size();
    bool counts = false;
    do {
      --begin;
      counts |= graph_.counts(live_[begin]);
      order_[live_[begin]] = finished;
    } while (live_[begin] != root);
    const std::span<const Id> members(live_.begin() + begin, live_.size() - begin);
    bool goes_round = members.size() > 1;
    if (!goes_round && counts) {
      const std::span<const Id> targets = graph_.targets(root);
      goes_round = std::find(targets.begin(), targets.end(), root) != targets.end();
    }
    const bool go_on = !goes_round || !counts || found(members);
    live_.shrink(begin);
    return go_on;
  }

  const CycleGraph& graph_;
  BudgetedVector<std::uint32_t> order_;  // by id: when it was entered; 0: not yet
  BudgetedVector<Id> live_;
  BudgetedVector<Frame> path_;
  BudgetedVector<std::uint32_t> roots_;
  std::uint32_t entered_ = 0;
};

}  // namespace quotient
