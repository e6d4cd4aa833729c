#include "search/store/bit_table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "search/segment/segment.hpp"

namespace quotient {

BitTable::BitTable(MemoryBudget& budget, std::uint64_t bytes) {
  constexpr std::uint64_t usual = std::uint64_t{1} << 29;
  if (bytes == 0) bytes = usual;
  // The rest is for the states that wait. A few hundred states touch every huge page of the field, and clearing all of
  // it takes longer than a small search: 60 to 100 ms for 512 MB, and seconds where the system has to find that memory.
  field_ = PageBlock::allocate(budget, std::min(bytes, budget.left() / 2), PageBlock::Pages::small_first);
}

bool BitTable::contains(std::uint64_t first, std::uint64_t second) const {
  for (unsigned i = 0; i < bits_for_each; ++i) {
    const std::uint64_t at = position(first, second, i);
    if ((*word(at) >> (at % 64) & 1U) == 0) return false;
  }
  return true;
}

bool BitTable::insert(std::uint64_t first, std::uint64_t second) {
  bool fresh = false;
  for (unsigned i = 0; i < bits_for_each; ++i) {
    const std::uint64_t at = position(first, second, i), bit = std::uint64_t{1} << (at % 64);
    std::uint64_t& w = *word(at);
    fresh |= (w & bit) == 0;
    w |= bit;
  }
  if (fresh && ++size_ == field_.size() / members_before_joining) field_.join_pages();
  return fresh;
}

void BitTable::save(SegmentWriter& out) const {
  out.put(size_);
  out.put_bytes({field_.begin(), field_.size()});
}

std::optional<std::string> BitTable::load(SegmentReader& in, MemoryBudget& budget) {
  const auto size = in.get<std::uint64_t>(), bytes = in.get<std::uint64_t>();
  // Positions are words: and no set has more members than bits.
  if (!in.has(bytes, 1) || bytes % sizeof(std::uint64_t) != 0 || size / 8 > bytes) {
    in.fail("holds a number that cannot be true");
  }
  if (!in.ok()) return in.failure();
  PageBlock field = PageBlock::replace(std::exchange(field_, {}), budget, bytes);
  if (!field || field.size() != bytes) return "there is not enough memory for the saved bits";
  in.read({field.begin(), bytes});
  field_ = std::move(field);
  size_ = size;
  if (size_ >= field_.size() / members_before_joining) field_.join_pages();
  return in.failure();
}

double BitTable::expected_omissions() const {
  if (!usable() || size_ == 0) return 0;
  // When j members are in, a part 1 - exp(-kj/m) of the m bits is set, and a stranger finds all its k bits set with
  // that part to the power of k. For each member that came in, p / (1 - p) strangers were turned away.
  constexpr int parts = 1000;
  const double k = bits_for_each, m = static_cast<double>(field_.size()) * 8, n = static_cast<double>(size_);
  double sum = 0;
  for (int i = 0; i < parts; ++i) {
    const double j = n * (i + 0.5) / parts;
    const double p = std::pow(-std::expm1(-k * j / m), k);
    sum += p / std::max(1 - p, 1e-12);
  }
  return sum / parts * n;
}

}  // namespace quotient
