#include <algorithm>
#include <limits>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "process/symmetry/detect/decode.hpp"

namespace quotient::detect {

namespace {

std::int32_t i(std::uint32_t v) { return static_cast<std::int32_t>(v); }

/// As the interpreter computes. Nullopt where that is an error.
std::optional<std::int32_t> compute(Op op, std::int32_t a, std::int32_t b) {
  switch (op) {
    case Op::add:
      return i(u(a) + u(b));
    case Op::subtract:
      return i(u(a) - u(b));
    case Op::multiply:
      return i(u(a) * u(b));
    case Op::divide:
    case Op::modulo: {
      if (b == 0) return std::nullopt;
      const std::int64_t left = a, right = b;
      return static_cast<std::int32_t>(op == Op::divide ? left / right : left % right);
    }
    case Op::bit_and:
      return a & b;
    case Op::bit_or:
      return a | b;
    case Op::bit_xor:
      return a ^ b;
    case Op::shift_left:
      return i(u(a) << (u(b) & 31U));
    case Op::shift_right:
      return a >> (u(b) & 31U);
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    case Op::greater_equal:
      return a >= b;
    case Op::equal:
      return a == b;
    case Op::not_equal:
      return a != b;
    default:
      return std::nullopt;
  }
}

bool commutes(Op op) {
  return op == Op::add || op == Op::multiply || op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor ||
         op == Op::equal || op == Op::not_equal;
}

bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

bool compares(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal || op == Op::equal ||
         op == Op::not_equal;
}

}  // namespace

NodeId Decoder::add(Node node) {
  poll_stop();
  node.statement = statement_;
  shared_.nodes.push_back(std::move(node));
  return static_cast<NodeId>(shared_.nodes.size() - 1);
}

NodeId Decoder::constant(std::int32_t value, bool identity) {
  Node n;
  n.value = value;
  n.type = shared_.classes.fresh();
  n.identity = identity;
  n.truth = value == 0 || value == 1;
  if (identity) shared_.classes.make_identity(n.type);
  return add(std::move(n));
}

/// The class of a result that is a number, whatever it is put into: nothing is known about how permutation changes it.
Class Decoder::computed() {
  const Class c = shared_.classes.fresh();
  shared_.classes.make_numeric(c);
  return c;
}

NodeId Decoder::constant_of(std::int32_t value, Class type) {
  Node n;
  n.value = value;
  n.type = type;
  return add(std::move(n));
}

NodeId Decoder::binary(Op op, NodeId left, NodeId right) {
  if (is_constant(left) && is_constant(right)) {
    if (const auto value = compute(op, at(left).value, at(right).value)) {
      const bool identity = at(left).identity || at(right).identity;
      const NodeId id = constant(*value, identity);
      if (identity) shared_.foldings[id] = {process_, op, left, right};
      return id;
    }
  }
  if (op == Op::equal || op == Op::not_equal) {
    // Where a process is, compared with a label.
    for (const auto& [place, number] : {std::pair(left, right), std::pair(right, left)}) {
      if (at(place).kind != NodeKind::location || !is_constant(number)) continue;
      Node n;
      n.kind = NodeKind::at_location;
      n.number = at(place).number;
      n.value = at(number).value;
      n.type = computed();
      n.truth = true;
      const NodeId id = add(std::move(n));
      return op == Op::equal ? id : negation(id);
    }
    shared_.classes.unite(at(left).type, at(right).type);
  } else if (is_constant(left) != is_constant(right)) {
    return table(op, left, right);
  } else {
    shared_.classes.make_numeric(at(left).type);
    shared_.classes.make_numeric(at(right).type);
  }
  if ((op == Op::bit_and || op == Op::bit_or) && at(left).truth && at(right).truth) return all_of(op, left, right);
  const auto is_sum = [this](NodeId n) { return at(n).kind == NodeKind::operation && at(n).op == Op::add; };
  if (merges_ && op == Op::add && (is_sum(left) || is_sum(right)) && is_plain(left) && is_plain(right))
    return sum({left, right});
  const NodeId id = operation(op, {left, right});
  at(id).unordered = commutes(op);
  at(id).truth = compares(op);
  const bool divides = op == Op::divide || op == Op::modulo;
  if (divides && (!is_constant(right) || at(right).value == 0)) at(id).may_fail = true;
  return id;
}

/// & and | of truths, which are all computed: whether one of them fails does not depend on their order, nor does the
/// value.
NodeId Decoder::all_of(Op op, NodeId left, NodeId right) {
  std::vector<NodeId> operands;
  for (const NodeId side : {left, right}) {
    if (at(side).kind == NodeKind::operation && at(side).op == op && at(side).truth) {
      operands.insert(operands.end(), at(side).args.begin(), at(side).args.end());
    } else {
      operands.push_back(side);
    }
  }
  const NodeId id = operation(op, std::move(operands));
  at(id).unordered = at(id).truth = true;
  return id;
}

/// A function of one value, `x % 2` or `x < _pid`: known as a table once all values that x can have are. It does not
/// tell more of them apart than its results do.
NodeId Decoder::table(Op op, NodeId left, NodeId right) {
  const bool constant_left = is_constant(left);
  Node n;
  n.kind = NodeKind::table;
  n.op = op;
  n.detail = constant_left ? 1 : 0;
  n.value = at(constant_left ? left : right).value;
  n.args = {constant_left ? right : left};
  n.type = shared_.classes.fresh();
  n.truth = compares(op);
  n.may_fail = at(n.args[0]).may_fail;
  const bool divides = op == Op::divide || op == Op::modulo;
  if (divides && (constant_left || n.value == 0)) n.may_fail = true;
  // The bits of the number stand for processes: `mask & (1 << _pid)`. Then the number itself is moved by permutations.
  if (is_bitwise(op) && at(constant_left ? left : right).identity) {
    shared_.classes.make_identity(at(n.args[0]).type);
    if (op != Op::bit_and) shared_.classes.make_identity(n.type);
  }
  if (at(n.args[0]).kind == NodeKind::location) shared_.locations_are_numbers = true;
  return add(std::move(n));
}

std::optional<std::int32_t> table_entry(const Node& table, std::int32_t value) {
  return table.detail != 0 ? compute(table.op, table.value, value) : compute(table.op, value, table.value);
}

NodeId Decoder::operation(Op op, std::vector<NodeId> args, std::uint32_t detail) {
  Node n;
  n.kind = NodeKind::operation;
  n.op = op;
  n.detail = detail;
  n.type = computed();
  for (const NodeId a : args) {
    n.may_fail = n.may_fail || at(a).may_fail;
    // What a control location's number is used for otherwise is not followed.
    if (at(a).kind == NodeKind::location) shared_.locations_are_numbers = true;
  }
  n.args = std::move(args);
  return add(std::move(n));
}

NodeId Decoder::truth(NodeId node) {
  if (is_constant(node)) return constant(at(node).value != 0, at(node).identity);
  if (at(node).truth) return node;
  return binary(Op::not_equal, node, constant_of(0, at(node).type));
}

NodeId Decoder::negation(NodeId node) {
  if (is_constant(node)) return constant(at(node).value == 0, at(node).identity);
  // De Morgan, so that what is a chain stays one.
  if (at(node).kind == NodeKind::operation && at(node).op == Op::logical_not) return at(node).args[0];
  if (unrolls_ && (at(node).kind == NodeKind::conjunction || at(node).kind == NodeKind::disjunction)) {
    const bool was_conjunction = at(node).kind == NodeKind::conjunction;
    std::vector<NodeId> args = at(node).args;
    for (NodeId& a : args) a = negation(a);
    return group(was_conjunction ? NodeKind::disjunction : NodeKind::conjunction, std::move(args));
  }
  const NodeId id = operation(Op::logical_not, {truth(node)});
  at(id).truth = true;
  return id;
}

/// && and || of two sides, the left one not constant. Operands may change places as long as none of them can fail: what
/// stands to the left may be there to keep the right one from being evaluated. So one that can fail stays in its place,
/// between groups of others.
NodeId Decoder::junction(NodeKind kind, NodeId left, NodeId right) {
  left = truth(left);
  right = truth(right);
  if (is_constant(right) && (at(right).value != 0) == (kind == NodeKind::conjunction)) return left;
  if (is_constant(right) && !at(left).may_fail) return right;
  std::vector<NodeId> operands;
  const auto add_operands = [&](NodeId side) {
    std::vector<NodeId> waiting{side};
    while (!waiting.empty()) {
      const NodeId n = waiting.back();
      waiting.pop_back();
      if (at(n).kind == kind) {
        waiting.insert(waiting.end(), at(n).args.rbegin(), at(n).args.rend());
      } else {
        operands.push_back(n);
      }
    }
  };
  add_operands(left);
  add_operands(right);
  std::vector<NodeId> parts, harmless;
  const auto close = [&] {
    if (harmless.size() > 1) parts.push_back(group(kind, harmless));
    if (harmless.size() == 1) parts.push_back(harmless[0]);
    harmless.clear();
  };
  for (const NodeId operand : operands) {
    if (at(operand).may_fail) {
      close();
      parts.push_back(operand);
    } else {
      harmless.push_back(operand);
    }
  }
  close();
  return parts.size() == 1 ? parts[0] : group(kind, std::move(parts));
}

NodeId Decoder::group(NodeKind kind, std::vector<NodeId> args) {
  Node n;
  n.kind = kind;
  n.type = computed();
  n.truth = true;
  for (const NodeId a : args) n.may_fail = n.may_fail || at(a).may_fail;
  n.unordered = !n.may_fail;
  n.args = std::move(args);
  return add(std::move(n));
}

const Cell* Decoder::fixed_cell(const Symbol& s) const {
  if (s.kind != Symbol::Kind::address) return nullptr;
  std::int64_t offset = s.offset;
  for (const IndexStep& step : s.path) {
    if (!is_constant(step.index) || u(at(step.index).value) >= step.bound) return nullptr;
    offset += std::int64_t{at(step.index).value} * step.stride;
  }
  return shared_.variables.at(static_cast<std::uint32_t>(offset));
}

const Variable* Decoder::variable_of(const Symbol& s) const {
  const Cell* first = shared_.variables.at(static_cast<std::uint32_t>(s.offset));
  if (first == nullptr) return nullptr;
  const Variable& v = shared_.variables.all[first->variable];
  return v.indices.size() == s.path.size() ? &v : nullptr;
}

/// Whether an element is named by what follows from which process this is.
bool Decoder::is_own(const Symbol& s) const {
  return std::any_of(s.path.begin(), s.path.end(), [this](const IndexStep& step) { return at(step.index).identity; });
}

NodeId Decoder::load_cell_at(const Cell& cell) {
  const Variable& v = shared_.variables.all[cell.variable];
  if (const auto known = in_mind_.find(shared_.variables.number_of(cell)); known != in_mind_.end()) {
    return is_constant(known->second) ? constant(at(known->second).value, at(known->second).identity) : known->second;
  }
  const bool is_known = v.process != global || shared_.unknown.count(v.declaration) == 0;
  if (shared_.fold && !v.assigned && is_known) {
    const std::int32_t value = load_cell(shared_.instance.base().data() + cell.offset, v.type.kind);
    const NodeId id = constant_of(value, v.content);
    shared_.origins[id] = cell.variable;
    // Parameters tell processes apart.
    if (v.process != global) {
      at(id).identity = true;
      shared_.classes.make_identity(v.content);
    }
    return id;
  }
  return cell_node(cell);
}

NodeId Decoder::cell_node(const Cell& cell) {
  Node n;
  n.kind = NodeKind::cell;
  n.number = shared_.variables.number_of(cell);
  n.type = shared_.variables.all[cell.variable].content;
  return add(std::move(n));
}

NodeId Decoder::load(const Symbol& from) {
  if (from.kind == Symbol::Kind::remote) {
    // The process is not known: the local may be that of any of its type.
    Node n;
    n.kind = NodeKind::remote;
    n.type = shared_.classes.fresh();
    n.args.push_back(from.node);
    for (const IndexStep& step : from.path) n.args.push_back(step.index);
    for (std::size_t pid = 0; pid < shared_.instance.types.size(); ++pid) {
      if (shared_.instance.types[pid] != from.type) continue;
      Symbol there = from;
      there.kind = Symbol::Kind::address;
      there.offset += shared_.instance.processes[pid];
      const Variable* v = variable_of(there);
      if (v == nullptr) {
        failed_ = true;
        break;
      }
      n.detail = v->declaration;
      shared_.classes.unite(n.type, v->content);
      for (std::size_t d = 0; d < v->indices.size(); ++d) {
        shared_.classes.unite(at(from.path[d].index).type, v->indices[d]);
      }
    }
    for (const NodeId a : n.args) n.may_fail = n.may_fail || at(a).may_fail;
    n.may_fail = n.may_fail || !from.path.empty();
    n.args.push_back(constant_of(0, n.type));  // what is read where there is no such process
    return add(std::move(n));
  }
  if (const Cell* cell = fixed_cell(from)) {
    // A constant index names an element: it is a value of the index's class.
    const Variable& v = shared_.variables.all[cell->variable];
    for (std::size_t d = 0; d < from.path.size() && d < v.indices.size(); ++d) {
      shared_.classes.unite(at(from.path[d].index).type, v.indices[d]);
    }
    const NodeId value = load_cell_at(*cell);
    // What somebody finds at a place of its own is its own.
    if (is_own(from)) at(value).identity = true;
    return value;
  }
  const Variable* v = variable_of(from);
  if (v == nullptr) {
    failed_ = true;
    return constant(0);
  }
  Node n;
  n.kind = NodeKind::element;
  n.number = static_cast<std::uint32_t>(v - shared_.variables.all.data());
  n.type = v->content;
  n.may_fail = true;
  for (std::size_t d = 0; d < from.path.size(); ++d) {
    shared_.classes.unite(at(from.path[d].index).type, v->indices[d]);
    n.args.push_back(from.path[d].index);
  }
  return add(std::move(n));
}

/// Of a field of the messages of a channel.
Class Decoder::field_class(NodeId channel, std::size_t field) {
  const Class value = shared_.classes.fresh();
  shared_.field_uses.push_back({at(channel).type, field, value});
  return value;
}

void Decoder::use_as_channel(NodeId node) { shared_.classes.make_channel(at(node).type); }
void Decoder::use_as_process(NodeId node) { shared_.classes.unite(at(node).type, shared_.processes); }

Decoder::Symbol Decoder::pop() {
  if (stack_.empty()) {
    failed_ = true;
    return {};
  }
  Symbol top = std::move(stack_.back());
  stack_.pop_back();
  return top;
}

NodeId Decoder::pop_value() {
  const Symbol top = pop();
  if (top.kind != Symbol::Kind::value) failed_ = true;
  return top.node;
}

}  // namespace quotient::detect
