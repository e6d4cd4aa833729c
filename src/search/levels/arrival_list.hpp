#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "search/result.hpp"
#include "search/store/budget.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// A block of states of a level. Its memory is charged to a budget as long as it exists.
struct StateBlock {
  static constexpr std::size_t size = 4096;
  static constexpr std::uint32_t struck = 1U << 31;  // in an id: the entry does not count

  StateBlock(MemoryBudget& b) : budget(b), bytes(b) {}
  StateBlock(const StateBlock&) = delete;
  StateBlock& operator=(const StateBlock&) = delete;
  ~StateBlock() { budget.release(reserved); }

  [[nodiscard]] bool reserve(std::uint64_t wanted) {
    if (!budget.reserve(wanted)) return false;
    reserved += wanted;
    return true;
  }
  [[nodiscard]] bool keep_states() {
    if (!reserve(size * sizeof(std::size_t))) return false;
    ends = std::make_unique_for_overwrite<std::size_t[]>(size);
    return true;
  }
  [[nodiscard]] bool make_ids() {
    if (!reserve(size * sizeof(std::uint32_t))) return false;
    ids.reset(new (std::nothrow) std::uint32_t[size]);  // links must be settled, also if memory runs out
    return ids != nullptr;
  }
  [[nodiscard]] bool make_arrivals() {
    if (!reserve(size * sizeof(Store::Arrival))) return false;
    arrivals = std::make_unique_for_overwrite<Store::Arrival[]>(size);
    return true;
  }
  /// Keeps only their ids. Returns false if there is no memory for them.
  [[nodiscard]] bool drop_arrivals() {
    const bool room = make_ids();
    for (std::size_t i = 0; i < used && room; ++i) ids[i] = arrivals[i].id;
    arrivals.reset();
    budget.release(size * sizeof(Store::Arrival));
    reserved -= size * sizeof(Store::Arrival);
    return room;
  }
  [[nodiscard]] bool keep_state(std::size_t i, StateView state) {
    if (!bytes.append(state.data(), state.size())) return false;
    ends[i] = bytes.size();
    return true;
  }
  StateView state(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return {bytes.begin() + begin, ends[i] - begin};
  }

  MemoryBudget& budget;
  std::uint64_t reserved = 0;
  std::size_t used = 0;
  std::unique_ptr<std::uint32_t[]> ids;        // once it is settled
  std::unique_ptr<Store::Arrival[]> arrivals;  // until then
  std::unique_ptr<std::size_t[]> ends;         // of states in `bytes`, where they are kept
  BudgetedVector<std::uint8_t> bytes;
};

/// The steps by which one thread reached states that are new on a level: the first of each, and every other that
/// comes before those so far (`Store::Outcome::lowered`). So a state may be here several times, in the lists of several
/// threads; in the end the last that was lowered counts.
class ArrivalList {
 public:
  /// Two parents whose orders are the same. Rare, and resolved when the level ends.
  struct Tie {
    StateId id;
    StateId source;
    StateBytes state;  // where states are kept
  };

  ArrivalList(MemoryBudget& budget, bool keeps_states)
      : keeps_states_(keeps_states), waiting_(budget), parents_(budget) {}
  ArrivalList(const ArrivalList&) = delete;
  ArrivalList& operator=(const ArrivalList&) = delete;

  /// The first arrival at a state.
  [[nodiscard]] bool push(StateId id, Link order, StateId source, StateView state) {
    ++found_;
    return enter(waiting_, id, order, source, state);
  }
  /// One that comes before those so far. Where states are kept it has one of its own, which stays beside those that
  /// were met from the same source: they lead to the same states, and only what was met lately is remembered
  /// (key_cache.hpp). Else it is the same state, and only its parent changes.
  [[nodiscard]] bool push_again(StateId id, Link order, StateId source, StateView state) {
    return enter(keeps_states_ ? waiting_ : parents_, id, order, source, state);
  }
  void tie(StateId id, StateId source, StateView state) {
    Tie tie{id, source, {}};
    if (keeps_states_) tie.state.assign(state.begin(), state.end());
    ties_.push_back(std::move(tie));
  }

  /// States found first by this thread.
  std::uint64_t size() const { return found_; }
  std::vector<std::unique_ptr<StateBlock>>& blocks() { return waiting_.blocks; }
  std::vector<Tie>& ties() { return ties_; }
  /// Some memory is kept, for levels that need no more.
  void clear() {
    waiting_.clear();
    parents_.clear();
    ties_.clear();
    found_ = 0;
  }

  /// Gives all states here their parents, and marks what does not count. All threads must have passed the barrier; each
  /// may settle its own list. Returns false if memory runs out: some states are lost then.
  [[nodiscard]] bool settle(Store& store) {
    settle_links(store, parents_);
    settle_links(store, waiting_);
    bool all = true;
    for (const auto& block : waiting_.blocks) {
      if (block->used >= worth_taking) all &= block->drop_arrivals();
    }
    return all;
  }

  /// The same where all arrivals are with parents, not orders, and so the first of their states.
  [[nodiscard]] bool accept() {
    bool all = true;
    for (const auto& block : waiting_.blocks) {
      if (block->used >= worth_taking) all &= block->drop_arrivals();
    }
    return all;
  }

 private:
  /// With fewer, it is cheaper to copy what is in a block than to allocate another.
  static constexpr std::size_t worth_taking = StateBlock::size / 8;

  struct Blocks {
    explicit Blocks(MemoryBudget& b) : budget(b) {}
    [[nodiscard]] bool add(bool keeps_states) {
      auto block = std::make_unique<StateBlock>(budget);
      if (!block->make_arrivals() || (keeps_states && !block->keep_states())) return false;
      blocks.push_back(std::move(block));
      return true;
    }
    void clear() {
      if (blocks.size() > 1) blocks.resize(1);
      if (blocks.empty()) return;
      blocks[0]->used = 0;
      blocks[0]->bytes.shrink(0);
    }
    MemoryBudget& budget;
    std::vector<std::unique_ptr<StateBlock>> blocks;
  };

  /// All links become parents here, and nothing can fail before they have.
  void settle_links(Store& store, const Blocks& list) const {
    std::array<std::uint8_t, StateBlock::size> counts;
    for (const auto& block : list.blocks) {
      store.settle({block->arrivals.get(), block->used}, counts.data());
      for (std::size_t i = 0; i < block->used && keeps_states_; ++i) {
        if (counts[i] == 0) block->arrivals[i].id |= StateBlock::struck;
      }
    }
  }

  bool enter(Blocks& to, StateId id, Link order, StateId source, StateView state) {
    if (to.blocks.empty() || to.blocks.back()->used == StateBlock::size) [[unlikely]] {
      if (!to.add(keeps_states_)) return false;
    }
    StateBlock& block = *to.blocks.back();
    if (keeps_states_ && !block.keep_state(block.used, state)) return false;
    block.arrivals[block.used++] = {local(id), order.raw(), local(source)};
    return true;
  }

  const bool keeps_states_;
  Blocks waiting_;
  Blocks parents_;  // later arrivals, where these change nothing but the parent
  std::vector<Tie> ties_;
  std::uint64_t found_ = 0;
};

}  // namespace quotient
