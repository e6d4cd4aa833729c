#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

namespace quotient {

/// What the tables of a search may take together, in bytes. A table that wants to grow asks first, and stays as it is
/// when refused. For any number of threads.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit = std::numeric_limits<std::uint64_t>::max()) : limit_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  // Relaxed all through: these are numbers alone, nothing is published by them.
  [[nodiscard]] bool reserve(std::uint64_t bytes) {
    std::uint64_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ - used) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    used += bytes;
    std::uint64_t peak = peak_.load(std::memory_order_relaxed);
    while (used > peak && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
    }
    return true;
  }
  void release(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  std::uint64_t limit() const { return limit_; }
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  std::uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  std::uint64_t left() const { return limit_ - used(); }

 private:
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> used_ = 0;
  std::atomic<std::uint64_t> peak_ = 0;
};

/// A vector whose growth can be refused. Only for plain values: they are moved by realloc.
template <typename T>
class BudgetedVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit BudgetedVector(MemoryBudget& budget) : budget_(budget) {}
  BudgetedVector(const BudgetedVector&) = delete;
  BudgetedVector& operator=(const BudgetedVector&) = delete;
  ~BudgetedVector() {
    std::free(items_);
    budget_.release(capacity_ * sizeof(T));
  }

  [[nodiscard]] bool push(T item) {
    if (size_ == capacity_ && !grow(size_ + 1)) return false;
    items_[size_++] = item;
    return true;
  }
  [[nodiscard]] bool append(const T* items, std::size_t count) {
    if (count > capacity_ - size_ && !grow(size_ + count)) return false;
    std::copy_n(items, count, items_ + size_);
    size_ += count;
    return true;
  }
  /// New items are `fill`.
  [[nodiscard]] bool resize(std::size_t size, T fill) {
    if (size > capacity_ && !grow(size)) return false;
    for (std::size_t i = size_; i < size; ++i) items_[i] = fill;
    size_ = size;
    return true;
  }
  void shrink(std::size_t size) { size_ = size; }
  void pop() { --size_; }

  /// Of two with the same budget.
  friend void swap(BudgetedVector& a, BudgetedVector& b) noexcept {
    std::swap(a.items_, b.items_);
    std::swap(a.size_, b.size_);
    std::swap(a.capacity_, b.capacity_);
  }

  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T& back() { return items_[size_ - 1]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }

 private:
  bool grow(std::size_t needed) {
    // Doubles where the budget allows it, else takes what is needed and a little more: near the limit every byte is
    // worth a copy. While realloc copies, both blocks exist; it rarely copies blocks of this size (mremap).
    for (const std::size_t wanted : {std::max<std::size_t>(needed, capacity_ * 2), needed + needed / 8}) {
      const std::size_t extra = (wanted - capacity_) * sizeof(T);
      if (!budget_.reserve(extra)) continue;
      if (void* moved = std::realloc(items_, wanted * sizeof(T))) {
        items_ = static_cast<T*>(moved);
        capacity_ = wanted;
        return true;
      }
      budget_.release(extra);
    }
    return false;
  }

  MemoryBudget& budget_;
  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace quotient
