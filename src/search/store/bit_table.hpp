#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "search/store/budget.hpp"
#include "search/store/pages.hpp"

namespace quotient {

class SegmentReader;
class SegmentWriter;

/// A set that remembers of each member a few bits in a field that all share, and nothing else ("supertrace",
/// [Holzmann 1988]). It may take a stranger for a member, never a member for a stranger. For one thread.
class BitTable {
 public:
  static constexpr unsigned bits_for_each = 3;

  /// Of this many bytes, or half of what the budget allows.
  BitTable(MemoryBudget& budget, std::uint64_t bytes);

  bool usable() const { return static_cast<bool>(field_); }
  void prefetch(std::uint64_t first, std::uint64_t second) const {
    for (unsigned i = 0; i < bits_for_each; ++i) __builtin_prefetch(word(position(first, second, i)), 1);
  }
  bool contains(std::uint64_t first, std::uint64_t second) const;
  /// False where all bits were set already.
  bool insert(std::uint64_t first, std::uint64_t second);

  std::uint64_t size() const { return size_; }
  std::uint64_t bytes() const { return field_.size(); }
  /// How many strangers were probably taken for members while the set grew.
  double expected_omissions() const;

  void save(SegmentWriter& out) const;
  /// Of any size, in the place of what is here. Returns an error message, or nullopt.
  std::optional<std::string> load(SegmentReader& in, MemoryBudget& budget);

 private:
  /// One for so many bytes, and almost every small page has been touched.
  static constexpr std::uint64_t members_before_joining = 1024;

  __extension__ using Wide = unsigned __int128;

  std::uint64_t position(std::uint64_t first, std::uint64_t second, unsigned i) const {
    const std::uint64_t hash = first + i * (second | 1);
    return static_cast<std::uint64_t>(Wide{hash} * (Wide{field_.size()} * 8) >> 64);
  }
  std::uint64_t* word(std::uint64_t position) const {
    return reinterpret_cast<std::uint64_t*>(field_.begin()) + position / 64;
  }

  PageBlock field_;
  std::uint64_t size_ = 0;
};

}  // namespace quotient
