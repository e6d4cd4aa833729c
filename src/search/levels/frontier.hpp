#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/store/budget.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// The states of a level that wait to be expanded, in the order of the search. Where they cannot be had from the store,
/// the states themselves are kept, else only their ids. Kept in blocks, which are given back one by one as they are
/// worked off. For several threads are reading, and filling a frontier block by block.
class Frontier {
 public:
  Frontier(MemoryBudget& budget, bool keeps_states) : budget_(budget), keeps_states_(keeps_states) {}
  Frontier(const Frontier&) = delete;
  Frontier& operator=(const Frontier&) = delete;
  ~Frontier() { clear(); }

  [[nodiscard]] bool push(StateId id, StateView state) {
    if (size_ % block_size == 0 && !add_block()) return false;
    return enter(*blocks_.back(), size_++ % block_size, id, state);
  }

  StateId id(std::size_t position) const { return blocks_[position / block_size]->ids[position % block_size]; }
  /// Only where states are kept. Valid until the block is dropped.
  StateView state(std::size_t position) const {
    const Block& block = *blocks_[position / block_size];
    const std::size_t i = position % block_size;
    const std::size_t begin = i == 0 ? 0 : block.ends[i - 1];
    return {block.bytes.begin() + begin, block.ends[i] - begin};
  }

  static constexpr std::size_t block_size = 4096;
  static std::size_t blocks_for(std::size_t states) { return (states + block_size - 1) / block_size; }
  /// Makes an empty frontier one of so many states, whose blocks are still to be filled. False where memory is lacking.
  [[nodiscard]] bool make_room(std::size_t states) {
    while (blocks_.size() < blocks_for(states)) {
      if (!add_block()) return false;
    }
    size_ = states;
    return true;
  }
  /// To be called for all states of a block, in their order.
  [[nodiscard]] bool fill(std::size_t position, StateId id, StateView state) {
    return enter(*blocks_[position / block_size], position % block_size, id, state);
  }

  /// Gives back what lies wholly before `position`.
  void drop_before(std::size_t position) {
    for (; (dropped_ + 1) * block_size <= position; ++dropped_) drop(dropped_);
  }
  void clear() {
    for (; dropped_ < blocks_.size(); ++dropped_) drop(dropped_);
    blocks_.clear();
    size_ = dropped_ = 0;
  }

  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  friend void swap(Frontier& a, Frontier& b) noexcept {
    std::swap(a.blocks_, b.blocks_);
    std::swap(a.size_, b.size_);
    std::swap(a.dropped_, b.dropped_);
  }

 private:
  struct Block {
    explicit Block(MemoryBudget& budget) : bytes(budget) {}
    std::unique_ptr<StateId[]> ids;
    std::unique_ptr<std::size_t[]> ends;
    BudgetedVector<std::uint8_t> bytes;
  };

  bool enter(Block& block, std::size_t i, StateId id, StateView state) const {
    if (keeps_states_) {
      if (!block.bytes.append(state.data(), state.size())) return false;
      block.ends[i] = block.bytes.size();
    }
    block.ids[i] = id;
    return true;
  }
  std::size_t block_bytes() const { return block_size * (sizeof(StateId) + (keeps_states_ ? sizeof(std::size_t) : 0)); }
  bool add_block() {
    if (!budget_.reserve(block_bytes())) return false;
    blocks_.push_back(std::make_unique<Block>(budget_));
    blocks_.back()->ids = std::make_unique_for_overwrite<StateId[]>(block_size);
    if (keeps_states_) blocks_.back()->ends = std::make_unique_for_overwrite<std::size_t[]>(block_size);
    return true;
  }
  void drop(std::size_t i) {
    blocks_[i].reset();
    budget_.release(block_bytes());
  }

  MemoryBudget& budget_;
  const bool keeps_states_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::uint64_t size_ = 0;
  std::size_t dropped_ = 0;  // blocks
};

}  // namespace quotient
