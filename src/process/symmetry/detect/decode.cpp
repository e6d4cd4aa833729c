#include "process/symmetry/detect/decode.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "process/symmetry/detect/sequences.hpp"

namespace quotient::detect {

namespace {

/// Whether a statement ends here, or goes on with another effect.
bool does_something(Op op) {
  return op == Op::store_global || op == Op::store_local || op == Op::store || op == Op::send || op == Op::take ||
         op == Op::zero_local || op == Op::blank_local || op == Op::assertion || op == Op::print;
}

}  // namespace

Decoding::Decoding(const Program& p, const Instance& i, Classes& c, Variables& v, bool fold_constants,
                   std::set<std::uint32_t> unknown_constants)
    : program(p),
      instance(i),
      classes(c),
      variables(v),
      fold(fold_constants),
      unknown(std::move(unknown_constants)),
      hidden_is_read(reads_hidden(p)) {
  for (const ChannelPlace& channel : i.channels) {
    fields.emplace_back();
    for (std::size_t f = 0; f < p.channel_kinds[channel.kind].fields.size(); ++f) fields.back().push_back(c.fresh());
  }
  classes.make_identity(processes);
}

void Decoding::join_fields() {
  for (bool changed = true; changed;) {
    changed = false;
    std::map<Class, std::set<std::int32_t>> values;
    for (const Node& n : nodes) {
      if (n.kind == NodeKind::constant && classes.is_channel(n.type)) values[classes.find(n.type)].insert(n.value);
    }
    for (const Cell& cell : variables.cells) {
      const Variable& v = variables.all[cell.variable];
      if (!classes.is_channel(v.content)) continue;
      for (const auto& base : instance.bases) {
        values[classes.find(v.content)].insert(load_cell(base.data() + cell.offset, v.type.kind));
      }
    }
    for (const FieldUse& use : field_uses) {
      for (const std::int32_t number : values[classes.find(use.channel)]) {
        if (number < 1 || u(number) > fields.size() || use.field >= fields[u(number) - 1].size()) continue;
        const Class field = fields[u(number) - 1][use.field];
        if (classes.find(field) == classes.find(use.value)) continue;
        classes.unite(field, use.value);
        changed = true;
      }
    }
  }
}

Decoder::Decoder(Decoding& shared, std::int32_t process, const std::vector<bool>* passed, bool merges)
    : shared_(shared),
      program_(shared.program),
      process_(process),
      record_(process >= 0 ? shared.instance.processes[u(process)]
                           : shared.program.head_size() + shared.program.claim_offset),
      passed_(passed),
      unrolls_(passed != nullptr),
      merges_(passed != nullptr && merges) {}

NodeId Decoder::step(const Transition& t) {
  const CodeIndex code = t.code;
  on_ = passed_ != nullptr && goes_on(program_, t, *passed_) ? &t : nullptr;
  continued_ = false;
  in_mind_.clear();
  met_.clear();
  work_ = 0;
  depth_ = 0;
  known_.clear();
  stack_.clear();
  message_channel_.reset();
  open_stores_.reset();
  jump_targets_.clear();
  looks_around_ = false;
  const auto note_jumps = [this](CodeIndex from) {
    visit_code(program_, from, [this](const Instruction& in) {
      if (is_jump(in.op)) jump_targets_.insert(static_cast<CodeIndex>(in.b));
      // These see the whole state as it is.
      looks_around_ = looks_around_ || in.op == Op::timeout || in.op == Op::enabled;
    });
  };
  note_jumps(code);
  if (on_ != nullptr) {
    for (const std::uint32_t next :
         followers(program_, program_.process_types[shared_.instance.types[u(process_)]], t, *passed_)) {
      note_jumps(program_.transitions[next].code);
    }
  }
  tried_ = 0;
  statement_ = t.statement;
  unstamped_ = shared_.nodes.size();
  signatures_.clear();
  signature_numbers_.clear();
  plain_.clear();
  return walk(code);
}

NodeId Decoder::expression(CodeIndex code) {
  stack_.clear();
  message_channel_.reset();
  CodeIndex pc = code;
  while (!failed_ && program_.code[pc].op != Op::done) {
    const std::optional<CodeIndex> next = pure(pc);
    if (!next) {
      failed_ = true;
      break;
    }
    pc = *next;
  }
  return failed_ ? constant(0) : truth(pop_value());
}

/// What was read since the last effect is the condition of this statement.
void Decoder::begin_statement(std::uint32_t statement) {
  for (std::size_t k = unstamped_; k < shared_.nodes.size(); ++k) shared_.nodes[k].statement = statement;
  statement_ = statement;
  unstamped_ = shared_.nodes.size();
}

/// Adds a node to the end of the chain.
void Decoder::chain(NodeId node) {
  if (trying_) {
    trial_failed_ = true;
    return;
  }
  open_stores_.reset();
  if (last_) at(*last_).args.push_back(node);
  if (!first_) first_ = node;
  last_ = node;
  for (const PlaceKey& beginning : beginnings_) known_[beginning] = node;
  beginnings_.clear();
}

/// From a place where the stack is empty: the effect there, with everything behind it.
NodeId Decoder::walk(CodeIndex pc) {
  poll_stop();
  const std::optional<NodeId> outer_first = first_, outer_last = last_;
  const std::vector<PlaceKey> outer_beginnings = beginnings_;
  first_.reset();
  last_.reset();
  beginnings_.clear();
  open_stores_.reset();
  std::size_t fuel = 4 * program_.code.size();  // a loop without effects never ends
  while (!failed_) {
    if (unrolls_ ? !has_patience() : fuel-- == 0) {
      failed_ = true;
      break;
    }
    if (stack_.empty()) {
      const PlaceKey key = key_of(pc);
      if (const auto met = known_.find(key); met != known_.end()) {
        const NodeId again = met->second;
        if (last_) at(*last_).args.push_back(again);
        if (!first_) first_ = again;
        for (const PlaceKey& beginning : beginnings_) known_[beginning] = again;
        break;
      }
      beginnings_.push_back(key);
      // A loop is closed where it is come to again with the same in mind.
      if (jump_targets_.count(pc) != 0 && (in_mind_.empty() || !met_.insert(key).second)) open_stores_.reset();
    }
    if (const std::optional<CodeIndex> next = pure(pc)) {
      pc = *next;
    } else if (const std::optional<CodeIndex> after = effect(pc)) {
      if (does_something(program_.code[pc].op)) unstamped_ = shared_.nodes.size();
      pc = *after;
    } else {
      break;
    }
  }
  const NodeId first = first_.value_or(failed_ ? constant(0) : 0);
  first_ = outer_first;
  last_ = outer_last;
  beginnings_ = outer_beginnings;
  return first;
}

NodeId Decoder::effect_node(Op op, std::vector<NodeId> args, std::uint32_t detail) {
  Node n;
  n.kind = NodeKind::effect;
  n.op = op;
  n.detail = detail;
  n.args = std::move(args);
  return add(std::move(n));
}

/// Runs one instruction that does something. Returns where the code goes on; nothing where it ends.
std::optional<CodeIndex> Decoder::effect(CodeIndex pc) {
  const Instruction& in = program_.code[pc];
  effect_ = pc;
  switch (in.op) {
    case Op::done:
      return end_step();
    case Op::block:
    case Op::fail:
      chain(effect_node(in.op, {}));
      return std::nullopt;
    case Op::commit:
    case Op::not_in_handshake:
      if (!continued_) chain(effect_node(in.op, {}));
      break;
    case Op::no_handshake:
    case Op::otherwise:
    case Op::take:
    case Op::terminate_check:
    case Op::terminate:
      chain(effect_node(in.op, {}));
      break;
    case Op::block_zero: {
      const NodeId condition = truth(pop_value());
      if (!is_constant(condition)) {
        chain(effect_node(in.op, {condition}));
      } else if (at(condition).value == 0) {
        chain(effect_node(Op::block, {}));
        return std::nullopt;
      }
      break;
    }
    case Op::assertion:
      chain(effect_node(in.op, {truth(pop_value())}));
      break;
    case Op::store_global:
    case Op::store_local: {
      Symbol target;
      target.kind = Symbol::Kind::address;
      target.offset = std::int64_t{in.b} + (in.op == Op::store_global ? program_.head_size() : record_);
      const NodeId value = pop_value();
      store(target, value);
      break;
    }
    case Op::store: {
      const NodeId value = pop_value();
      store(pop(), value);
      break;
    }
    case Op::store_hidden: {
      const NodeId value = pop_value(), address = pop_value();
      if (!shared_.hidden_is_read) {
        if (!is_constant(address)) chain(effect_node(in.op, {address}));
        break;
      }
      shared_.classes.make_numeric(at(value).type);
      chain(effect_node(in.op, {address, value}, in.a));
      break;
    }
    case Op::zero_local:
    case Op::blank_local:
      reset(in);
      break;
    case Op::send:
      send(in);
      break;
    case Op::set_priority: {
      const NodeId value = pop_value(), process = pop_value();
      use_as_process(process);
      shared_.classes.make_numeric(at(value).type);
      chain(effect_node(in.op, {process, value}));
      break;
    }
    case Op::print:
      for (std::uint16_t k = 0; k < in.a; ++k) pop();
      break;
    case Op::reached:
      begin_statement(u(in.b));
      break;
    case Op::jump:
      return static_cast<CodeIndex>(in.b);
    case Op::jump_zero:
    case Op::jump_nonzero: {
      const NodeId condition = settled(truth(pop_value()));
      const auto target = static_cast<CodeIndex>(in.b);
      if (is_constant(condition)) return (at(condition).value == 0) == (in.op == Op::jump_zero) ? target : pc + 1;
      if (!stack_.empty()) {
        failed_ = true;
        return std::nullopt;
      }
      const CodeIndex if_true = in.op == Op::jump_zero ? pc + 1 : target;
      const CodeIndex if_false = in.op == Op::jump_zero ? target : pc + 1;
      if (const std::optional<CodeIndex> joined = merge_ways(condition, {on_, if_true}, {on_, if_false})) return joined;
      if (trying_) {
        trial_failed_ = true;
        return std::nullopt;
      }
      Node n;
      n.kind = NodeKind::branch;
      n.args = {condition};
      const NodeId id = add(std::move(n));
      chain(id);
      const std::optional<NodeId> message = message_channel_;
      const NodeId yes = walk_option(on_, if_true);
      message_channel_ = message;
      unstamped_ = shared_.nodes.size();
      const NodeId no = walk_option(on_, if_false);
      at(id).args.push_back(yes);
      at(id).args.push_back(no);
      if (!failed_) free_order(id);
      return std::nullopt;
    }
    default:
      failed_ = true;  // creation of processes, trace assertions
      return std::nullopt;
  }
  return pc + 1;
}

void Decoder::store(const Symbol& target, NodeId value) {
  Node n;
  const Cell* cell = fixed_cell(target);
  const Variable* found = cell != nullptr ? &shared_.variables.all[cell->variable] : nullptr;
  if (cell == nullptr && target.kind == Symbol::Kind::address) found = variable_of(target);
  if (found == nullptr) {
    failed_ = true;
    return;
  }
  const auto number = static_cast<std::uint32_t>(found - shared_.variables.all.data());
  Variable& variable = shared_.variables.all[number];
  if (cell != nullptr && !at(value).may_fail && is_dead(*cell)) {
    in_mind_.erase(shared_.variables.number_of(*cell));
    return;
  }
  variable.assigned = variable.assigned || !at(value).blank;
  if (cell != nullptr && is_kept_in_mind(*cell)) {
    // A sum begins with 0.
    if (merges_ && at(value).kind == NodeKind::table && at(value).op == Op::add && at(value).value == 0)
      value = at(value).args[0];
    if (is_constant(value) || is_kept(value, variable.type)) {
      in_mind_[shared_.variables.number_of(*cell)] = truncated(*cell, value);
      return;
    }
    in_mind_.erase(shared_.variables.number_of(*cell));
  }
  if (cell != nullptr) {
    store_readers_of(shared_.variables.number_of(*cell));
  } else {
    store_expressions();
  }
  variable.written = true;
  shared_.classes.unite(variable.content, at(value).type);
  for (std::size_t d = 0; d < target.path.size() && d < variable.indices.size(); ++d) {
    shared_.classes.unite(variable.indices[d], at(target.path[d].index).type);
  }
  if (cell != nullptr) {
    store_now(*cell, value, is_own(target));
    return;
  }
  n.kind = NodeKind::store_element;
  n.number = number;
  for (const IndexStep& step : target.path) n.args.push_back(step.index);
  n.args.push_back(value);
  chain(add(std::move(n)));
}

void Decoder::store_now(const Cell& cell, NodeId value, bool is_own) {
  shared_.variables.all[cell.variable].written = true;
  Node n;
  n.kind = NodeKind::store_cell;
  n.identity = is_own;
  n.number = shared_.variables.number_of(cell);
  n.args.push_back(value);
  const std::uint32_t stored = n.number;
  store_in_parallel(stored, add(std::move(n)));
}

/// Stores one after the other that do not depend on each other may be in any order: `a[1] = 0; a[2] = 0`.
void Decoder::store_in_parallel(std::uint32_t cell, NodeId store) {
  if (trying_) {
    trial_failed_ = true;
    return;
  }
  if (open_stores_ && stored_.count(cell) == 0 && !at(store).may_fail && !reads_any(at(store).args[0], stored_)) {
    at(*open_stores_).args.push_back(store);
    stored_.insert(cell);
    // Jumps that arrive here do not; those were given a chain of their own.
    beginnings_.clear();
    return;
  }
  Node n;
  n.kind = NodeKind::parallel;
  n.unordered = true;
  n.args = {store};
  const NodeId stores = add(std::move(n));
  chain(effect_node(Op::store, {stores}));
  open_stores_ = stores;
  stored_ = {cell};
}

bool Decoder::reads_any(NodeId node, const std::set<std::uint32_t>& cells) const {
  const Node& n = at(node);
  if (n.may_fail) return true;
  if (n.kind == NodeKind::cell && cells.count(n.number) != 0) return true;
  if (n.kind == NodeKind::remote || n.kind == NodeKind::element) return true;
  return std::any_of(n.args.begin(), n.args.end(), [&](NodeId a) { return reads_any(a, cells); });
}

bool Decoder::holds_at_start(const Cell& cell, std::int32_t value) const {
  const CellKind kind = shared_.variables.all[cell.variable].type.kind;
  const auto& bases = shared_.instance.bases;
  return std::all_of(bases.begin(), bases.end(),
                     [&](const auto& base) { return load_cell(base.data() + cell.offset, kind) == value; });
}

/// A dead variable is reset: its cells become 0, or blank.
void Decoder::reset(const Instruction& in) {
  const std::uint32_t offset = u(in.b) + record_;
  for (std::uint32_t k = 0; k < in.a; ++k) {
    const Cell* cell = shared_.variables.at(offset + k);
    if (cell == nullptr) continue;
    const Variable& v = shared_.variables.all[cell->variable];
    Symbol target;
    target.kind = Symbol::Kind::address;
    target.offset = cell->offset;
    const bool blank = in.op == Op::blank_local;
    const NodeId value = constant_of(blank ? blank_value(v.type.kind) : 0, v.content);
    at(value).blank = blank;
    // Of one that holds nothing else all the time, resetting it says nothing.
    const bool is_written = v.written, is_assigned = v.assigned;
    store(target, value);
    if (!holds_at_start(*cell, at(value).value)) continue;
    shared_.variables.all[cell->variable].written = is_written;
    shared_.variables.all[cell->variable].assigned = is_assigned;
  }
}

void Decoder::send(const Instruction& in) {
  const std::size_t given = in.a & 0x7fffU;
  const bool sorted = (in.a & 0x8000U) != 0;
  std::vector<NodeId> args(given + 1);
  for (std::size_t k = given + 1; k > 0; --k) args[k - 1] = pop_value();
  use_as_channel(args[0]);
  for (std::size_t k = 0; k < given; ++k) {
    const Class field = field_class(args[0], k);
    shared_.classes.unite(field, at(args[k + 1]).type);
    if (sorted) shared_.classes.make_numeric(field);
  }
  chain(effect_node(in.op, std::move(args), in.a));
}

}  // namespace quotient::detect
