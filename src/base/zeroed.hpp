#pragma once

#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace quotient {

/// A table of fixed size whose entries are all zero at first. Memory is taken where it is touched: a large table that
/// turns out to be used little costs little, which counts where the whole run takes milliseconds.
template <typename T>
class ZeroedTable {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  /// Throws std::bad_alloc.
  explicit ZeroedTable(std::size_t size) : entries_(static_cast<T*>(std::calloc(size, sizeof(T)))), size_(size) {
    if (!entries_) throw std::bad_alloc();
  }

  T& operator[](std::size_t i) { return entries_.get()[i]; }
  std::size_t size() const { return size_; }
  /// All zero again.
  void clear() {
    entries_.reset();  // first: both at once are not needed
    *this = ZeroedTable(size_);
  }

 private:
  struct Free {
    void operator()(T* entries) const { std::free(entries); }
  };
  std::unique_ptr<T, Free> entries_;
  std::size_t size_;
};

}  // namespace quotient
