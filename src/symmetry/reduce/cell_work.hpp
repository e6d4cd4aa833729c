#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/cell.hpp"

namespace quotient {

/// What it takes to read and to permute the flat cells of states, as plain data: whoever writes code for it
/// (src/native) needs to know nothing else of symmetry, and nothing of strategies. Blocks are numbers from 0 on.
struct CellWork {
  using Block = std::uint32_t;
  static constexpr std::uint32_t none = 0xffff'ffff;

  std::uint32_t blocks = 0;
  std::uint32_t bytes = 0;  // of a state, from its begin on; states are at least so long

  // Reading. Digests are sums, so the order does not matter.

  /// Adds `factor` times the word to the digest of a block.
  struct Word {
    std::uint32_t offset, size;  // 1, 2, 4 or 8 bytes
    Block block;
    std::uint64_t factor;
  };
  /// What a value says.
  struct Saying {
    enum class Kind : std::uint8_t {
      nothing,
      own,       // adds `share` to the digest of a block
      relation,  // brings several together, first those that hold it
    };
    Kind kind = Kind::nothing;
    std::uint64_t share = 0;
    std::vector<Block> blocks;
  };
  /// A field of a message, which counts only while the queue is long enough.
  struct Slot {
    std::uint32_t queue;
    std::uint32_t length_size;
    std::uint32_t number;
  };
  struct Place {
    std::uint32_t offset = 0;
    CellType type;
    std::optional<Slot> slot;
    std::vector<Block> holders;
    std::vector<Saying> sayings;  // by value, from 0 on
    /// Any other value adds mix(salt + value): to the digest of the holder, or as a relation of several.
    std::uint64_t salt = 0;
  };
  std::vector<Word> words;
  std::vector<Place> places;

  // Permuting. A row tells where something goes, or what becomes of it, by the places that its blocks take: their
  // numbers are the digits of the index, to the base of how many blocks there are. `none` where they take no such
  // places.

  struct Moved {
    std::uint32_t offset, size;  // 1, 2, 4 or 8 bytes
    Block block;
    std::uint32_t row;  // of offsets
  };
  struct Permuted {
    std::uint32_t offset = 0;
    CellType type;
    std::optional<Slot> slot;  // a field that does not count goes along as it is
    std::vector<Block> holders;
    std::uint32_t row = none;          // of offsets; none: it stays where it is
    std::uint32_t value_class = none;  // none: its value stays the same
  };
  /// What becomes of a value. Those of a class that are not listed stay the same.
  struct Value {
    std::int32_t value;
    std::vector<Block> blocks;
    std::uint32_t row;  // of values
    friend bool operator==(const Value&, const Value&) = default;
  };
  std::vector<Moved> moved;
  std::vector<Permuted> permuted;  // whatever is not among `moved`
  std::vector<std::vector<Value>> classes;
  std::vector<std::vector<std::uint32_t>> rows;
};

}  // namespace quotient
