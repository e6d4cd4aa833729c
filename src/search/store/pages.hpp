#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/store/budget.hpp"

namespace quotient {

/// Zeroed memory straight from the operating system, counted in a budget. Large blocks ask for huge pages: a state
/// table is read at random, and with small pages every read would miss the TLB as well. Nothing is taken, or cleared,
/// before it is touched: but a whole page then.
class PageBlock {
 public:
  PageBlock() = default;
  PageBlock(PageBlock&& other) noexcept;
  PageBlock& operator=(PageBlock&& other) noexcept;
  ~PageBlock();

  enum class Pages : std::uint8_t {
    huge,         // where the block is large enough
    small_first,  // until `join_pages`: for a block that may be touched in few places all over
  };
  /// Empty when the budget or the system refuses.
  static PageBlock allocate(MemoryBudget& budget, std::size_t bytes, Pages pages = Pages::huge);
  /// A block of another size in the place of `old`, whose content is lost. Where that is refused, `old`, zeroed. Its
  /// memory is given back first, its addresses last: with a small address space they might not be had again.
  static PageBlock replace(PageBlock old, MemoryBudget& budget, std::size_t bytes);
  /// Small pages become huge ones, which copies the block once. Costs time alone where the system does not want to.
  void join_pages();

  explicit operator bool() const { return begin_ != nullptr; }
  std::uint8_t* begin() const { return begin_; }
  std::size_t size() const { return size_; }

 private:
  PageBlock(MemoryBudget& budget, std::uint8_t* begin, std::size_t size)
      : budget_(&budget), begin_(begin), size_(size) {}

  MemoryBudget* budget_ = nullptr;
  std::uint8_t* begin_ = nullptr;
  std::size_t size_ = 0;
};

/// Hands out memory that never moves, and is given back all at once.
class Arena {
 public:
  explicit Arena(MemoryBudget& budget) : budget_(budget) {}

  /// Zeroed, aligned to 8 bytes; nullptr when refused.
  std::uint8_t* allocate(std::size_t bytes);
  void clear() { Arena(budget_).swap(*this); }
  /// Of the same budget.
  void swap(Arena& other) noexcept;

 private:
  MemoryBudget& budget_;
  std::vector<PageBlock> blocks_;
  std::size_t used_ = 0;  // of the last block
  std::size_t total_ = 0;
};

}  // namespace quotient
