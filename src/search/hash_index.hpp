#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>

#include "search/pages.hpp"

namespace quotient {

/// Finds numbered things by their hash. Knows only numbers: whether a number is the thing looked for, the caller says.
///
/// A table of 4-byte slots, sixteen to a cache line: the number below, and in the bits that it leaves free a tag of the
/// hash, so that things looked at in vain are few. The more numbers, the shorter the tags: 8 bits at 16 million.
/// Searched line by line; an empty slot ends the search, and nothing is ever removed.
///
/// Any number of threads may call `find` and `place` at a time. Only one may `reset` and `put`, while no other is here.
class HashIndex {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t line_slots = 16;
  static constexpr std::size_t line_bytes = line_slots * sizeof(std::uint32_t);

  struct Placed {
    std::uint32_t id = none;
    bool fresh = false;
  };

  /// Empties the index and gives it another size; numbers below `id_bound` will fit. The old table goes before the new
  /// one comes, so that there are never two. False, and the index is empty and of the old size, when refused.
  bool reset(MemoryBudget& budget, std::size_t lines, std::uint64_t id_bound);

  std::size_t lines() const { return lines_; }
  std::uint64_t slots() const { return std::uint64_t{lines_} * line_slots; }
  std::uint64_t id_bound() const { return id_mask_; }
  std::size_t bytes() const { return table_.size(); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(line(line_of(hash))); }

  /// The first number with this tag, whatever it is: for prefetching it.
  std::uint32_t guess(std::uint64_t hash) const {
    const Slot* slots = line(line_of(hash));
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t k = 0; k < line_slots; ++k) {
      // Relaxed: nothing is read through the number.
      const std::uint32_t slot = slots[(hash + k) % line_slots].load(std::memory_order_relaxed);
      if (slot == 0) break;
      if (((slot ^ tag) & ~id_mask_) == 0) return (slot & id_mask_) - 1;
    }
    return none;
  }

  template <typename Holds>
  std::uint32_t find(std::uint64_t hash, Holds holds) const {
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = line_of(hash);; at = at + 1 == lines_ ? 0 : at + 1) {
      const Slot* slots = line(at);
      for (std::size_t k = 0; k < line_slots; ++k) {
        // Acquire: what the number stands for was written before the number was released.
        const std::uint32_t slot = slots[(hash + k) % line_slots].load(std::memory_order_acquire);
        if (slot == 0) return none;
        if (((slot ^ tag) & ~id_mask_) == 0 && holds((slot & id_mask_) - 1)) return (slot & id_mask_) - 1;
      }
    }
  }

  /// Finds, or adds what `make` numbers: it is called at most once, must have written what the number stands for when
  /// it returns, and may return `none` to refuse. Where another thread adds the same thing meanwhile, that one is found
  /// and the number made is not used. There must always be an empty slot.
  template <typename Holds, typename Make>
  Placed place(std::uint64_t hash, Holds holds, Make make) {
    const std::uint32_t tag = tag_of(hash);
    std::uint32_t made = none;
    for (std::size_t at = line_of(hash);; at = at + 1 == lines_ ? 0 : at + 1) {
      Slot* slots = line(at);
      for (std::size_t k = 0; k < line_slots; ++k) {
        Slot& place = slots[(hash + k) % line_slots];
        std::uint32_t slot = place.load(std::memory_order_acquire);  // as in find
        if (slot == 0) {
          if (made == none && (made = make()) == none) return {};
          // Release: publishes what `make` wrote. Acquire on failure: as in find, `slot` is now what came between.
          if (place.compare_exchange_strong(slot, tag | (made + 1), std::memory_order_release,
                                            std::memory_order_acquire))
            return {made, true};
        }
        if (((slot ^ tag) & ~id_mask_) == 0 && holds((slot & id_mask_) - 1)) return {(slot & id_mask_) - 1, false};
      }
    }
  }

  /// Adds a number that is not here.
  void put(std::uint64_t hash, std::uint32_t id) {
    for (std::size_t at = line_of(hash);; at = at + 1 == lines_ ? 0 : at + 1) {
      Slot* slots = line(at);
      for (std::size_t k = 0; k < line_slots; ++k) {
        Slot& place = slots[(hash + k) % line_slots];
        if (place.load(std::memory_order_relaxed) != 0) continue;  // nobody else is here
        place.store(tag_of(hash) | (id + 1), std::memory_order_relaxed);
        return;
      }
    }
  }

 private:
  using Slot = std::atomic<std::uint32_t>;
  static_assert(Slot::is_always_lock_free && sizeof(Slot) == 4);

  // The line comes from the upper half of the hash, the first slot looked at from the lowest bits, the tag from those
  // in between. Not a mask for the line: the number of lines need not be a power of two, so that the table can grow by
  // less than itself.
  std::size_t line_of(std::uint64_t hash) const { return (hash >> 32) * lines_ >> 32; }
  std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) & ~id_mask_; }
  Slot* line(std::size_t i) const { return reinterpret_cast<Slot*>(table_.begin() + i * line_bytes); }

  PageBlock table_;
  std::size_t lines_ = 0;
  std::uint32_t id_mask_ = 0;
};

}  // namespace quotient
