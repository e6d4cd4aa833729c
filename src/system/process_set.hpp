#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace quotient {

/// A set of processes, by number below 256.
class ProcessSet {
 public:
  static ProcessSet everything() {
    ProcessSet set;
    set.words_.fill(~std::uint64_t{0});
    return set;
  }

  void insert(std::uint32_t process) { words_[process / 64] |= std::uint64_t{1} << (process % 64); }
  bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }

  ProcessSet& operator&=(const ProcessSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  ProcessSet& operator-=(const ProcessSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend bool operator==(const ProcessSet&, const ProcessSet&) = default;
  std::size_t hash() const {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : words_) mixed = (mixed ^ word) * 0x9e3779b97f4a7c15U ^ mixed >> 32;
    return mixed ^ mixed >> 29;
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};

}  // namespace quotient
