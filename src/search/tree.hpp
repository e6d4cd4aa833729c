#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "search/record_table.hpp"
#include "system/successors.hpp"

namespace quotient {

/// How a state of a given length is cut up. Up to eight bytes are the root itself. Longer ones are cut into leaves of
/// at most sixteen bytes; leaves are numbered, pairs of numbers are numbered again, and so on until two are left: the
/// root. An odd one goes up unpaired.
struct TreeShape {
  std::uint32_t length = 0;
  std::uint32_t leaf_bytes = 0;
  std::uint32_t leaves = 0;  // 0: no tree
  std::uint32_t nodes = 0;   // on all levels below the root

  static TreeShape of(std::size_t length);
};

/// A state taken apart: its bytes, and the numbers of its nodes level by level.
struct Tree {
  TreeShape shape;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> nodes;

  StateView state() const { return {bytes.data(), shape.length}; }
};

/// The nodes that all states share. States are alike in most of their parts, so there are far fewer nodes than states,
/// and a state costs its root: eight bytes.
struct NodeTables {
  explicit NodeTables(MemoryBudget& budget);

  bool usable() const { return leaves.usable() && pairs.usable(); }
  void grow();

  RecordTable leaves, pairs;
};

/// Takes states apart and puts them together. One for each thread; the tables are shared.
class TreeCoder {
 public:
  explicit TreeCoder(NodeTables& tables);

  /// The root of a state. Where it is a step from `source`, only what differs is looked up; else `source` is nullptr.
  /// Nothing when a table is full or refuses: `trouble` says which.
  std::optional<std::uint64_t> encode(StateView state, const Tree* source);
  RecordTable::Outcome trouble() const { return trouble_; }
  /// The root if all nodes are known, and nothing is added.
  std::optional<std::uint64_t> find(StateView state);
  void decode(std::uint64_t root, std::uint32_t length, Tree& tree) const;

 private:
  struct Leaf {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(Leaf, Leaf) = default;
  };
  struct KnownLeaf {
    Leaf leaf;
    std::uint32_t id = RecordTable::none;
  };
  struct KnownPair {
    std::uint64_t pair = 0;
    std::uint32_t id = RecordTable::none;
  };
  // What was looked up last, in front of the shared tables: steps repeat the same few changes.
  static constexpr std::size_t known_leaves = 1024, known_pairs = 2048;

  static Leaf cut(StateView state, std::size_t begin, std::size_t bytes);
  const TreeShape& shape_of(std::size_t length);
  std::uint32_t number(Leaf leaf);
  std::uint32_t number(std::uint64_t pair);

  NodeTables& tables_;
  RecordTable::Cursor leaf_cursor_, pair_cursor_;
  RecordTable::Outcome trouble_ = RecordTable::Outcome::refused;
  bool add_ = true;
  TreeShape shape_;
  std::vector<std::uint32_t> nodes_;
  std::unique_ptr<std::array<KnownLeaf, known_leaves>> leaves_;
  std::unique_ptr<std::array<KnownPair, known_pairs>> pairs_;
};

/// Scatters the bits of `x` over all 64.
inline std::uint64_t scatter(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0x9fb21c651e98df25U;
  x ^= x >> 29;
  x *= 0xd6e8feb86659fd93U;
  return x ^ x >> 32;
}

}  // namespace quotient
