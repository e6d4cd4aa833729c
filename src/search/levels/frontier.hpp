#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "search/levels/arrival_list.hpp"

namespace quotient {

/// The states of a level that wait to be expanded. Where they cannot be had from the store, the states themselves are
/// kept, else only their ids. Kept in blocks, which are given back one by one as they are worked off. Some positions
/// are struck: nothing waits there. Several threads may read it at once.
class Frontier {
 public:
  Frontier(MemoryBudget& budget, bool keeps_states) : budget_(budget), keeps_states_(keeps_states) {}
  Frontier(const Frontier&) = delete;
  Frontier& operator=(const Frontier&) = delete;

  [[nodiscard]] bool push(StateId id, StateView state) {
    if (extent_ % StateBlock::size == 0 && !add_block()) return false;
    StateBlock& block = *blocks_.back();
    if (keeps_states_ && !block.keep_state(block.used, state)) return false;
    block.ids[block.used++] = local(id);
    ++extent_;
    ++size_;
    return true;
  }

  /// Takes over what was settled: blocks that are full as they are, while there is none that is not; then the others.
  void take_full_blocks(ArrivalList& list) {
    for (std::unique_ptr<StateBlock>& block : list.blocks()) {
      if (block->ids && block->used == StateBlock::size && extent_ % StateBlock::size == 0) take(std::move(block));
    }
    std::erase(list.blocks(), nullptr);
  }
  /// Returns false if memory runs out, or did when they were settled.
  [[nodiscard]] bool take_rest(ArrivalList& list) {
    bool all = true;
    for (std::unique_ptr<StateBlock>& block : list.blocks()) {
      if (block->ids && extent_ % StateBlock::size == 0) {
        take(std::move(block));
        continue;
      }
      all &= block->ids || block->arrivals;
      for (std::size_t i = 0; i < block->used && all; ++i) {
        const std::uint32_t id = block->ids ? block->ids[i] : block->arrivals[i].id;
        if ((id & StateBlock::struck) == 0) all = push(StateId{id}, keeps_states_ ? block->state(i) : StateView());
      }
    }
    std::erase_if(list.blocks(), [](const std::unique_ptr<StateBlock>& block) { return !block || !block->arrivals; });
    list.clear();
    return all;
  }

  /// Positions go to here.
  std::size_t extent() const { return extent_; }
  bool is_struck(std::size_t position) const { return (raw(position) & StateBlock::struck) != 0; }
  void strike(std::size_t position) {
    blocks_[position / StateBlock::size]->ids[position % StateBlock::size] |= StateBlock::struck;
    --size_;
  }
  StateId id(std::size_t position) const { return StateId{raw(position)}; }
  /// Only where states are kept. Valid until the block is dropped.
  StateView state(std::size_t position) const {
    return blocks_[position / StateBlock::size]->state(position % StateBlock::size);
  }
  /// Requests what `state` will read some positions behind this one: by then other work has driven it from the cache,
  /// and the processor does not see a stream in what is read so seldom. (Inlined early: g++ 12 takes a function that
  /// only requests for one without effects, and removes the call.)
  [[gnu::always_inline]] void prefetch_behind(std::size_t position) const {
    constexpr std::size_t place_ahead = 16, state_ahead = 4, line = 64, most_lines = 4;
    if (!keeps_states_) return;
    const StateBlock& block = *blocks_[position / StateBlock::size];
    const std::size_t at = position % StateBlock::size;
    if (at + place_ahead < block.used) {
      __builtin_prefetch(&block.ends[at + place_ahead]);
      __builtin_prefetch(&block.ids[at + place_ahead]);
    }
    if (at + state_ahead >= block.used) return;
    const StateView state = block.state(at + state_ahead);
    const std::size_t bytes = std::min(state.size(), most_lines * line);
    for (std::size_t i = 0; i < bytes; i += line) __builtin_prefetch(state.data() + i);
  }
  /// States that wait, and some that were dropped.
  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Gives back what lies wholly before `position`.
  void drop_before(std::size_t position) {
    for (; (dropped_ + 1) * StateBlock::size <= position; ++dropped_) blocks_[dropped_].reset();
  }
  void clear() {
    blocks_.clear();
    size_ = 0;
    extent_ = dropped_ = 0;
  }
  friend void swap(Frontier& a, Frontier& b) noexcept {
    std::swap(a.blocks_, b.blocks_);
    std::swap(a.size_, b.size_);
    std::swap(a.extent_, b.extent_);
    std::swap(a.dropped_, b.dropped_);
  }

 private:
  void take(std::unique_ptr<StateBlock> block) {
    for (std::size_t i = 0; i < block->used; ++i) size_ += (block->ids[i] & StateBlock::struck) == 0 ? 1 : 0;
    extent_ += block->used;
    blocks_.push_back(std::move(block));
  }
  std::uint32_t raw(std::size_t position) const {
    return blocks_[position / StateBlock::size]->ids[position % StateBlock::size];
  }
  bool add_block() {
    auto block = std::make_unique<StateBlock>(budget_);
    if (!block->make_ids() || (keeps_states_ && !block->keep_states())) return false;
    blocks_.push_back(std::move(block));
    return true;
  }

  MemoryBudget& budget_;
  const bool keeps_states_;
  std::vector<std::unique_ptr<StateBlock>> blocks_;
  std::uint64_t size_ = 0;
  std::size_t extent_ = 0;
  std::size_t dropped_ = 0;  // blocks
};

}  // namespace quotient
