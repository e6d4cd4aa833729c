#include "search/store/hash_index.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace quotient {

bool HashIndex::reset(MemoryBudget& budget, std::size_t lines, std::uint64_t id_bound) {
  const std::size_t old_lines = lines_;
  const bool fits = lines * line_bytes <= budget.left() + table_.size();
  if (!fits) lines = old_lines;
  if (lines == 0) return false;
  const std::size_t old_size = table_.size();
  table_ = PageBlock::replace(std::move(table_), budget, lines * line_bytes);
  if (old_size > 0 && table_.size() == old_size) lines = old_lines;
  lines_ = table_ ? lines : 0;
  const unsigned bits = std::clamp(static_cast<unsigned>(std::bit_width(id_bound)), 8U, 31U);
  id_mask_ = (1U << bits) - 1;
  return lines_ != 0 && lines_ != old_lines;
}

void HashIndex::clear() { std::memset(table_.begin(), 0, table_.size()); }

}  // namespace quotient
