#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/budget.hpp"
#include "search/store.hpp"

namespace quotient {

/// The states of a level that wait to be expanded, in the order in which they were found. Kept in blocks, which are
/// given back one by one as they are worked off, and are what threads would share out among themselves. Not
/// thread-safe.
class Frontier {
 public:
  explicit Frontier(MemoryBudget& budget) : budget_(budget) {}
  Frontier(const Frontier&) = delete;
  Frontier& operator=(const Frontier&) = delete;
  ~Frontier() { clear(); }

  [[nodiscard]] bool push(StateId id) {
    if (used_ == block_size || blocks_.empty()) {
      if (!budget_.reserve(block_size * sizeof(StateId))) return false;
      blocks_.push_back(std::make_unique_for_overwrite<StateId[]>(block_size));
      used_ = 0;
    }
    blocks_.back()[used_++] = id;
    ++size_;
    return true;
  }

  std::size_t block_count() const { return blocks_.size(); }
  std::span<const StateId> block(std::size_t i) const {
    return {blocks_[i].get(), i + 1 == blocks_.size() ? used_ : block_size};
  }
  void drop_block(std::size_t i) {
    blocks_[i].reset();
    budget_.release(block_size * sizeof(StateId));
  }
  void clear() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i]) drop_block(i);
    }
    blocks_.clear();
    size_ = 0;
  }

  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  friend void swap(Frontier& a, Frontier& b) noexcept {
    std::swap(a.blocks_, b.blocks_);
    std::swap(a.used_, b.used_);
    std::swap(a.size_, b.size_);
  }

 private:
  static constexpr std::size_t block_size = 4096;

  MemoryBudget& budget_;
  std::vector<std::unique_ptr<StateId[]>> blocks_;
  std::size_t used_ = 0;  // of the last block
  std::uint64_t size_ = 0;
};

}  // namespace quotient
