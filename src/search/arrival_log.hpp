#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "search/budget.hpp"
#include "search/store.hpp"

namespace quotient {

/// The new states of a level that several threads explore, and for each the first step to it: of all steps that lead
/// there the one that a single thread would have taken first. Until the level ends, the link of a new state is its
/// number here; afterwards its parent.
class ArrivalLog {
 public:
  /// A step by the position of its source in the level, and its place among the steps of the source.
  static std::uint64_t step_key(std::uint32_t position, std::size_t step) {
    return std::uint64_t{position} << 32 | static_cast<std::uint32_t>(step);
  }
  static std::uint32_t position_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  static std::size_t step_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

  ArrivalLog(MemoryBudget& budget, bool keeps_states) : budget_(budget), keeps_states_(keeps_states) {}
  ArrivalLog(const ArrivalLog&) = delete;
  ArrivalLog& operator=(const ArrivalLog&) = delete;
  ~ArrivalLog() { clear(); }

  static constexpr std::uint32_t mark = 1U << 31;
  static bool is_arrival(std::uint32_t link) { return (link & mark) != 0 && link != no_state.value; }

  struct Block;
  /// What one thread adds, in the order in which it does.
  struct List {
    std::vector<Block*> blocks;
    std::size_t size = 0;
    bool refused = false;
  };

  /// The link that the next state of this list would have, if it were new. Its step must be known before it is found by
  /// others. `otherwise` when refused, and then `accept` refuses as well.
  std::uint32_t offer(List& list, std::uint64_t key, std::uint32_t otherwise);
  /// The state just offered is new.
  [[nodiscard]] bool accept(List& list, StateId id, StateView state);
  /// Another step to a new state.
  void lower(std::uint32_t link, std::uint64_t key) {
    std::atomic<std::uint64_t>& least = at(link);
    // Relaxed: numbers alone; they are read after the threads have met.
    std::uint64_t known = least.load(std::memory_order_relaxed);
    while (key < known && !least.compare_exchange_weak(known, key, std::memory_order_relaxed)) {
    }
  }
  void clear();

  static constexpr std::size_t block_size = 4096;
  struct Block {
    explicit Block(MemoryBudget& budget) : bytes(budget) {}
    std::uint32_t number = 0;
    std::array<std::atomic<std::uint64_t>, block_size> keys;
    std::array<StateId, block_size> ids;
    std::unique_ptr<std::size_t[]> ends;  // of states in `bytes`
    BudgetedVector<std::uint8_t> bytes;

    StateView state(std::size_t i) const {
      const std::size_t begin = i == 0 ? 0 : ends[i - 1];
      return {bytes.begin() + begin, ends[i] - begin};
    }
  };

 private:
  std::atomic<std::uint64_t>& at(std::uint32_t link) const {
    const std::uint32_t number = link & ~mark;
    return directory_[number / segment_states]->blocks[number / block_size % segment_blocks]->keys[number % block_size];
  }
  Block* add_block();
  std::size_t block_bytes() const { return sizeof(Block) + (keeps_states_ ? block_size * sizeof(std::size_t) : 0); }

  // Blocks are found by number while others are added: so neither level of the directory ever moves.
  static constexpr std::size_t segment_blocks = 512, segment_states = segment_blocks * block_size;
  struct Segment {
    std::array<std::unique_ptr<Block>, segment_blocks> blocks;
  };

  MemoryBudget& budget_;
  const bool keeps_states_;
  std::mutex mutex_;
  std::uint32_t count_ = 0;  // blocks
  std::array<std::unique_ptr<Segment>, std::size_t{mark} / segment_states> directory_;
};

}  // namespace quotient
