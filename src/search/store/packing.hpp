#pragma once

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "model/successors.hpp"
#include "search/store/field_order.hpp"

namespace quotient {

class SegmentReader;
class SegmentWriter;

/// States of one length, packed: a byte has few different values in all states of a model, and is encoded by so many
/// bits as these need; bytes that never change need none. What values there are is learnt on the way. A value gets a
/// code when it is first met. Where the bits of a byte are used up, the state cannot be packed, and the store does so
/// by other means, until it is worth the while to pack all states anew (`roomier`).
///
/// Any number of threads may pack and unpack at a time.
class Packing {
 public:
  /// Longer ones are not worth a table for each byte.
  static constexpr std::size_t longest = 4096;
  /// Of a word the top bit is left to others.
  static constexpr unsigned word_bits = 63;

  /// Knows this state only. It is packed as zeros.
  explicit Packing(StateView first);
  /// With codes for every value met so far, and with some room for more where that costs nothing.
  std::unique_ptr<Packing> roomier() const;
  /// The same for words that are cut up: with the bytes of states in an order that is good for that, as far as this
  /// sample shows it.
  std::unique_ptr<Packing> cut_up(const StateSample& sample) const;
  /// How many different halves the states will have that this is a sample of, where their words are cut up.
  double expected_parts(const StateSample& sample) const;

  /// No other thread may learn meanwhile.
  void save(SegmentWriter& out) const;
  /// Returns null if the reader fails, or what it reads is not a packing.
  static std::unique_ptr<Packing> load(SegmentReader& in);
  /// Whether these words have no bit set that stands for nothing: only such may be unpacked.
  bool has_meaning(const std::uint64_t* words) const;

  std::uint32_t length() const { return static_cast<std::uint32_t>(first_.size()); }
  std::size_t words() const { return words_; }
  /// Whether the words are not stored as they are, but as a tree of parts that states share.
  bool is_cut_up() const { return cut_up_; }
  /// As many as have a meaning.
  std::size_t packed_bytes() const { return packed_bytes_; }
  const std::uint8_t* first() const { return first_.data(); }

  /// From the words of the state `near` to those of `state`; both have `length` bytes. False where a byte has a value
  /// without a code; the words are then spoilt.
  bool pack(const std::uint8_t* state, const std::uint8_t* near, std::uint64_t* words) const;
  /// The same where no state is near. Words that have no meaning stay as they are.
  bool pack(const std::uint8_t* state, std::uint64_t* words) const;
  /// Gives codes to new values. False where there is no room for one: then this state is never packed.
  bool learn(StateView state);
  /// From the state `words` stood for to the one that `next` stands for: states met one after the other differ in few
  /// bytes, and only these are written. `words` becomes `next`. To begin with: zeros, and `first`.
  void unpack(const std::uint64_t* next, std::uint64_t* words, std::uint8_t* state) const;

 private:
  static constexpr std::size_t values = 256;  // of a byte
  /// From one row of codes to the next. One cache line more than the codes take: a byte mostly has small values, and
  /// the beginnings of rows 2,048 bytes apart would all be in the same two sets of the cache.
  static constexpr std::size_t row_length = values + 8;

  /// Where a code would be: of values that have none. Words leave this bit free.
  static constexpr std::uint64_t no_code = std::uint64_t{1} << word_bits;

  struct Field {
    std::uint32_t word = 0;
    std::uint32_t row = 0;             // of `codes_`; the first, where nothing has a code, for bytes without bits
    std::uint8_t shift = 0, mask = 0;  // of the bits that it has there
    std::uint16_t known = 0;           // codes below this number have a meaning
    std::uint32_t first_value = 0;     // of its codes, in `values_`, where it has bits
  };
  struct Varying {
    std::uint32_t at = 0;
    std::uint8_t shift = 0;
    std::uint8_t mask = 0;
  };
  /// What a bit of the words belongs to, so that one look tells all: states are unpacked bit by bit that differs.
  struct Bit {
    std::uint64_t mask = 0;  // of all bits of this byte of the state, in their places
    std::uint32_t at = 0;
    std::uint32_t first_value = 0;  // as in Field
    std::uint32_t shift = 0;
  };

  /// Without any codes yet.
  Packing(StateView first, std::size_t varying);
  /// `order`: of the bytes that have a width.
  Packing(const Packing& before, const std::vector<std::uint8_t>& widths, const std::vector<std::uint32_t>& order);
  void lay_out(const std::vector<std::uint8_t>& widths, const std::vector<std::uint32_t>& order);
  std::vector<std::uint8_t> widths() const;
  void add_code(std::size_t at, std::uint8_t value);
  bool change(std::size_t at, std::uint8_t now, std::uint64_t* words) const;

