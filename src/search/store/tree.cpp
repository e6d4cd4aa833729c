#include "search/store/tree.hpp"

#include <bit>

namespace quotient {

namespace {

constexpr std::size_t most_leaf_bytes = 16;

std::uint64_t load_word(const std::uint8_t* p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

std::uint64_t leaf_hash(std::uint64_t low, std::uint64_t high) { return scatter(low + scatter(high + 0x51ed27U)); }

std::uint64_t hash_leaf(const std::uint8_t* record, std::size_t, std::uint32_t) {
  return leaf_hash(load_word(record), load_word(record + 8));
}
std::uint64_t hash_pair(const std::uint8_t* record, std::size_t, std::uint32_t) { return scatter(load_word(record)); }

std::uint64_t join(std::uint32_t left, std::uint32_t right) { return std::uint64_t{right} << 32 | left; }

/// The lower `bytes` of a word, of which there may be more than a word has.
std::uint64_t mask(std::size_t bytes) { return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1; }

}  // namespace

TreeShape TreeShape::of(std::size_t length) {
  TreeShape shape;
  shape.length = static_cast<std::uint32_t>(length);
  if (length <= sizeof(std::uint64_t)) return shape;
  const std::size_t leaves = std::bit_ceil(std::max<std::size_t>(2, (length + most_leaf_bytes - 1) / most_leaf_bytes));
  const std::size_t bytes = (length + leaves - 1) / leaves;
  shape.leaves = static_cast<std::uint32_t>(leaves);
  shape.leaf_bytes = static_cast<std::uint32_t>(bytes);
  shape.low_mask = mask(bytes);
  shape.high_mask = bytes <= 8 ? 0 : mask(bytes - 8);
  return shape;
}

inline Leaf TreeShape::cut(StateView state, std::uint32_t leaf) const {
  const std::size_t at = begin(leaf);
  const std::uint8_t* p = state.data() + at;
  if (at + most_leaf_bytes <= length) return {load_word(p) & low_mask, load_word(p + 8) & high_mask};
  if (length >= most_leaf_bytes) {
    // The last sixteen bytes, and from them those wanted.
    const std::uint8_t* last = state.data() + length - most_leaf_bytes;
    const std::size_t shift = 8 * (at + most_leaf_bytes - length);
    const std::uint64_t low = load_word(last), high = load_word(last + 8);
    if (shift >= 64) return {high >> (shift - 64) & low_mask, 0};
    return {(low >> shift | high << (64 - shift)) & low_mask, high >> shift & high_mask};
  }
  Leaf cut;
  std::memcpy(&cut.low, p, std::min<std::size_t>(8, leaf_bytes));  // two leaves of a short state: at most eight bytes
  return cut;
}

NodeTables::NodeTables(MemoryBudget& budget) : leaves(budget, hash_leaf), pairs(budget, hash_pair) {}

void NodeTables::grow(Standstill& helpers) {
  if (leaves.wants_growth()) leaves.grow(helpers);
  if (pairs.wants_growth()) pairs.grow(helpers);
}

void NodeTables::clear() {
  leaves.clear();
  pairs.clear();
}

void NodeTables::save(SegmentWriter& out) const {
  leaves.save(out);
  pairs.save(out);
}

std::optional<std::string> NodeTables::load(SegmentReader& in, Standstill& helpers) {
  static constexpr std::uint8_t leaf_sizes[] = {16}, pair_sizes[] = {8};
  if (auto wrong = leaves.load(in, leaf_sizes, helpers)) return wrong;
  return pairs.load(in, pair_sizes, helpers);
}

bool NodeTables::read(std::uint64_t root, std::uint32_t length, std::vector<std::uint32_t>& nodes,
                      std::vector<std::uint8_t>& bytes) const {
  const TreeShape shape = TreeShape::of(length);
  bytes.assign(std::max<std::size_t>(length, sizeof root) + most_leaf_bytes, 0);
  if (shape.leaves == 0) {
    std::memcpy(bytes.data(), &root, sizeof root);
    return true;
  }
  nodes.assign({static_cast<std::uint32_t>(root), static_cast<std::uint32_t>(root >> 32)});
  while (nodes.size() < shape.leaves) {
    const std::size_t count = nodes.size();
    nodes.resize(2 * count);
    for (std::size_t i = count; i-- > 0;) {
      if (!pairs.contains(nodes[i])) return false;
      const std::uint64_t pair = load_word(pairs.record(nodes[i]));
      nodes[2 * i] = static_cast<std::uint32_t>(pair);
      nodes[2 * i + 1] = static_cast<std::uint32_t>(pair >> 32);
    }
  }
  for (std::uint32_t i = 0; i < shape.leaves; ++i) {
    if (!leaves.contains(nodes[i])) return false;
    std::memcpy(bytes.data() + shape.begin(i), leaves.record(nodes[i]), most_leaf_bytes);
  }
  return true;
}

TreeCoder::TreeCoder(NodeTables& tables)
    : tables_(tables), leaves_(std::size_t{1} << known_leaf_bits), pairs_(std::size_t{1} << known_pair_bits) {}

void TreeCoder::forget() {
  leaves_.clear();
  pairs_.clear();
  leaf_cursor_.chunk = pair_cursor_.chunk = RecordTable::none;
}

const TreeShape& TreeCoder::shape_of(std::size_t length) {
  if (shape_.length != length) {
    shape_ = TreeShape::of(length);
    nodes_.resize(std::max<std::size_t>(nodes_.size(), shape_.nodes()));
  }
  return shape_;
}

std::uint32_t TreeCoder::look_up(Leaf leaf) {
  const std::uint64_t hash = leaf_hash(leaf.low, leaf.high);
  const auto holds = [&](const std::uint8_t* r, std::size_t) {
    return load_word(r) == leaf.low && load_word(r + 8) == leaf.high;
  };
  if (!add_) return tables_.leaves.find(hash, 0, holds);
  const RecordTable::Placed placed = tables_.leaves.place(hash, leaf_cursor_, holds, [&](std::uint32_t id) {
    std::uint8_t* const r = tables_.leaves.record(id);
    std::memcpy(r, &leaf.low, 8);
    std::memcpy(r + 8, &leaf.high, 8);
  });
  trouble_ = placed.outcome;
  return placed.id;
}

std::uint32_t TreeCoder::look_up(std::uint64_t pair) {
  const std::uint64_t hash = scatter(pair);
  const auto holds = [&](const std::uint8_t* r, std::size_t) { return load_word(r) == pair; };
  if (!add_) return tables_.pairs.find(hash, 0, holds);
  const RecordTable::Placed placed = tables_.pairs.place(
      hash, pair_cursor_, holds, [&](std::uint32_t id) { std::memcpy(tables_.pairs.record(id), &pair, 8); });
  trouble_ = placed.outcome;
  return placed.id;
}

template <typename Use>
void TreeCoder::for_each_unknown(StateView state, const Tree* source, Use use) {
  const TreeShape& shape = shape_of(state.size());
  const bool near = source != nullptr && source->shape.length == shape.length;
  for (std::uint32_t i = 0; i < shape.leaves; ++i) {
    const Leaf leaf = shape.cut(state, i);
    if (near && leaf == source->leaves[i]) continue;
    const KnownLeaf& known = leaves_[known_place(leaf)];
    if (known.leaf != leaf || known.inverted_id == 0) use(leaf_hash(leaf.low, leaf.high));
  }
}

void TreeCoder::prefetch(StateView state, const Tree* source) {
  for_each_unknown(state, source, [this](std::uint64_t hash) { tables_.leaves.prefetch(hash); });
}

void TreeCoder::approach(StateView state, const Tree* source) {
  for_each_unknown(state, source, [this](std::uint64_t hash) { tables_.leaves.approach(hash); });
}

std::optional<std::uint64_t> TreeCoder::encode(StateView state, const Tree* source) {
  const TreeShape& shape = shape_of(state.size());
  if (shape.leaves == 0) {
    std::uint64_t root = 0;
    if (!state.empty()) std::memcpy(&root, state.data(), state.size());
    return root;
  }
  std::uint32_t* const nodes = nodes_.data();
  std::uint32_t below = 0, count = shape.leaves;
  if (source != nullptr && source->shape.length == shape.length) {
    const std::uint32_t* const known = source->nodes.data();
    const Leaf* const leaves = source->leaves.data();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Leaf leaf = shape.cut(state, i);
      if (leaf == leaves[i]) {
        nodes[i] = known[i];
      } else if ((nodes[i] = number(leaf)) == RecordTable::none) {
        return std::nullopt;
      }
    }
    for (; count > 2; count /= 2) {
      const std::uint32_t above = below + count;
      for (std::uint32_t i = 0; i < count / 2; ++i) {
        const std::uint32_t left = below + 2 * i, right = left + 1;
        if (nodes[left] == known[left] && nodes[right] == known[right]) {
          nodes[above + i] = known[above + i];
        } else if ((nodes[above + i] = number(join(nodes[left], nodes[right]))) == RecordTable::none) {
          return std::nullopt;
        }
      }
      below = above;
    }
  } else {
    for (std::uint32_t i = 0; i < count; ++i) {
      if ((nodes[i] = number(shape.cut(state, i))) == RecordTable::none) return std::nullopt;
    }
    for (; count > 2; count /= 2) {
      const std::uint32_t above = below + count;
      for (std::uint32_t i = 0; i < count / 2; ++i) {
        nodes[above + i] = number(join(nodes[below + 2 * i], nodes[below + 2 * i + 1]));
        if (nodes[above + i] == RecordTable::none) return std::nullopt;
      }
      below = above;
    }
  }
  return join(nodes[below], nodes[below + 1]);
}

void TreeCoder::decode(std::uint64_t root, std::uint32_t length, Tree& tree) const {
  if (tree.shape.length != length || tree.bytes.empty()) {
    tree.shape = TreeShape::of(length);
    // Leaves are written whole, and the last one may reach beyond the state.
    tree.bytes.resize(std::max<std::size_t>(tree.bytes.size(), std::size_t{length} + most_leaf_bytes));
    tree.nodes.resize(std::max<std::size_t>(tree.nodes.size(), tree.shape.nodes()));
    tree.leaves.resize(std::max<std::size_t>(tree.leaves.size(), tree.shape.leaves));
  }
  const TreeShape& shape = tree.shape;
  if (shape.leaves == 0) {
    std::memcpy(tree.bytes.data(), &root, sizeof root);
    return;
  }
  std::uint32_t* const nodes = tree.nodes.data();
  std::uint32_t above = shape.nodes() - 2;
  nodes[above] = static_cast<std::uint32_t>(root);
  nodes[above + 1] = static_cast<std::uint32_t>(root >> 32);
  for (std::uint32_t count = 4; count <= shape.leaves; count *= 2) {
    const std::uint32_t below = above - count;
    for (std::uint32_t i = 0; i < count / 2; ++i) {
      const std::uint64_t pair = load_word(tables_.pairs.record(nodes[above + i]));
      nodes[below + 2 * i] = static_cast<std::uint32_t>(pair);
      nodes[below + 2 * i + 1] = static_cast<std::uint32_t>(pair >> 32);
    }
    above = below;
  }
  for (std::uint32_t i = 0; i < shape.leaves; ++i) {
    const std::uint8_t* record = tables_.leaves.record(nodes[i]);
    tree.leaves[i] = {load_word(record), load_word(record + 8)};
    std::memcpy(tree.bytes.data() + shape.begin(i), &tree.leaves[i], most_leaf_bytes);
  }
}

}  // namespace quotient
