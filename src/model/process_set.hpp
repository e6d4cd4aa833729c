#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quotient {

/// A set of processes, by number. Those below 256, and there are seldom others, take no memory of their own.
class ProcessSet {
 public:
  static ProcessSet everything() {
    ProcessSet set;
    set.words_.fill(~std::uint64_t{0});
    set.rest_ = ~std::uint64_t{0};
    return set;
  }

  void insert(std::uint32_t process) {
    const std::size_t word = process / 64;
    if (word >= words_.size()) grow(word - words_.size() + 1);
    (word < words_.size() ? words_[word] : more_[word - words_.size()]) |= std::uint64_t{1} << (process % 64);
    trim();
  }
  bool contains(std::uint32_t process) const {
    const std::size_t word = process / 64;
    const std::uint64_t bits = word < words_.size()                  ? words_[word]
                               : word - words_.size() < more_.size() ? more_[word - words_.size()]
                                                                     : rest_;
    return (bits >> (process % 64) & 1U) != 0;
  }
  /// More than any member; of finite sets.
  std::uint32_t bound() const {
    for (std::size_t word = words_.size() + more_.size(); word-- > 0;) {
      const std::uint64_t bits = word < words_.size() ? words_[word] : more_[word - words_.size()];
      if (bits != 0)
        return static_cast<std::uint32_t>(word * 64 + 64 - static_cast<std::size_t>(std::countl_zero(bits)));
    }
    return 0;
  }
  bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0 && more_.empty() && rest_ == 0; }

  ProcessSet& operator&=(const ProcessSet& other) {
    return combine(other, [](std::uint64_t a, std::uint64_t b) { return a & b; });
  }
  ProcessSet& operator|=(const ProcessSet& other) {
    return combine(other, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  }
  ProcessSet& operator-=(const ProcessSet& other) {
    return combine(other, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
  }
  friend bool operator==(const ProcessSet&, const ProcessSet&) = default;
  std::size_t hash() const {
    std::uint64_t mixed = rest_;
    const auto add = [&mixed](std::uint64_t word) { mixed = (mixed ^ word) * 0x9e3779b97f4a7c15U ^ mixed >> 32; };
    for (const std::uint64_t word : words_) add(word);
    for (const std::uint64_t word : more_) add(word);
    return mixed ^ mixed >> 29;
  }
  /// Bytes that only this set has, for keys of tables.
  void append_to(std::string& key) const {
    key.append(reinterpret_cast<const char*>(words_.data()), sizeof words_);
    key.append(reinterpret_cast<const char*>(more_.data()), more_.size() * sizeof(std::uint64_t));
    key += rest_ == 0 ? '0' : '1';
  }

 private:
  template <typename Combine>
  ProcessSet& combine(const ProcessSet& other, Combine combine) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = combine(words_[i], other.words_[i]);
    if (more_.size() < other.more_.size()) grow(other.more_.size());
    for (std::size_t i = 0; i < more_.size(); ++i) {
      more_[i] = combine(more_[i], i < other.more_.size() ? other.more_[i] : other.rest_);
    }
    rest_ = combine(rest_, other.rest_);
    trim();
    return *this;
  }
  void grow(std::size_t more) { more_.resize(std::max(more, more_.size()), rest_); }
  /// Equal sets have equal words.
  void trim() {
    while (!more_.empty() && more_.back() == rest_) more_.pop_back();
  }

  std::array<std::uint64_t, 4> words_{};
  std::vector<std::uint64_t> more_;  // the next words, without those at the end that are as the rest
  std::uint64_t rest_ = 0;           // all words after these
};

}  // namespace quotient
