#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "model/successors.hpp"
#include "search/store/key_cache.hpp"

namespace quotient {

/// The keys of the steps of a batch, where these are not the states themselves. Filled by the finder of the states, and
/// reused, so that nothing is allocated.
class BatchKeys {
 public:
  struct Item {
    std::uint64_t state_hash = 0;                 // with the ticket
    std::uint32_t begin = 0, length = 0;          // of the key, among the bytes
    std::uint32_t weight = 0;                     // of the orbit, see Key
    KeyCache::Answer known = KeyCache::nothing;   // of a state that was met before: no key was computed
    std::uint32_t bound = KeyCache::unbounded;    // of its link, where `known` is an id
    KeyCache::Answer ticket = KeyCache::nothing;  // by which the cache learns where the state is stored
    bool present = false;                         // false: the step leads nowhere, or it is known where to
  };

  /// Without this, the states are the keys. Every item must be set then: `set`, `set_known` or `set_nowhere`.
  void begin(std::size_t steps, KeyCache& cache) {
    used_ = 0;
    items_.resize(steps);
    cache_ = &cache;
  }
  bool in_use() const { return cache_ != nullptr; }
  void set(std::size_t step, StateView key, std::uint32_t weight) {
    if (capacity_ - used_ < key.size()) grow(key.size());
    std::memcpy(bytes_.get() + used_, key.data(), key.size());
    Item& item = items_[step];
    item.begin = used_;
    item.length = static_cast<std::uint32_t>(key.size());
    item.weight = weight;
    item.known = item.ticket = KeyCache::nothing;
    item.present = true;
    used_ += item.length;
  }
  void set_known(std::size_t step, KeyCache::Known known) {
    items_[step].known = known.answer;
    items_[step].bound = known.bound;
    items_[step].present = false;
  }
  void set_nowhere(std::size_t step) { set_known(step, {}); }

  Item& operator[](std::size_t step) { return items_[step]; }
  const Item& operator[](std::size_t step) const { return items_[step]; }
  /// Valid until the next `set`.
  StateView key(std::size_t step) const { return {bytes_.get() + items_[step].begin, items_[step].length}; }

  /// Of a step that no key was computed for: whether it is known by now where it leads (then `known` is an id), which a
  /// step before it may have decided. Where it was forgotten meanwhile, a key is needed after all.
  bool resolve(std::size_t step) {
    Item& item = items_[step];
    if (!KeyCache::is_ticket(item.known)) return true;
    const KeyCache::Known known = cache_->settled(item.known);
    if (known.answer == KeyCache::nothing) return false;
    item.known = known.answer;
    item.bound = known.bound;
    return true;
  }
  /// The state of a step whose key was computed is stored there.
  void settle(std::size_t step, KeyCache::Known known) {
    const Item& item = items_[step];
    if (item.ticket != KeyCache::nothing) cache_->settle(item.state_hash, item.ticket, known);
  }
  /// The link of a state that was known by its id has been looked at.
  void lower(std::size_t step, std::uint32_t bound) {
    cache_->lower(items_[step].state_hash, {items_[step].known, bound});
  }

 private:
  void grow(std::size_t more) {
    const std::size_t capacity = capacity_ * 2 + more + 1024;
    auto bytes = std::make_unique_for_overwrite<std::uint8_t[]>(capacity);
    if (used_ > 0) std::memcpy(bytes.get(), bytes_.get(), used_);
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  }

  KeyCache* cache_ = nullptr;
  std::vector<Item> items_;
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::uint32_t used_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace quotient
