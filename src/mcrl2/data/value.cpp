#include "mcrl2/data/value.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/ensure.hpp"
#include "mcrl2/data/number.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t first_table = 1U << 12U;
constexpr std::size_t block_words = 1U << 15U;

std::uint64_t hash_of(std::uint32_t op, std::span<const Value> arguments) {
  std::uint64_t hash = op * 0x9E3779B97F4A7C15U + arguments.size();
  for (const Value v : arguments) {
    // Nodes by their hash, not their address: then tables are filled alike in every run.
    const std::uint64_t part = v.is_small() ? v.bits() : v.node()->hash;
    hash = (hash ^ part) * 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 32U;
  }
  return hash;
}

std::uint64_t raw_hash_of(std::span<const Value> words) {
  std::uint64_t hash = 0x2545F4914F6CDD1DU;
  for (const Value v : words) {
    hash = (hash ^ v.bits()) * 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 32U;
  }
  return hash;
}

}  // namespace

TermStore::TermStore() : table_(first_table, nullptr) {}

void TermStore::clear() {
  blocks_.clear();
  block_used_ = block_size_ = bytes_ = count_ = 0;
  table_.assign(first_table, nullptr);
}

void TermStore::grow() {
  std::vector<const Node*> bigger(table_.size() * 2, nullptr);
  for (const Node* node : table_) {
    if (!node) continue;
    std::size_t at = node->hash & (bigger.size() - 1);
    while (bigger[at]) at = (at + 1) & (bigger.size() - 1);
    bigger[at] = node;
  }
  table_ = std::move(bigger);
}

bool TermStore::is_plain(std::uint32_t op, std::span<const Value> arguments) const {
  switch (op) {
    case node_op::big:
    case node_op::rational:
      return true;
    case node_op::cons:
    case node_op::set:
    case node_op::co_set:
    case node_op::bag:
    case node_op::tuple:
      break;
    default: {
      if (op < node_op::first_function) return false;
      const std::size_t function = op - node_op::first_function;
      if (function < maps_.size() && maps_[function]) return false;
    }
  }
  return std::all_of(arguments.begin(), arguments.end(), [](Value v) { return v.is_small() || v.node()->plain != 0; });
}

Value TermStore::make(std::uint32_t op, std::span<const Value> arguments) {
  const std::uint64_t hash = op == node_op::big ? raw_hash_of(arguments) : hash_of(op, arguments);
  std::size_t at = hash & (table_.size() - 1);
  for (; table_[at]; at = (at + 1) & (table_.size() - 1)) {
    const Node* node = table_[at];
    if (node->hash == hash && node->op == op && node->size == arguments.size() &&
        std::equal(arguments.begin(), arguments.end(), node->arguments().begin())) {
      return Value::of(node);
    }
  }
  static_assert(sizeof(Node) == 2 * sizeof(std::uint64_t) && sizeof(Value) == sizeof(std::uint64_t));
  const std::size_t words = 2 + arguments.size();
  if (block_used_ + words > block_size_) {
    block_size_ = std::max(words, block_words);
    blocks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(block_size_));
    bytes_ += block_size_ * sizeof(std::uint64_t);
    block_used_ = 0;
  }
  std::uint64_t* place = blocks_.back().get() + block_used_;
  block_used_ += words;
  auto* node = new (place)
      Node{op, static_cast<std::uint32_t>(arguments.size()) & 0x7FFF'FFFFU, is_plain(op, arguments) ? 1U : 0U, hash};
  if (!arguments.empty()) std::memcpy(place + 2, arguments.data(), arguments.size_bytes());
  table_[at] = node;
  if (++count_ * 2 > table_.size()) grow();
  return Value::of(node);
}

namespace {

/// The rank of a value among those of its sort before its arguments are looked at.
std::int64_t rank_of(Value v, std::span<const std::uint32_t> index_of) {
  if (v.is_small()) return v.small();
  const Node* node = v.node();
  if (node->op < node_op::first_function) return node->op == node_op::cons ? 1 : node->op;
  const std::size_t function = node->op - node_op::first_function;
  return function < index_of.size() ? index_of[function] : 0;
}

bool is_number_node(Value v) {
  return !v.is_small() && (v.node()->op == node_op::big || v.node()->op == node_op::rational);
}

/// How two values compare by themselves; where only their arguments can tell, 0.
int compare_tops(Value x, Value y, std::span<const std::uint32_t> index_of) {
  if (is_number_node(x) || is_number_node(y)) return compare_numbers(x, y);
  const std::int64_t rx = rank_of(x, index_of);
  const std::int64_t ry = rank_of(y, index_of);
  if (rx != ry) return rx < ry ? -1 : 1;
  if (x.is_small() || y.is_small()) return x.is_small() ? -1 : 1;
  const Node* p = x.node();
  const Node* q = y.node();
  if (p->op != q->op) return p->op < q->op ? -1 : 1;
  if (p->size != q->size) return p->size < q->size ? -1 : 1;
  return 0;
}

}  // namespace

