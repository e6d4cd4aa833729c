#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "base/zeroed.hpp"
#include "model/successors.hpp"
#include "search/store/record_table.hpp"

namespace quotient {

/// A piece of a state, of at most sixteen bytes; what it does not have is 0.
struct Leaf {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(Leaf, Leaf) = default;
};

/// How a string of a given length is cut up. Up to eight bytes are the root itself. Longer ones are cut into leaves,
/// all of one size; leaves are numbered, pairs of numbers are numbered again, and so on until two are left: the root.
/// The number of leaves is a power of two: both halves of the root stand for half of the state, and neither has nearly
/// as many values as there are states. The last leaves may overlap.
struct TreeShape {
  std::uint32_t length = 0;
  std::uint32_t leaf_bytes = 0;
  std::uint32_t leaves = 0;  // 0: no tree
  std::uint64_t low_mask = 0, high_mask = 0;

  static TreeShape of(std::size_t length);
  /// On all levels below the root.
  std::uint32_t nodes() const { return leaves == 0 ? 0 : 2 * leaves - 2; }
  std::size_t begin(std::uint32_t leaf) const { return std::min(leaf * leaf_bytes, length - leaf_bytes); }
  /// Reads no byte beyond the state.
  Leaf cut(StateView state, std::uint32_t leaf) const;  // inline, in tree.cpp
};

/// A state taken apart: its bytes, and the numbers of its nodes level by level, the leaves first.
struct Tree {
  TreeShape shape;
  std::vector<std::uint8_t> bytes;
  std::vector<Leaf> leaves;
  std::vector<std::uint32_t> nodes;

  StateView state() const { return {bytes.data(), shape.length}; }
};

/// The nodes that all states share. States are alike in most of their parts, so there are far fewer nodes than states,
/// and a state costs its root: eight bytes.
struct NodeTables {
  explicit NodeTables(MemoryBudget& budget);

  bool usable() const { return leaves.usable() && pairs.usable(); }
  void grow(Standstill& helpers);
  /// No coder may remember a node.
  void clear();

  void save(SegmentWriter& out) const;
  /// Fills empty tables. Returns an error message, or nullopt.
  std::optional<std::string> load(SegmentReader& in, Standstill& helpers);
  /// Decodes a tree that need not be one: false where some node is not there. `nodes` is scratch memory.
  bool read(std::uint64_t root, std::uint32_t length, std::vector<std::uint32_t>& nodes,
            std::vector<std::uint8_t>& bytes) const;

  /// Its record, and its share of the index.
  static constexpr double bytes_per_leaf = 22;

  RecordTable leaves, pairs;
};

/// Takes states apart and puts them together. One for each thread; the tables are shared.
class TreeCoder {
 public:
  explicit TreeCoder(NodeTables& tables);

  /// The root of a state. Where it is a step from `source`, only what differs is looked up; else `source` is nullptr.
  /// Returns nullopt if a table is full or refuses: `trouble` says which.
  std::optional<std::uint64_t> encode(StateView state, const Tree* source);
  /// Some time before that: requests the places of its leaves in the table; and somewhat later, the leaves.
  void prefetch(StateView state, const Tree* source);
  void approach(StateView state, const Tree* source);
  RecordTable::Outcome trouble() const { return trouble_; }
  /// After the tables have been emptied.
  void forget();
  /// Where nothing is to be added, what is not known has no root.
  void set_adding(bool add) { add_ = add; }
  void decode(std::uint64_t root, std::uint32_t length, Tree& tree) const;

 private:
  // What was looked up last, in front of the shared tables: steps repeat the same few changes. Zero is no entry.
  static_assert(RecordTable::none == UINT32_MAX);
  struct KnownLeaf {
    Leaf leaf;
    std::uint32_t inverted_id;  // none is zero
  };
  struct KnownPair {
    std::uint64_t pair;
    std::uint32_t inverted_id;
  };
  static constexpr unsigned known_leaf_bits = 14, known_pair_bits = 14;
  static std::size_t known_place(Leaf leaf) {
    return (leaf.low * 0x9e3779b97f4a7c15U + leaf.high * 0xc2b2ae3d27d4eb4fU) >> (64 - known_leaf_bits);
  }

  const TreeShape& shape_of(std::size_t length);
  /// `use(hash)` for the leaves that `encode` would look up.
  template <typename Use>
  void for_each_unknown(StateView state, const Tree* source, Use use);
  std::uint32_t number(Leaf leaf) {
    KnownLeaf& known = leaves_[known_place(leaf)];
    if (known.leaf == leaf && known.inverted_id != 0) return ~known.inverted_id;
    const std::uint32_t id = look_up(known.leaf = leaf);
    known.inverted_id = ~id;
    return id;
  }
  std::uint32_t number(std::uint64_t pair) {
    KnownPair& known = pairs_[pair * 0x9e3779b97f4a7c15U >> (64 - known_pair_bits)];
    if (known.pair == pair && known.inverted_id != 0) return ~known.inverted_id;
    const std::uint32_t id = look_up(known.pair = pair);
    known.inverted_id = ~id;
    return id;
  }
  std::uint32_t look_up(Leaf leaf);
  std::uint32_t look_up(std::uint64_t pair);

  NodeTables& tables_;
  RecordTable::Cursor leaf_cursor_{0, RecordTable::none, 16}, pair_cursor_{0, RecordTable::none, 8};
  RecordTable::Outcome trouble_ = RecordTable::Outcome::refused;
  bool add_ = true;
  TreeShape shape_;
  std::vector<std::uint32_t> nodes_;
  ZeroedTable<KnownLeaf> leaves_;
  ZeroedTable<KnownPair> pairs_;
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
