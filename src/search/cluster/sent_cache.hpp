#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "model/successors.hpp"
#include "search/store/budget.hpp"
#include "search/store/key_hash.hpp"

namespace quotient {

/// What was sent lately to whoever sorts out what is new (another rank, files), so that it need not be sent again: who
/// has learnt of a state on an earlier level, or on this one from a source that comes before, has nothing to do about
/// it. Forgets whatever it likes.
class SentCache {
 public:
  explicit SentCache(MemoryBudget& budget, std::size_t slots = std::size_t{1} << 16)
      : budget_(budget), slot_count_(slots) {}
  SentCache(const SentCache&) = delete;
  SentCache& operator=(const SentCache&) = delete;
  ~SentCache() { budget_.release(reserved_); }

  /// Whether these bytes need not be sent. If they must, it is taken that they are.
  bool covers(StateView bytes, std::uint64_t hash, std::uint64_t level, KeyHash order, std::uint64_t source) {
    if (bytes.size() > width_ && !widen(bytes.size())) return false;
    Slot& slot = slots_[hash % slot_count_];
    std::uint8_t* kept = bytes_.get() + (hash % slot_count_) * width_;
    const bool same = slot.in_use && slot.hash == hash && slot.length == bytes.size() &&
                      std::memcmp(kept, bytes.data(), bytes.size()) == 0;
    if (same) {
      if (slot.level < level || slot.order < order || (slot.order == order && slot.source == source)) return true;
    } else if (!bytes.empty()) {
      std::memcpy(kept, bytes.data(), bytes.size());
    }
    slot = {hash, level, order, source, static_cast<std::uint32_t>(bytes.size()), true};
    return false;
  }

  /// What a slot takes, besides the bytes that it remembers.
  static constexpr std::size_t bytes_beside_key = 48;

 private:
  static constexpr std::size_t most_width = 512;

  struct Slot {
    std::uint64_t hash = 0;
    std::uint64_t level = 0;
    KeyHash order;
    std::uint64_t source = 0;
    std::uint32_t length = 0;
    bool in_use = false;
  };
  static_assert(sizeof(Slot) <= bytes_beside_key);

  /// Room for longer ones; what was there is forgotten. False where these are too long to be remembered.
  bool widen(std::size_t length) {
    if (length > most_width) return false;
    const std::size_t width = (length + 15) / 16 * 16;
    const std::uint64_t wanted = slot_count_ * (width + sizeof(Slot));
    if (!budget_.reserve(wanted)) return false;
    budget_.release(reserved_);
    reserved_ = wanted;
    slots_ = std::make_unique<Slot[]>(slot_count_);
    bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(slot_count_ * width);
    width_ = width;
    return true;
  }

  MemoryBudget& budget_;
  const std::size_t slot_count_;
  std::uint64_t reserved_ = 0;
  std::size_t width_ = 0;
  std::unique_ptr<Slot[]> slots_;
  std::unique_ptr<std::uint8_t[]> bytes_;
};

}  // namespace quotient
