#pragma once

#include <cstdint>
#include <vector>

#include "search/store/budget.hpp"
#include "search/store/key_hash.hpp"
#include "search/store/pages.hpp"

namespace quotient {

/// Knows of a key that was never added, most of the time, that it was not: about ten bits for each. A Bloom filter in
/// blocks of a cache line, which grows by a further table when the last is full. When it may take no more memory it
/// goes on, and knows less.
class KeyFilter {
 public:
  explicit KeyFilter(MemoryBudget& budget, std::uint64_t most_bytes) : budget_(budget), most_bytes_(most_bytes) {}

  /// False: no key with this hash was added.
  bool may_have(KeyHash hash) const;
  void add(KeyHash hash);

 private:
  static constexpr unsigned bits_per_key = 10, probes = 6;
  static constexpr std::size_t line = 64;

  struct Table {
    PageBlock bits;
    std::uint64_t free;  // keys that it has room for
  };

  template <typename Visit>
  static bool visit_bits(const Table& table, KeyHash hash, Visit visit);
  void grow();

  MemoryBudget& budget_;
  std::uint64_t most_bytes_, bytes_ = 0;
  bool full_ = false;
  std::vector<Table> tables_;
};

}  // namespace quotient
