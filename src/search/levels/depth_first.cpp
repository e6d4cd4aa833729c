#include <algorithm>

#include "search/levels/exploration.hpp"
#include "search/levels/state_stack.hpp"
#include "search/store/budget.hpp"

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

/// A stack of states: ids, and where the store does not have them, the states themselves.
class Waiting {
 public:
  Waiting(MemoryBudget& budget, bool keeps_states) : keeps_states_(keeps_states), ids_(budget), states_(budget) {}

  [[nodiscard]] bool push(StateId id, StateView state) {
    return (!keeps_states_ || states_.push(state)) && ids_.push(local(id));
  }
  /// Puts the state into `state` where states are kept.
  StateId pop(std::vector<std::uint8_t>& state) {
    const StateId id{ids_.back()};
    ids_.pop();
    if (keeps_states_) states_.pop(state);
    return id;
  }
  std::size_t size() const { return ids_.size(); }

 private:
  const bool keeps_states_;
  BudgetedVector<std::uint32_t> ids_;  // as the store counts them
  StateStack states_;
};

}  // namespace

/// The stack holds, for each state on the current path, those of its successors that still wait; they are stored (and
/// thus have an id) as soon as they are seen, but entered only when it is their turn, which is what makes the order
/// depth-first. So a stack costs four bytes for each waiting state and eight for each level, and no state is generated
/// twice.
///
/// Where the store has only keys, a state is entered from where it was seen first, and is not moved up the stack when
/// it is seen again: the state explored for a key must be the first met.
StopReason depth_first(Exploration& e) {
  Worker& worker = e.main();
  const bool keeps_states = e.keeps_states();
  Waiting waiting(e.budget, keeps_states);
  BudgetedVector<std::uint64_t> path(e.budget);  // where in `waiting` the successors of each state on the path begin
  StateSet entered(e.budget);
  Store::Batch batch;
  std::vector<std::uint8_t> state;

  // Pushes the successors in reverse, so that they are taken in the order of the generator.
  const auto descend = [&]() -> bool {
    if (!keeps_states && !entered.make_room(e.store.id_bound())) return false;
    const std::size_t begin = waiting.size();
    for (std::size_t i = batch.entries.size(); i-- > 0;) {
      const Store::Entry& entry = batch.entries[i];
      const bool is_open = entry.id != no_state && !keeps_states && !entered.contains(entry.id);
      const bool waits = keeps_states ? entry.outcome == Store::Outcome::fresh : is_open;
      if (waits && !waiting.push(entry.id, batch.steps[i].state)) return false;
    }
    return waiting.size() == begin || path.push(begin);
  };
  const auto ignore = [](std::size_t, StateId) { return true; };

  worker.compute_initial(batch);
  StopReason stop = worker.arrive_and(batch, 0, ignore);
  if (stop != StopReason::nothing) return stop;
  if (!descend()) return StopReason::memory;

  bool cut = false;
  while (!path.empty()) {
    if (e.satisfied()) return StopReason::first_violation;
    if (waiting.size() == path.back()) {
      path.pop();
      continue;
    }
    const StateId id = waiting.pop(state);
    if (!keeps_states) {
      if (entered.contains(id)) continue;
      entered.insert(id);
    }

    const std::uint64_t depth = path.size() - 1;
    e.max_depth = std::max(e.max_depth, depth);
    stop = e.watch.check();
    if (stop != StopReason::nothing) return stop;
    e.look_around(waiting.size(), depth);
    ++batch.round;
    const StateView view = state;
    worker.expand(id, keeps_states ? &view : nullptr, depth, batch);
    if (depth >= e.options.limits.max_depth) {
      cut |= !worker.arrive_at_depth_limit(batch);
    } else {
      stop = worker.arrive_and(batch, depth + 1, ignore);
      if (stop != StopReason::nothing) return stop;
      if (!descend()) return StopReason::memory;
    }
  }
  return cut ? StopReason::depth : StopReason::nothing;
}

}  // namespace quotient