  const std::vector<std::uint8_t> first_;
  std::vector<std::uint8_t> same_;  // of each byte: 255 where it has no bits, else 0
  std::vector<Field> fields_;
  /// Row by row: of all values of a byte the code, where it stands in its word. Release: what a code stands for was
  /// written before.
  std::vector<std::atomic<std::uint64_t>> codes_;
  std::vector<std::uint8_t> values_;          // of all codes that there is room for, byte by byte, without gaps
  std::vector<Varying> varying_;              // word by word; the one at i has row i + 1
  std::vector<std::uint32_t> first_of_word_;  // of `varying_`, and the end
  std::vector<Bit> bits_;                     // of the words
  std::size_t words_ = 1, packed_bytes_ = 8;
  bool cut_up_ = false;
  std::mutex mutex_;                       // guards learning
  std::vector<std::bitset<values>> seen_;  // with or without a code
};

[[gnu::always_inline]] inline bool Packing::change(std::size_t at, std::uint8_t now, std::uint64_t* words) const {
  const Field& field = fields_[at];
  const std::uint64_t code = codes_[field.row * row_length + now].load(std::memory_order_acquire);
  std::uint64_t& word = words[field.word];
  word = (word & ~(std::uint64_t{field.mask} << field.shift)) | code;
  return code != no_code;
}

[[gnu::always_inline]] inline bool Packing::pack(const std::uint8_t* state, const std::uint8_t* near,
                                                 std::uint64_t* words) const {
  const std::size_t length = first_.size();
  bool known = true;
#if defined(__SSE2__)
  if (constexpr std::size_t block = sizeof(__m128i); length >= block) {
    for (std::size_t at = 0; at < length; at += block) {
      // The last sixteen bytes may overlap with those before: what was seen there is left out.
      const std::size_t begin = std::min(at, length - block);
      const auto load = [begin](const std::uint8_t* p) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + begin));
      };
      const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(load(state), load(near))));
      for (unsigned differs = ~equal & (0xffffU & ~0U << (at - begin)); differs != 0; differs &= differs - 1) {
        const std::size_t changed = begin + static_cast<unsigned>(__builtin_ctz(differs));
        known &= change(changed, state[changed], words);
      }
    }
    return known;
  }
#endif
  const auto load = [](const std::uint8_t* p) {
    std::uint64_t word;
    std::memcpy(&word, p, sizeof word);
    return word;
  };
  const auto change_all = [&](std::size_t begin, std::uint64_t differences) {
    while (differences != 0) {
      const unsigned bit = static_cast<unsigned>(__builtin_ctzll(differences)) & ~7U;
      differences &= ~(std::uint64_t{0xff} << bit);
      const std::size_t at = begin + bit / 8;
      known &= change(at, state[at], words);
    }
  };
  std::size_t at = 0;
  for (; at + 8 <= length; at += 8) {
    const std::uint64_t differences = load(state + at) ^ load(near + at);
    if (differences != 0) change_all(at, differences);
  }
  if (at == length) return known;
  if (length >= 8) {
    // The last eight bytes, without those seen before.
    const unsigned seen = static_cast<unsigned>(8 - (length - at)) * 8;
    const std::uint64_t differences = (load(state + length - 8) ^ load(near + length - 8)) >> seen << seen;
    change_all(length - 8, differences);
  } else {
    for (; at < length; ++at) {
      if (state[at] != near[at]) known &= change(at, state[at], words);
    }
  }
  return known;
}

inline bool Packing::pack(const std::uint8_t* state, std::uint64_t* words) const {
  const std::size_t length = first_.size();
  std::uint64_t trouble = 0;
  std::size_t at = 0;
  for (; at + 8 <= length; at += 8) {
    std::uint64_t now, first, same;
    std::memcpy(&now, state + at, 8);
    std::memcpy(&first, first_.data() + at, 8);
    std::memcpy(&same, same_.data() + at, 8);
    trouble |= (now ^ first) & same;
  }
  for (; at < length; ++at) trouble |= (state[at] ^ first_[at]) & same_[at];
  if (trouble != 0) return false;
  const Varying* const fields = varying_.data();
  const std::atomic<std::uint64_t>* const rows = codes_.data() + row_length;
  for (std::size_t w = 0; w + 1 < first_of_word_.size(); ++w) {
    std::uint64_t word = 0;
    for (std::uint32_t f = first_of_word_[w]; f < first_of_word_[w + 1]; ++f) {
      word |= rows[f * row_length + state[fields[f].at]].load(std::memory_order_acquire);
    }
    words[w] = word;
    trouble |= word;
  }
  return (trouble & no_code) == 0;
}

inline void Packing::unpack(const std::uint64_t* next, std::uint64_t* words, std::uint8_t* state) const {
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t word = next[i];
    for (std::uint64_t differences = word ^ words[i]; differences != 0;) {
      const Bit& bit = bits_[i * 64 + static_cast<unsigned>(__builtin_ctzll(differences))];
      differences &= ~bit.mask;
      state[bit.at] = values_[bit.first_value + ((word & bit.mask) >> bit.shift)];
    }
    words[i] = word;
  }
}

}  // namespace quotient
