#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/store/budget.hpp"

namespace quotient {

/// A file without a name, for data of this process alone: the system takes it back whatever ends the process. Written
/// at its end, in large blocks; read anywhere. Nothing throws but for memory: after the first failure writing does
/// nothing, reading returns zeros, and `failure` says what went wrong.
class ScratchFile {
 public:
  /// In this folder.
  ScratchFile(const std::string& folder, MemoryBudget& budget);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  std::uint64_t size() const { return written_ + buffer_.size(); }
  void append(std::span<const std::uint8_t> bytes);
  template <typename T>
  void append_value(const T& value) {
    append({reinterpret_cast<const std::uint8_t*>(&value), sizeof value});
  }
  void read(std::uint64_t offset, std::span<std::uint8_t> into);
  /// Empties it.
  void clear();
  /// Gives the room of a part back; it must not be read again.
  void forget(std::uint64_t offset, std::uint64_t length);

  /// Writes what is still in memory. While nothing is appended after it, several threads may read.
  void flush();

  // Relaxed: a number alone, nothing is published by it.
  bool ok() const { return failure_.load(std::memory_order_relaxed) == 0; }
  /// What the system says is wrong; empty: nothing.
  std::string failure() const;

 private:
  static constexpr std::size_t block = std::size_t{1} << 16;

  void fail(int error) { failure_.store(error, std::memory_order_relaxed); }

  MemoryBudget& budget_;
  std::uint64_t reserved_ = 0;
  int descriptor_ = -1;
  std::atomic<int> failure_ = 0;  // errno
  std::uint64_t written_ = 0;
  std::vector<std::uint8_t> buffer_;  // what follows that
};

/// Reads a part of a file from its beginning to its end.
class ScratchReader {
 public:
  ScratchReader(ScratchFile& file, std::uint64_t begin, std::uint64_t end) : file_(file), next_(begin), end_(end) {}

  bool done() const { return next_ == end_ && at_ == block_.size(); }
  /// Beyond the end zeros are read.
  void read(std::span<std::uint8_t> into);
  template <typename T>
  T value() {
    T value;
    read({reinterpret_cast<std::uint8_t*>(&value), sizeof value});
    return value;
  }

 private:
  static constexpr std::size_t at_once = std::size_t{1} << 16;

  bool refill();

  ScratchFile& file_;
  std::uint64_t next_, end_;
  std::vector<std::uint8_t> block_;
  std::size_t at_ = 0;
};

}  // namespace quotient
