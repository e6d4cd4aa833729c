#include "search/disk/key_filter.hpp"

#include <algorithm>
#include <utility>

#include "base/mix.hpp"

namespace quotient {

namespace {

constexpr std::uint64_t first_table_bytes = std::uint64_t{1} << 16;

}  // namespace

/// Visits the bits of a hash until `visit` returns false; returns whether it never did. The top of a hash chooses the
/// shard of a key, so what is taken here is mixed first.
template <typename Visit>
bool KeyFilter::visit_bits(const Table& table, KeyHash hash, Visit visit) {
  const std::uint64_t place = mix(hash.value);
  std::uint8_t* const block = table.bits.begin() + place % (table.bits.size() / line) * line;
  std::uint64_t bits = mix(place);
  for (unsigned i = 0; i < probes; ++i, bits >>= 9) {
    const std::uint64_t bit = bits % (8 * line);
    if (!visit(block[bit / 8], static_cast<std::uint8_t>(1U << bit % 8))) return false;
  }
  return true;
}

bool KeyFilter::may_have(KeyHash hash) const {
  if (tables_.empty()) return full_;  // where not even the first was to be had, nothing is known
  return std::any_of(tables_.begin(), tables_.end(), [hash](const Table& table) {
    return visit_bits(table, hash, [](std::uint8_t byte, std::uint8_t bit) { return (byte & bit) != 0; });
  });
}

void KeyFilter::add(KeyHash hash) {
  if (!full_ && (tables_.empty() || tables_.back().free == 0)) grow();
  if (tables_.empty()) return;
  Table& table = tables_.back();
  if (table.free > 0) --table.free;
  visit_bits(table, hash, [](std::uint8_t& byte, std::uint8_t bit) {
    byte |= bit;
    return true;
  });
}

void KeyFilter::grow() {
  const std::uint64_t wanted = tables_.empty() ? first_table_bytes : 2 * tables_.back().bits.size();
  PageBlock bits;
  if (bytes_ + wanted <= most_bytes_) bits = PageBlock::allocate(budget_, wanted);
  if (!bits) {
    full_ = true;
    return;
  }
  bytes_ += wanted;
  const std::uint64_t room = bits.size() * 8 / bits_per_key;
  tables_.push_back({std::move(bits), room});
}

}  // namespace quotient
