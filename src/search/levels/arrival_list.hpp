#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/store/budget.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// The steps by which one thread of several came upon new states of a level, in the order in which it took them. Of all
/// steps that lead to a new state the first counts: the one from the lowest position in the level. Until the level
/// ends, the link of a new state says that position; whoever lowers it has come upon the state again. So a state may be
/// here several times, in lists of several threads, and in the end one of these is the first.
class ArrivalList {
 public:
  /// The link of a state that was first met from this position.
  static std::uint32_t link_of(std::uint32_t position) { return mark | position; }
  /// Positions must stay below: the last is the link of an initial state.
  static constexpr std::uint32_t mark = 1U << 31, position_bound = mark - 1;

  ArrivalList(MemoryBudget& budget, bool keeps_states) : budget_(budget), keeps_states_(keeps_states) {}
  ArrivalList(const ArrivalList&) = delete;
  ArrivalList& operator=(const ArrivalList&) = delete;
  ~ArrivalList() { clear(); }

  /// Whether a step from this position leads to a state that so far was met from later ones only.
  static bool comes_first(Store& store, StateId id, std::uint32_t position) {
    return store.lower_link(id, link_of(position), mark);
  }
  /// Whether a state was met on this level first, by whatever thread.
  static bool is_of_next_level(const Store& store, StateId id) {
    const std::uint32_t link = store.link(id);
    return link >= mark && link != no_state.value;
  }
  [[nodiscard]] bool push(std::uint32_t position, StateId id, StateView state) {
    if (size_ % block_size == 0 && !add_block()) return false;
    Block& block = *blocks_.back();
    const std::size_t i = size_++ % block_size;
    block.arrivals[i] = {position, id};
    if (!keeps_states_) return true;
    const bool kept = block.bytes.append(state.data(), state.size());
    block.ends[i] = block.bytes.size();
    return kept;
  }

  std::size_t size() const { return size_; }
  std::uint32_t position(std::size_t i) const { return of(i).position; }
  StateId id(std::size_t i) const { return of(i).id; }
  /// Forgets an arrival that was not the first; it has no id any more.
  void strike(std::size_t i) { blocks_[i / block_size]->arrivals[i % block_size].id = no_state; }
  bool is_struck(std::size_t i) const { return id(i) == no_state; }
  /// Only where states are kept.
  StateView state(std::size_t i) const {
    const Block& block = *blocks_[i / block_size];
    const std::size_t at = i % block_size, begin = at == 0 ? 0 : block.ends[at - 1];
    return {block.bytes.begin() + begin, block.ends[at] - begin};
  }

  void clear() {
    budget_.release(blocks_.size() * block_bytes());
    blocks_.clear();
    size_ = 0;
  }

 private:
  static constexpr std::size_t block_size = 4096;
  struct Arrival {
    std::uint32_t position;
    StateId id;
  };
  struct Block {
    explicit Block(MemoryBudget& budget) : bytes(budget) {}
    std::array<Arrival, block_size> arrivals;
    std::unique_ptr<std::size_t[]> ends;  // of states in `bytes`
    BudgetedVector<std::uint8_t> bytes;
  };

  const Arrival& of(std::size_t i) const { return blocks_[i / block_size]->arrivals[i % block_size]; }
  std::size_t block_bytes() const { return sizeof(Block) + (keeps_states_ ? block_size * sizeof(std::size_t) : 0); }
  bool add_block() {
    if (!budget_.reserve(block_bytes())) return false;
    auto block = std::make_unique<Block>(budget_);
    if (keeps_states_) block->ends = std::make_unique_for_overwrite<std::size_t[]>(block_size);
    blocks_.push_back(std::move(block));
    return true;
  }

  MemoryBudget& budget_;
  const bool keeps_states_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace quotient
