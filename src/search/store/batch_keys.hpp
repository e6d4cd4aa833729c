#pragma once

#include <cstdint>
#include <vector>

#include "model/successors.hpp"
#include "search/store/key_cache.hpp"

namespace quotient {

/// The keys of the steps of a batch, where these are not the states themselves. Filled by whoever finds the states, and
/// used again and again, so that nothing is allocated.
class BatchKeys {
 public:
  struct Item {
    std::size_t begin = 0;
    std::uint32_t length = 0;
    std::uint32_t weight = 0;
    bool present = false;                         // false: the step leads nowhere, or it is known where to
    KeyCache::Answer known = KeyCache::nothing;   // of a state that was met before: no key was computed
    KeyCache::Answer ticket = KeyCache::nothing;  // to tell the cache by where the state is stored
    std::uint64_t state_hash = 0;                 // with the ticket
  };

  /// Without this, the states are the keys.
  void begin(std::size_t steps) {
    bytes_.clear();
    items_.assign(steps, Item{});
    in_use_ = true;
  }
  bool in_use() const { return in_use_; }
  void set(std::size_t step, StateView key, std::uint32_t weight) {
    Item& item = items_[step];
    item.begin = bytes_.size();
    item.length = static_cast<std::uint32_t>(key.size());
    item.weight = weight;
    item.present = true;
    item.known = KeyCache::nothing;
    bytes_.insert(bytes_.end(), key.begin(), key.end());
  }
  Item& operator[](std::size_t step) { return items_[step]; }
  const Item& operator[](std::size_t step) const { return items_[step]; }
  /// Valid until the next `set`.
  StateView key(std::size_t step) const { return {bytes_.data() + items_[step].begin, items_[step].length}; }

 private:
  bool in_use_ = false;
  std::vector<Item> items_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace quotient
