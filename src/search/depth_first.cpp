#include <algorithm>

#include "search/budget.hpp"
#include "search/exploration.hpp"

namespace quotient {

namespace {

/// One bit for each stored state.
class StateSet {
 public:
  explicit StateSet(MemoryBudget& budget) : words_(budget) {}

  [[nodiscard]] bool make_room(std::size_t id_bound) {
    return id_bound / 64 <= words_.size() || words_.resize(id_bound / 64, 0);
  }
  bool contains(StateId id) const { return (words_[id.value / 64] >> (id.value % 64) & 1U) != 0; }
  void insert(StateId id) { words_[id.value / 64] |= std::uint64_t{1} << (id.value % 64); }

 private:
  BudgetedVector<std::uint64_t> words_;
};

}  // namespace

/// The stack holds, for each state on the current path, those of its successors that still wait; they are stored (and
/// thus have an id) as soon as they are seen, but entered only when it is their turn, which is what makes the order
/// depth-first. So a stack costs four bytes for each waiting state and eight for each level, and no state is generated
/// twice.
StopReason depth_first(Exploration& e) {
  BudgetedVector<StateId> waiting(e.budget);
  BudgetedVector<std::uint64_t> path(e.budget);  // where in `waiting` the successors of each state on the path begin
  StateSet entered(e.budget);
  Store::Batch batch;

  // Pushes the successors in reverse, so that they are taken in the order of the generator.
  const auto descend = [&]() -> bool {
    if (!entered.make_room(e.store.id_bound())) return false;
    const std::size_t begin = waiting.size();
    for (std::size_t i = batch.entries.size(); i-- > 0;) {
      const StateId id = batch.entries[i].id;
      if (id != no_state && !entered.contains(id) && !waiting.push(id)) return false;
    }
    return waiting.size() == begin || path.push(begin);
  };
  const auto ignore = [](StateId) { return true; };

  e.compute_initial(batch);
  StopReason stop = e.arrive(batch, 0, ignore);
  if (stop != StopReason::nothing) return stop;
  if (!descend()) return StopReason::memory;

  bool cut = false;
  while (!path.empty()) {
    if (e.satisfied()) return StopReason::first_violation;
    if (waiting.size() == path.back()) {
      path.pop();
      continue;
    }
    const StateId id = waiting.back();
    waiting.pop();
    if (entered.contains(id)) continue;
    entered.insert(id);

    const std::uint64_t depth = path.size() - 1;
    e.max_depth = std::max(e.max_depth, depth);
    stop = e.watch.check();
    if (stop != StopReason::nothing) return stop;
    if (e.watch.time_to_report()) e.report_progress(waiting.size(), depth);
    e.expand(id, depth, batch);
    if (depth >= e.options.limits.max_depth) {
      cut |= !e.arrive_at_depth_limit(batch);
    } else {
      stop = e.arrive(batch, depth + 1, ignore);
      if (stop != StopReason::nothing) return stop;
      if (!descend()) return StopReason::memory;
    }
  }
  return cut ? StopReason::depth : StopReason::nothing;
}

}  // namespace quotient