int compare(Value a, Value b, std::span<const std::uint32_t> index_of) {
  struct Open {
    const Node* left;
    const Node* right;
    std::uint32_t next;  // the arguments to compare next
  };
  // Elements of sets are compared at every look; what is not deeply nested needs no memory for it.
  std::array<Open, 8> near;
  std::vector<Open> far;
  std::size_t depth = 0;
  for (;;) {
    if (a != b) {
      const int tops = compare_tops(a, b, index_of);
      if (tops != 0) return tops;
      const Node* left = a.node();
      const Node* right = b.node();
      if (left->size > 0) {
        if (left->size > 1) {
          if (depth < near.size()) {
            near[depth] = {left, right, 1};
          } else {
            far.push_back({left, right, 1});
          }
          ++depth;
        }
        a = (*left)[0];
        b = (*right)[0];
        continue;
      }
    }
    if (depth == 0) return 0;
    Open& open = depth <= near.size() ? near[depth - 1] : far.back();
    a = (*open.left)[open.next];
    b = (*open.right)[open.next];
    if (++open.next < open.left->size) continue;
    if (depth-- > near.size()) far.pop_back();
  }
}

namespace {

void put(std::uint64_t n, std::vector<std::uint8_t>& out) {
  for (; n >= 0x80; n >>= 7U) out.push_back(static_cast<std::uint8_t>(n | 0x80U));
  out.push_back(static_cast<std::uint8_t>(n));
}

std::uint64_t get(std::span<const std::uint8_t> bytes, std::size_t& at) {
  std::uint64_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    ensure(at < bytes.size() && shift < 64, "serialised value is cut short");
    const std::uint8_t byte = bytes[at++];
    n |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return n;
  }
}

}  // namespace

/// Small: the number, folded so that small negative ones stay short, times 2 plus 1. Node: (op times 2), size,
/// arguments.
void serialise(Value value, std::vector<std::uint8_t>& out) {
  std::vector<Value> todo{value};
  while (!todo.empty()) {
    const Value v = todo.back();
    todo.pop_back();
    if (v.is_small()) {
      const std::int64_t n = v.small();
      const std::uint64_t folded = (static_cast<std::uint64_t>(n) << 1U) ^ static_cast<std::uint64_t>(n >> 63);
      put((folded << 1U) | 1U, out);
      continue;
    }
    const Node* node = v.node();
    put(std::uint64_t{node->op} << 1U, out);
    put(node->size, out);
    if (node->op == node_op::big) {
      for (const Value word : node->arguments()) put(word.bits(), out);
    } else {
      for (std::size_t i = node->size; i-- > 0;) todo.push_back((*node)[i]);
    }
  }
}

Value deserialise(std::span<const std::uint8_t> bytes, TermStore& store) {
  struct Open {
    std::uint32_t op;
    std::size_t missing;
    std::size_t first;  // of its arguments on `done`
  };
  std::vector<Open> open;
  std::vector<Value> done;
  std::size_t at = 0;
  do {
    const std::uint64_t tag = get(bytes, at);
    if ((tag & 1U) != 0) {
      const std::uint64_t folded = tag >> 1U;
      done.push_back(Value::small(static_cast<std::int64_t>((folded >> 1U) ^ (~(folded & 1U) + 1))));
    } else {
      const auto op = static_cast<std::uint32_t>(tag >> 1U);
      const std::uint64_t size = get(bytes, at);
      if (op == node_op::big) {
        std::vector<Value> words;
        for (std::uint64_t i = 0; i < size; ++i) words.push_back(Value::raw(get(bytes, at)));
        done.push_back(store.make(op, words));
      } else {
        open.push_back({op, size, done.size()});
      }
    }
    while (!open.empty() && done.size() - open.back().first == open.back().missing) {
      const Open top = open.back();
      open.pop_back();
      const Value made = store.make(top.op, std::span(done).subspan(top.first));
      done.resize(top.first);
      done.push_back(made);
    }
  } while (!open.empty());
  ensure(done.size() == 1 && at == bytes.size(), "serialised value is malformed");
  return done.front();
}

}  // namespace quotient::mcrl2
