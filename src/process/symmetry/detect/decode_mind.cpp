#include <algorithm>

#include "model/cell.hpp"
#include "process/symmetry/detect/decode.hpp"

/// What a step puts into variables is kept in mind rather than stored, and stored when the step ends, so that a loop
/// over a family is unrolled with its counter a constant in each round, and what the rounds add up is one expression.
/// Nobody else moves in between, so that no one can tell.
///
/// Invariant: what is kept in mind reads cells as they are where the chain of effects has come to. So before a cell is
/// stored, what is in mind and reads it is stored, all at once.
namespace quotient::detect {

namespace {

bool is_arithmetic(Op op) { return (op >= Op::add && op <= Op::not_equal) || op == Op::logical_not; }

/// The least and the greatest value that a cell can hold.
std::pair<std::int64_t, std::int64_t> range_of(CellType type) {
  switch (type.kind) {
    case CellKind::bit:
      return {0, 1};
    case CellKind::byte:
      return {0, 255};
    case CellKind::short_integer:
      return {-32768, 32767};
    case CellKind::integer:
      return {INT32_MIN, INT32_MAX};
    case CellKind::unsigned_8:
    case CellKind::unsigned_16:
      return {0, (std::int64_t{1} << type.bits) - 1};
    case CellKind::unsigned_32:
      return type.bits < 32 ? std::pair<std::int64_t, std::int64_t>{0, (std::int64_t{1} << type.bits) - 1}
                            : std::pair<std::int64_t, std::int64_t>{INT32_MIN, INT32_MAX};
  }
  return {INT32_MIN, INT32_MAX};
}

}  // namespace

/// Whether what is stored in a cell may be kept in mind until the step ends.
bool Decoder::is_kept_in_mind(const Cell& cell) const {
  if (!unrolls_ || process_ < 0) return false;
  const Variable& v = shared_.variables.all[cell.variable];
  if (!v.indices.empty()) return false;
  return v.process == process_ || (v.process == global && merges_ && !looks_around_);
}

/// Whether an expression is a function of some cells alone that never fails.
bool Decoder::is_plain(NodeId id) const {
  const auto known = plain_.find(id);
  if (known != plain_.end()) return known->second;
  const Node& n = at(id);
  bool plain = !n.may_fail;
  switch (n.kind) {
    case NodeKind::constant:
    case NodeKind::cell:
    case NodeKind::table:
    case NodeKind::conjunction:
    case NodeKind::disjunction:
    case NodeKind::conditional:
    case NodeKind::truncation:
    case NodeKind::extreme:
      break;
    case NodeKind::operation:
      plain = plain && is_arithmetic(n.op);
      break;
    default:
      plain = false;
  }
  plain = plain && std::all_of(n.args.begin(), n.args.end(), [this](NodeId a) { return is_plain(a); });
  plain_[id] = plain;
  return plain;
}

/// Nodes of an expression, each as often as it occurs in it. Expressions share parts, so a loop that reads what it
/// wrote in the round before doubles this in every round.
std::uint32_t Decoder::weight_of(NodeId id) const {
  const auto known = weights_.find(id);
  if (known != weights_.end()) return known->second;
  std::uint64_t weight = 1;
  for (const NodeId a : at(id).args) weight += weight_of(a);
  return weights_[id] = static_cast<std::uint32_t>(std::min<std::uint64_t>(weight, heaviest_value + 1));
}

/// Whether a value is kept in mind, in a cell of a type, rather than stored at once: a sum that goes on, or what comes
/// out of the cell as it went in.
bool Decoder::is_kept(NodeId value, CellType type) const {
  if (!merges_ || !is_plain(value) || weight_of(value) > heaviest_value) return false;
  const Node& n = at(value);
  if (n.kind == NodeKind::operation && n.op == Op::add) return true;
  if (trying_ && n.kind == NodeKind::table && (n.op == Op::add || (n.op == Op::subtract && n.detail == 0))) return true;
  return fits_into(value, type);
}

/// Equal for plain expressions that compute the same from the same cells, whatever the order of operands is that may
/// change places.
std::uint32_t Decoder::signature(NodeId id) const {
  const auto known = signatures_.find(id);
  if (known != signatures_.end()) return known->second;
  const Node& n = at(id);
  std::vector<std::int64_t> key{static_cast<std::int64_t>(n.kind),
                                static_cast<std::int64_t>(n.op),
                                n.detail,
                                n.number,
                                n.value,
                                n.blank,
                                n.identity};
  const std::size_t head = key.size();
  for (const NodeId a : n.args) key.push_back(signature(a));
  if (n.unordered) std::sort(key.begin() + static_cast<std::ptrdiff_t>(head), key.end());
  const auto next = static_cast<std::uint32_t>(signature_numbers_.size());
  const std::uint32_t number = signature_numbers_.try_emplace(std::move(key), next).first->second;
  signatures_[id] = number;
  return number;
}

/// What code means depends on where it is, where its step leads, and on what is kept in mind.
Decoder::PlaceKey Decoder::key_of(CodeIndex pc) const {
  PlaceKey key{pc, on_ != nullptr ? on_ - program_.transitions.data() : -1};
  for (const auto& [cell, value] : in_mind_) {
    if (is_constant(value)) {
      key.insert(key.end(), {cell, 0, at(value).value, at(value).blank});
    } else {
      key.insert(key.end(), {cell, 1, signature(value), 0});
    }
  }
  return key;
}

/// Whether a value comes out of a cell as it went in.
bool Decoder::fits_into(NodeId id, CellType type) const {
  const auto bounds = range_of(type);  // no structured binding: clang 14 does not let lambdas capture one
  const auto least = bounds.first, greatest = bounds.second;
  const Node& n = at(id);
  const auto all_fit = [&](std::size_t from) {
    return std::all_of(n.args.begin() + static_cast<std::ptrdiff_t>(from), n.args.end(),
                       [&](NodeId a) { return fits_into(a, type); });
  };
  const auto lies_within = [&](CellType other) {
    const auto [low, high] = range_of(other);
    return low >= least && high <= greatest;
  };
  if (n.truth) return true;
  switch (n.kind) {
    case NodeKind::constant:
      return n.value >= least && n.value <= greatest;
    case NodeKind::cell:
      return lies_within(shared_.variables.all[shared_.variables.cells[n.number].variable].type);
    case NodeKind::conditional:
      return all_fit(1);
    case NodeKind::extreme:
      return all_fit(0);
    case NodeKind::truncation:
      return lies_within(unpack(static_cast<std::uint16_t>(n.detail)));
    default:
      return false;
  }
}

/// As it comes out of the cell again.
NodeId Decoder::truncated(const Cell& cell, NodeId value) {
  const CellType type = shared_.variables.all[cell.variable].type;
  if (is_constant(value)) {
    std::uint8_t bytes[4] = {};
    store_cell(bytes, type, at(value).value);
    const NodeId kept = constant(at(value).blank ? at(value).value : load_cell(bytes, type.kind), at(value).identity);
    at(kept).blank = at(value).blank;
    return kept;
  }
  if (fits_into(value, type)) return value;
  if (at(value).kind == NodeKind::table) {
    const Terms terms = terms_of(value, type);
    std::vector<NodeId> operands = terms.nodes;
    operands.push_back(constant(static_cast<std::int32_t>(terms.number)));
    value = sum(operands);
  }
  // A sum is cut off at the end as well as after each operand: what is lost are multiples of a power of 2.
  if (at(value).kind == NodeKind::operation && at(value).op == Op::add) {
    std::vector<NodeId> terms;
    for (const NodeId a : at(value).args) {
      const bool same_cut = at(a).kind == NodeKind::truncation && at(a).detail == pack(type);
      terms.push_back(same_cut ? at(a).args[0] : a);
    }
    value = sum(terms);
  }
  shared_.classes.make_numeric(at(value).type);
  Node n;
  n.kind = NodeKind::truncation;
  n.detail = pack(type);
  n.type = computed();
  n.args = {value};
  return add(std::move(n));
}

/// A sum of any number of operands, which may change places.
NodeId Decoder::sum(const std::vector<NodeId>& operands) {
  std::vector<NodeId> terms;
  std::uint32_t number = 0;
  bool identity = false;
  for (const NodeId operand : operands) {
    const Node n = at(operand);
    if (n.kind == NodeKind::constant) {
      number += u(n.value);
      identity = identity || n.identity;
    } else if (n.kind == NodeKind::operation && n.op == Op::add) {
      for (const NodeId a : n.args) {
        if (is_constant(a)) {
          number += u(at(a).value);
          identity = identity || at(a).identity;
        } else {
          terms.push_back(a);
        }
      }
    } else {
      terms.push_back(operand);
    }
  }
  if (terms.empty()) return constant(static_cast<std::int32_t>(number), identity);
  if (number == 0 && terms.size() == 1) return terms[0];
  if (number != 0) terms.push_back(constant(static_cast<std::int32_t>(number), identity));
  for (const NodeId a : terms) shared_.classes.make_numeric(at(a).type);
  const NodeId id = operation(Op::add, std::move(terms));
  at(id).unordered = true;
  return id;
}

/// Stores some of what is kept in mind, all at once: what is stored reads what was there before.
void Decoder::store_together(const std::map<std::uint32_t, NodeId>& entries) {
  if (entries.empty()) return;
  if (trying_) {
    trial_failed_ = true;
    return;
  }
  std::vector<NodeId> stores;
  bool joins = open_stores_.has_value();
  for (const auto& [number, value] : entries) {
    const Cell& cell = shared_.variables.cells[number];
    Variable& variable = shared_.variables.all[cell.variable];
    NodeId stored = value;
    if (is_constant(value)) {
      stored = constant_of(at(value).value, variable.content);
      at(stored).blank = at(value).blank;
      at(stored).identity = at(value).identity;
      if (at(value).identity && !at(value).blank) shared_.classes.make_identity(variable.content);
    } else {
      shared_.classes.unite(variable.content, at(value).type);
    }
    joins = joins && stored_.count(number) == 0 && !reads_any(stored, stored_);
    variable.written = true;
    Node n;
    n.kind = NodeKind::store_cell;
    n.number = number;
    n.args = {stored};
    const std::uint32_t statement = at(value).statement;
    stores.push_back(add(std::move(n)));
    at(stores.back()).statement = at(stored).statement = statement;
  }
  if (joins) {
    std::vector<NodeId>& group = at(*open_stores_).args;
    group.insert(group.end(), stores.begin(), stores.end());
    beginnings_.clear();
  } else {
    Node n;
    n.kind = NodeKind::parallel;
    n.unordered = true;
    n.args = std::move(stores);
    const NodeId group = add(std::move(n));
    chain(effect_node(Op::store, {group}));
    open_stores_ = group;
    stored_.clear();
  }
  for (const auto& [number, value] : entries) stored_.insert(number);
}

/// At the end of a step: stores what was kept in mind.
void Decoder::store_mind() {
  const std::map<std::uint32_t, NodeId> stores = std::move(in_mind_);
  in_mind_.clear();
  store_together(stores);
}

/// Before a cell is stored: stores what is in mind and reads it, and what reads any of these.
void Decoder::store_readers_of(std::uint32_t cell) {
  std::set<std::uint32_t> changing{cell};
  std::map<std::uint32_t, NodeId> entries;
  for (bool more = true; more;) {
    more = false;
    for (const auto& [number, value] : in_mind_) {
      if (is_constant(value) || entries.count(number) != 0 || !reads_any(value, changing)) continue;
      entries.emplace(number, value);
      changing.insert(number);
      more = true;
    }
  }
  for (const auto& [number, value] : entries) in_mind_.erase(number);
  store_together(entries);
}

/// Whether a local variable is reset before it is read, and before the next branch: whatever is stored in it, nobody
/// sees it. (The last round of a loop that fills an array which is dead would else not be like the others.)
bool Decoder::is_dead(const Cell& cell) const {
  if (!unrolls_ || shared_.variables.all[cell.variable].process != process_) return false;
  const std::uint32_t offset = cell.offset - record_;
  CodeIndex pc = effect_ + 1;
  for (std::size_t fuel = program_.code.size(); fuel > 0; --fuel) {
    const Instruction& in = program_.code[pc];
    const bool ends = in.op == Op::done || in.op == Op::block || in.op == Op::fail;
    if (ends || in.op == Op::jump_zero || in.op == Op::jump_nonzero || in.op == Op::address_local) return false;
    if (in.op == Op::load_local && u(in.b) == offset) return false;
    const bool resets = in.op == Op::blank_local || in.op == Op::zero_local;
    if (resets && u(in.b) <= offset && offset < u(in.b) + in.a) return true;
    pc = in.op == Op::jump ? static_cast<CodeIndex>(in.b) : pc + 1;
  }
  return false;
}

/// Before something is stored that only a run tells: stores all that is in mind and reads anything.
void Decoder::store_expressions() {
  std::map<std::uint32_t, NodeId> entries;
  for (const auto& [number, value] : in_mind_) {
    if (!is_constant(value)) entries.emplace(number, value);
  }
  for (const auto& [number, value] : entries) in_mind_.erase(number);
  store_together(entries);
}

}  // namespace quotient::detect
