#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "search/store/pages.hpp"

namespace quotient {

/// Finds numbered things by their hash. Knows only numbers: whether a number is the thing looked for, the caller says.
///
/// A table of 4-byte slots, sixteen to a cache line: the number below, and in the bits that it leaves free a tag of the
/// hash, so that things looked at in vain are few. The more numbers, the shorter the tags: 8 bits at 16 million.
/// Searched line by line; a line with an empty slot ends the search, and nothing is ever removed.
///
/// Any number of threads may call `find` and `place` at a time, or else `put`. Only one may `reset`, while no other is
/// here.
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

  void clear();

  std::size_t lines() const { return lines_; }
  std::uint64_t slots() const { return std::uint64_t{lines_} * line_slots; }
  std::uint64_t id_bound() const { return id_mask_; }
  std::size_t bytes() const { return table_.size(); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(line(line_of(hash))); }

  /// The first number with this tag, whatever it is. Calls `fetch` for that and some more: tags get short.
  template <typename Fetch>
  std::uint32_t guess(std::uint64_t hash, Fetch fetch) const {
    constexpr int most = 4;
    const Slot* slots = line(line_of(hash));
    const Looks looks = look(slots, tag_of(hash));
    std::uint32_t first = none;
    std::uint32_t alike = looks.alike;
    for (int i = 0; i < most && alike != 0; ++i, alike &= alike - 1) {
      // Acquire: to prefetch what the number stands for, one must read where that is.
      const std::uint32_t id = (slots[std::countr_zero(alike)].load(std::memory_order_acquire) & id_mask_) - 1;
      fetch(id);
      if (first == none) first = id;
    }
    return first;
  }

  template <typename Holds>
  std::uint32_t find(std::uint64_t hash, Holds holds) const {
    for (std::size_t at = line_of(hash);; at = at + 1 == lines_ ? 0 : at + 1) {
      const Slot* slots = line(at);
      const Looks looks = look(slots, tag_of(hash));
      const std::uint32_t found = first_that_holds(slots, looks.alike, holds);
      if (found != none || looks.empty != 0) return found;
    }
  }

  /// Finds, or adds what `make` numbers: it is called at most once, must have written what the number stands for when
  /// it returns, and may return `none` to refuse. Where another thread adds the same thing meanwhile, that one is found
  /// and the number made is not used. There must always be an empty slot.
  template <typename Holds, typename Make>
  Placed place(std::uint64_t hash, Holds holds, Make make) {
    const std::uint32_t tag = tag_of(hash);
    std::uint32_t made = none;
    for (std::size_t at = line_of(hash);;) {
      Slot* slots = line(at);
      const Looks looks = look(slots, tag);
      const std::uint32_t found = first_that_holds(slots, looks.alike, holds);
      if (found != none) return {found, false};
      if (looks.empty == 0) {
        at = at + 1 == lines_ ? 0 : at + 1;
        continue;
      }
      if (made == none && (made = make()) == none) return {};
      std::uint32_t expected = 0;
      // Release: publishes what `make` wrote. Where another was faster, the line is looked at again.
      if (slots[std::countr_zero(looks.empty)].compare_exchange_strong(
              expected, tag | (made + 1), std::memory_order_release, std::memory_order_relaxed))
        return {made, true};
    }
  }

  /// Adds a number that is not here.
  void put(std::uint64_t hash, std::uint32_t id) {
    for (std::size_t at = line_of(hash);; at = at + 1 == lines_ ? 0 : at + 1) {
      Slot* slots = line(at);
      for (Looks looks = look(slots, 0); looks.empty != 0; looks = look(slots, 0)) {
        std::uint32_t expected = 0;
        // Relaxed: threads meet before it is looked for.
        if (slots[std::countr_zero(looks.empty)].compare_exchange_strong(expected, tag_of(hash) | (id + 1),
                                                                         std::memory_order_relaxed))
          return;
      }
    }
  }

 private:
  using Slot = std::atomic<std::uint32_t>;
  static_assert(Slot::is_always_lock_free && sizeof(Slot) == 4);

  /// The slots of a line, as bits: those with the tag, and the empty ones. Lines are filled from their first slot on,
  /// so that a thing is not in a later line than one with an empty slot.
  struct Looks {
    std::uint32_t alike = 0, empty = 0;
  };
#if defined(__SSE2__)
  /// Four slots while other threads may fill them, like four relaxed loads: C++ has no atomic of that size, and an
  /// ordinary load would be a data race. The processor reads at least the aligned halves at once, so that no slot is
  /// seen half-written, and the compiler neither joins the load with another nor makes it twice. Eight atomic loads of
  /// two slots each cost 4 to 6 % of a search (peterson.pml with N=6, german.pml with N=6, bakery.pml with N=4).
  [[gnu::always_inline]] static __m128i load_four(const __m128i* slots) {
    __m128i four;
    asm volatile("movdqa %1, %0" : "=x"(four) : "m"(*slots));
    return four;
  }
#endif
  [[gnu::always_inline]] Looks look(const Slot* slots, std::uint32_t tag) const {
    Looks looks;
#if defined(__SSE2__)
    // Sixteen slots without a branch. What is read here only says which slots to load as atomics.
    const __m128i tags = _mm_set1_epi32(static_cast<int>(tag));
    const __m128i tag_bits = _mm_set1_epi32(static_cast<int>(~id_mask_)), zero = _mm_setzero_si128();
    const auto* p = reinterpret_cast<const __m128i*>(slots);
    __m128i alike[4], empty[4];
    for (int i = 0; i < 4; ++i) {
      const __m128i four = load_four(p + i);
      alike[i] = _mm_cmpeq_epi32(_mm_and_si128(_mm_xor_si128(four, tags), tag_bits), zero);
      empty[i] = _mm_cmpeq_epi32(four, zero);
    }
    const auto bits = [](const __m128i* v) {
      const __m128i packed = _mm_packs_epi16(_mm_packs_epi32(v[0], v[1]), _mm_packs_epi32(v[2], v[3]));
      return static_cast<std::uint32_t>(_mm_movemask_epi8(packed));
    };
    looks.empty = bits(empty);
    looks.alike = bits(alike) & ~looks.empty;
#else
    for (std::uint32_t i = 0; i < line_slots; ++i) {
      const std::uint32_t slot = slots[i].load(std::memory_order_relaxed);  // loaded once more before it is used
      if (slot == 0) {
        looks.empty |= 1U << i;
      } else if (((slot ^ tag) & ~id_mask_) == 0) {
        looks.alike |= 1U << i;
      }
    }
#endif
    return looks;
  }
  template <typename Holds>
  std::uint32_t first_that_holds(const Slot* slots, std::uint32_t alike, Holds& holds) const {
    for (; alike != 0; alike &= alike - 1) {
      // Acquire: what the number stands for was written before the number was released.
      const std::uint32_t slot = slots[std::countr_zero(alike)].load(std::memory_order_acquire);
      if (holds((slot & id_mask_) - 1)) return (slot & id_mask_) - 1;
    }
    return none;
  }

  // The line comes from the upper half of the hash, the tag from the lower. Not a mask for the line: the number of
  // lines need not be a power of two, so that the table can grow by less than itself.
  std::size_t line_of(std::uint64_t hash) const { return (hash >> 32) * lines_ >> 32; }
  std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) & ~id_mask_; }
  Slot* line(std::size_t i) const { return reinterpret_cast<Slot*>(table_.begin() + i * line_bytes); }

  PageBlock table_;
  std::size_t lines_ = 0;
  std::uint32_t id_mask_ = 0;
};

}  // namespace quotient
