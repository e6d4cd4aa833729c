#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "search/pages.hpp"
#include "system/successors.hpp"

namespace quotient {

/// Remembers what was prepared for states met lately. Independent steps lead to one state in several orders, so that
/// many states are met more than once within a short time, and a key costs more than all the rest of a step
/// (bench/side_by_side --symmetry canonical).
///
/// Each state has one place where it can be; what was there before is forgotten. Grows with what it is given to
/// remember, as far as that is in proportion to what is stored, and the budget lets it. One for each thread.
template <typename Prepared>
class KeyCache {
 public:
  explicit KeyCache(MemoryBudget& budget) : budget_(budget) {}

  void prefetch(std::uint64_t hash) const {
    if (count_ == 0) return;
    const std::uint8_t* const slot = slot_of(hash);
    __builtin_prefetch(slot);
    __builtin_prefetch(slot + 64);
  }

  /// What was remembered of this state, or nothing. `hash` must be the same for the same state.
  const Prepared* find(StateView state, std::uint64_t hash) const {
    if (count_ == 0 || state.size() > room_) return nullptr;
    const std::uint8_t* const slot = slot_of(hash);
    const auto* head = reinterpret_cast<const Head*>(slot);
    const bool same = head->hash == hash && head->length == state.size() &&
                      std::memcmp(slot + sizeof(Head), state.data(), state.size()) == 0;
    return same ? &head->prepared : nullptr;
  }

  /// `stored`: how many states there are in all.
  void remember(StateView state, std::uint64_t hash, const Prepared& prepared, std::size_t stored) {
    if (state.empty() || state.size() > longest) return;
    if (state.size() > room_ || (given_ >= count_ && count_ < most_ && count_ < stored / proportion))
      grow(state.size());
    if (state.size() > room_) return;
    ++given_;
    std::uint8_t* const slot = slot_of(hash);
    const Head head{hash, static_cast<std::uint32_t>(state.size()), prepared};
    std::memcpy(slot, &head, sizeof head);
    std::memcpy(slot + sizeof(Head), state.data(), state.size());
  }

  void forget() {
    if (count_ != 0) std::memset(memory_.begin(), 0, count_ * stride());
    given_ = 0;
  }

 private:
  static constexpr std::size_t longest = 256;  // bytes; longer states are not remembered
  static constexpr std::size_t fewest = 1U << 8, most = 1U << 19;
  static constexpr std::size_t proportion = 8;  // at least so many states are stored for each that is remembered
  static constexpr std::uint64_t share = 16;    // of the memory that is left, it takes no more than one part in so many

  struct Head {
    std::uint64_t hash;
    std::uint32_t length;  // 0: there is nothing here
    Prepared prepared;
  };
  static_assert(std::is_trivially_copyable_v<Prepared>);

  std::size_t stride() const { return sizeof(Head) + room_; }
  std::uint8_t* slot_of(std::uint64_t hash) const { return memory_.begin() + (hash & (count_ - 1)) * stride(); }

  /// All is forgotten where it grows.
  void grow(std::size_t state_bytes) {
    const std::size_t room = std::max(room_, (state_bytes + 7) / 8 * 8);
    const std::size_t count = room > room_ ? std::max(count_, fewest) : count_ * 4;
    const std::size_t bytes = count * (sizeof(Head) + room);
    PageBlock memory;
    if (count <= most && bytes <= budget_.left() / share) memory = PageBlock::allocate(budget_, bytes);
    if (!memory) {
      most_ = count_;  // this is all that it gets
      return;
    }
    memory_ = std::move(memory);
    room_ = room;
    count_ = count;
    given_ = 0;
  }

  MemoryBudget& budget_;
  PageBlock memory_;       // of slots: a head, and the state
  std::size_t room_ = 0;   // for the state in each
  std::size_t count_ = 0;  // of slots, a power of two
  std::size_t most_ = most;
  std::size_t given_ = 0;  // to remember, since it grew
};

}  // namespace quotient
