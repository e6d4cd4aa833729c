#include "search/tree.hpp"

#include <algorithm>

namespace quotient {

namespace {

constexpr std::size_t most_leaf_bytes = 16;

std::uint64_t load_word(const std::uint8_t* p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

std::uint64_t leaf_hash(std::uint64_t low, std::uint64_t high) { return scatter(low + scatter(high + 0x51ed27U)); }

std::uint64_t hash_leaf(const std::uint8_t* record, std::uint32_t) {
  return leaf_hash(load_word(record), load_word(record + 8));
}
std::uint64_t hash_pair(const std::uint8_t* record, std::uint32_t) { return scatter(load_word(record)); }

std::uint64_t join(std::uint32_t left, std::uint32_t right) { return std::uint64_t{right} << 32 | left; }

/// The lower `bytes` of a word, of which there may be more than a word has.
std::uint64_t keep(std::uint64_t word, std::size_t bytes) {
  return bytes >= 8 ? word : word & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

}  // namespace

TreeShape TreeShape::of(std::size_t length) {
  TreeShape shape;
  shape.length = static_cast<std::uint32_t>(length);
  if (length <= sizeof(std::uint64_t)) return shape;
  const std::size_t leaves = std::max<std::size_t>(2, (length + most_leaf_bytes - 1) / most_leaf_bytes);
  shape.leaf_bytes = static_cast<std::uint32_t>((length + leaves - 1) / leaves);
  shape.leaves = static_cast<std::uint32_t>((length + shape.leaf_bytes - 1) / shape.leaf_bytes);
  shape.nodes = 0;
  for (std::uint32_t n = shape.leaves;; n = (n + 1) / 2) {
    shape.nodes += n;
    if (n <= 2) break;
  }
  return shape;
}

NodeTables::NodeTables(MemoryBudget& budget) : leaves(budget, 16, hash_leaf), pairs(budget, 8, hash_pair) {}

void NodeTables::grow() {
  if (leaves.wants_growth()) leaves.grow();
  if (pairs.wants_growth()) pairs.grow();
}

TreeCoder::TreeCoder(NodeTables& tables)
    : tables_(tables),
      leaves_(std::make_unique<std::array<KnownLeaf, known_leaves>>()),
      pairs_(std::make_unique<std::array<KnownPair, known_pairs>>()) {}

/// Bytes beyond the state count as 0; no byte beyond it is read.
TreeCoder::Leaf TreeCoder::cut(StateView state, std::size_t begin, std::size_t bytes) {
  const std::uint8_t* p = state.data() + begin;
  if (begin + most_leaf_bytes <= state.size()) {
    return {keep(load_word(p), bytes), bytes <= 8 ? 0 : keep(load_word(p + 8), bytes - 8)};
  }
  std::array<std::uint8_t, most_leaf_bytes> padded{};
  std::memcpy(padded.data(), p, std::min(bytes, state.size() - begin));
  return {load_word(padded.data()), load_word(padded.data() + 8)};
}

const TreeShape& TreeCoder::shape_of(std::size_t length) {
  if (shape_.length != length) {
    shape_ = TreeShape::of(length);
    nodes_.resize(std::max<std::size_t>(nodes_.size(), shape_.nodes));
  }
  return shape_;
}

std::uint32_t TreeCoder::number(Leaf leaf) {
  const std::uint64_t hash = leaf_hash(leaf.low, leaf.high);
  KnownLeaf& known = (*leaves_)[(hash >> 20) % known_leaves];
  if (known.leaf == leaf && known.id != RecordTable::none) return known.id;
  const auto holds = [&](const std::uint8_t* r) { return load_word(r) == leaf.low && load_word(r + 8) == leaf.high; };
  RecordTable::Placed placed;
  if (add_) {
    placed = tables_.leaves.place(hash, leaf_cursor_, holds, [&](std::uint8_t* r) {
      std::memcpy(r, &leaf.low, 8);
      std::memcpy(r + 8, &leaf.high, 8);
    });
    trouble_ = placed.outcome;
  } else {
    placed.id = tables_.leaves.find(hash, 0, holds);
  }
  if (placed.id != RecordTable::none) known = {leaf, placed.id};
  return placed.id;
}

std::uint32_t TreeCoder::number(std::uint64_t pair) {
  const std::uint64_t hash = scatter(pair);
  KnownPair& known = (*pairs_)[(hash >> 20) % known_pairs];
  if (known.pair == pair && known.id != RecordTable::none) return known.id;
  const auto holds = [&](const std::uint8_t* r) { return load_word(r) == pair; };
  RecordTable::Placed placed;
  if (add_) {
    placed = tables_.pairs.place(hash, pair_cursor_, holds, [&](std::uint8_t* r) { std::memcpy(r, &pair, 8); });
    trouble_ = placed.outcome;
  } else {
    placed.id = tables_.pairs.find(hash, 0, holds);
  }
  if (placed.id != RecordTable::none) known = {pair, placed.id};
  return placed.id;
}

std::optional<std::uint64_t> TreeCoder::encode(StateView state, const Tree* source) {
  const TreeShape& shape = shape_of(state.size());
  if (shape.leaves == 0) {
    std::uint64_t root = 0;
    if (!state.empty()) std::memcpy(&root, state.data(), state.size());
    return root;
  }
  if (source != nullptr && source->shape.length != shape.length) source = nullptr;

  for (std::uint32_t i = 0; i < shape.leaves; ++i) {
    const std::size_t begin = std::size_t{i} * shape.leaf_bytes;
    const Leaf leaf = cut(state, begin, shape.leaf_bytes);
    if (source != nullptr && leaf == cut(source->state(), begin, shape.leaf_bytes)) {
      nodes_[i] = source->nodes[i];
    } else if ((nodes_[i] = number(leaf)) == RecordTable::none) {
      return std::nullopt;
    }
  }
  std::uint32_t below = 0, count = shape.leaves;
  while (count > 2) {
    const std::uint32_t above = below + count;
    for (std::uint32_t i = 0; i < count / 2; ++i) {
      const std::uint32_t left = nodes_[below + 2 * i], right = nodes_[below + 2 * i + 1];
      if (source != nullptr && left == source->nodes[below + 2 * i] && right == source->nodes[below + 2 * i + 1]) {
        nodes_[above + i] = source->nodes[above + i];
      } else if ((nodes_[above + i] = number(join(left, right))) == RecordTable::none) {
        return std::nullopt;
      }
    }
    if (count % 2 != 0) nodes_[above + count / 2] = nodes_[below + count - 1];
    below = above;
    count = (count + 1) / 2;
  }
  return join(nodes_[below], nodes_[below + 1]);
}

std::optional<std::uint64_t> TreeCoder::find(StateView state) {
  add_ = false;
  const std::optional<std::uint64_t> root = encode(state, nullptr);
  add_ = true;
  return root;
}

void TreeCoder::decode(std::uint64_t root, std::uint32_t length, Tree& tree) const {
  if (tree.shape.length != length || tree.bytes.empty()) {
    tree.shape = TreeShape::of(length);
    // Whole leaves, the last one may reach beyond the state.
    tree.bytes.resize(std::max<std::size_t>(tree.bytes.size(), std::size_t{length} + most_leaf_bytes));
    tree.nodes.resize(std::max<std::size_t>(tree.nodes.size(), tree.shape.nodes));
  }
  const TreeShape& shape = tree.shape;
  if (shape.leaves == 0) {
    std::memcpy(tree.bytes.data(), &root, sizeof root);
    return;
  }
  // From the root down: the level of `count` nodes begins at `at`, the one below it has `below` nodes and ends there.
  std::uint32_t* const nodes = tree.nodes.data();
  std::array<std::uint32_t, 32> counts;
  std::size_t levels = 0;
  for (std::uint32_t n = shape.leaves;; n = (n + 1) / 2) {
    counts[levels++] = n;
    if (n <= 2) break;
  }
  std::uint32_t at = shape.nodes - 2;
  nodes[at] = static_cast<std::uint32_t>(root);
  nodes[at + 1] = static_cast<std::uint32_t>(root >> 32);
  while (--levels > 0) {
    const std::uint32_t below = counts[levels - 1], begin = at - below;
    for (std::uint32_t i = 0; i < below / 2; ++i) {
      const std::uint64_t pair = load_word(tables_.pairs.record(nodes[at + i]));
      nodes[begin + 2 * i] = static_cast<std::uint32_t>(pair);
      nodes[begin + 2 * i + 1] = static_cast<std::uint32_t>(pair >> 32);
    }
    if (below % 2 != 0) nodes[begin + below - 1] = nodes[at + below / 2];
    at = begin;
  }
  for (std::uint32_t i = 0; i < shape.leaves; ++i) {
    std::memcpy(tree.bytes.data() + std::size_t{i} * shape.leaf_bytes, tables_.leaves.record(nodes[i]),
                most_leaf_bytes);
  }
}

}  // namespace quotient
