#include "process/symmetry/detect/decode.hpp"

namespace quotient::detect {

/// Runs one instruction that only computes, or a whole &&, || or conditional expression. Returns where the code goes
/// on; nothing where the instruction does more.
std::optional<CodeIndex> Decoder::pure(CodeIndex pc) {
  const Instruction& in = program_.code[pc];
  switch (in.op) {
    case Op::push:
      push(constant(in.b));
      break;
    case Op::duplicate:
      if (stack_.empty()) failed_ = true;
      if (!failed_) stack_.push_back(stack_.back());
      break;
    case Op::drop:
      pop();
      break;
    case Op::load_global:
    case Op::load_local: {
      Symbol s;
      s.kind = Symbol::Kind::address;
      s.offset = std::int64_t{in.b} + (in.op == Op::load_global ? program_.head_size() : record_);
      const Cell* cell = fixed_cell(s);
      if (cell == nullptr) failed_ = true;
      push(cell == nullptr ? constant(0) : load_cell_at(*cell));
      break;
    }
    case Op::address_global:
    case Op::address_local: {
      Symbol s;
      s.kind = Symbol::Kind::address;
      s.offset = std::int64_t{in.b} + (in.op == Op::address_global ? program_.head_size() : record_);
      stack_.push_back(std::move(s));
      break;
    }
    case Op::address_remote:
    case Op::index:
      index_address(in);
      break;
    case Op::in_range: {
      // Which values pass is known as a table; the value itself stays what it is.
      const ValueCheck& check = program_.value_checks[u(in.b)];
      const NodeId value = pop_value();
      if (is_constant(value) && at(value).value >= check.lo && at(value).value <= check.hi) {
        push(value);
        break;
      }
      const NodeId above = binary(Op::greater_equal, value, constant(check.lo));
      const NodeId below = binary(Op::less_equal, value, constant(check.hi));
      const NodeId id = operation(in.op, {value, above, below});
      at(id).type = at(value).type;
      at(id).may_fail = true;
      push(id);
      break;
    }
    case Op::load: {
      const Symbol s = pop();
      push(s.kind == Symbol::Kind::value ? constant(0) : load(s));
      break;
    }
    case Op::load_hidden: {
      const NodeId address = pop_value();
      push(operation(in.op, {address}, in.a));
      break;
    }
    case Op::jump_zero:
    case Op::jump_nonzero:
      return jump_pattern(pc);
    case Op::length:
    case Op::full:
    case Op::not_full:
    case Op::empty:
    case Op::not_empty:
    case Op::send_ready: {
      const NodeId channel = pop_value();
      use_as_channel(channel);
      const NodeId id = operation(in.op, {channel});
      at(id).truth = in.op != Op::length;
      at(id).may_fail = at(id).may_fail || !is_constant(channel) || at(channel).value == 0;
      push(id);
      break;
    }
    case Op::receive_match:
    case Op::poll_match:
      match(in);
      break;
    case Op::field: {
      if (!message_channel_) failed_ = true;
      const NodeId id = operation(in.op, {}, u(in.b));
      if (message_channel_) at(id).type = field_class(*message_channel_, u(in.b));
      push(id);
      break;
    }
    case Op::pid:
    case Op::process_count:
    case Op::last:
    case Op::timeout:
    case Op::nonprogress:
    case Op::own_channel:
    case Op::location_of:
    case Op::find_process:
    case Op::enabled:
    case Op::get_priority:
      push_process_value(in);
      break;
    default:
      if (!unary_or_binary(in)) return std::nullopt;
  }
  return pc + 1;
}

bool Decoder::unary_or_binary(const Instruction& in) {
  switch (in.op) {
    case Op::add:
      // The offset of a field, added to an address.
      if (stack_.size() >= 2 && stack_[stack_.size() - 2].kind != Symbol::Kind::value) {
        const NodeId offset = pop_value();
        if (!is_constant(offset)) failed_ = true;
        stack_.back().offset += at(offset).value;
        return true;
      }
      [[fallthrough]];
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::shift_left:
    case Op::shift_right:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal: {
      const NodeId right = pop_value(), left = pop_value();
      push(binary(in.op, left, right));
      return true;
    }
    case Op::negate:
    case Op::complement: {
      const NodeId operand = pop_value();
      push(in.op == Op::negate ? binary(Op::subtract, constant(0), operand)
                               : binary(Op::bit_xor, operand, constant(-1)));
      return true;
    }
    case Op::logical_not:
      push(negation(pop_value()));
      return true;
    case Op::to_bool:
      push(truth(pop_value()));
      return true;
    default:
      return false;
  }
}

void Decoder::push_process_value(const Instruction& in) {
  const Instance& instance = shared_.instance;
  switch (in.op) {
    case Op::pid:
      push(constant(process_, process_ >= 0));
      shared_.own_numbers.push_back(at(stack_.back().node).type);
      return;
    case Op::own_channel:
      if (process_ < 0) failed_ = true;
      push(failed_ ? constant(0)
                   : constant(static_cast<std::int32_t>(instance.first_channel[u(process_)]) + in.b + 1, true));
      return;
    case Op::find_process: {
      std::int32_t found = -1;
      for (std::size_t pid = instance.types.size(); pid > 0; --pid) {
        if (instance.types[pid - 1] == u(in.b)) found = static_cast<std::int32_t>(pid - 1);
      }
      push(constant_of(found, shared_.processes));
      return;
    }
    case Op::location_of: {
      const NodeId process = pop_value();
      use_as_process(process);
      if (is_constant(process) && u(at(process).value) < instance.types.size()) {
        Node n;
        n.kind = NodeKind::location;
        n.number = u(at(process).value);
        n.type = computed();
        push(add(std::move(n)));
      } else {
        shared_.locations_are_numbers = true;
        push(operation(in.op, {process}));
      }
      return;
    }
    case Op::enabled:
    case Op::get_priority: {
      const NodeId process = pop_value();
      use_as_process(process);
      push(operation(in.op, {process}));
      break;
    }
    case Op::process_count:
      // As long as none dies there are as many as now.
      if (instance.lasting == instance.types.size()) {
        push(constant(static_cast<std::int32_t>(instance.types.size())));
        return;
      }
      [[fallthrough]];
    default:
      push(operation(in.op, {}));
      break;
  }
  Node& value = at(stack_.back().node);
  value.truth = in.op == Op::timeout || in.op == Op::nonprogress || in.op == Op::enabled;
  if (in.op == Op::last) value.type = shared_.processes;
}

void Decoder::index_address(const Instruction& in) {
  if (in.op == Op::address_remote) {
    const NodeId process = pop_value();
    use_as_process(process);
    if (is_constant(process)) {
      const auto& types = shared_.instance.types;
      const std::uint32_t pid = u(at(process).value);
      if (pid >= types.size() || types[pid] != in.a) {
        push(constant(0));  // nobody there: reads 0
        return;
      }
      Symbol s;
      s.kind = Symbol::Kind::address;
      s.offset = std::int64_t{in.b} + shared_.instance.processes[pid];
      stack_.push_back(std::move(s));
      return;
    }
    Symbol s;
    s.kind = Symbol::Kind::remote;
    s.node = process;
    s.offset = in.b;
    s.type = in.a;
    stack_.push_back(std::move(s));
    return;
  }
  const NodeId index = pop_value();
  if (stack_.empty()) {
    failed_ = true;
    return;
  }
  Symbol& address = stack_.back();
  if (address.kind != Symbol::Kind::value) {
    address.path.push_back({index, in.a, u(program_.index_checks[u(in.b)].bound)});
  } else if (shared_.hidden_is_read) {
    // Hidden memory is no part of the state: its addresses are numbers.
    shared_.classes.make_numeric(at(index).type);
    address.node = operation(in.op, {address.node, index}, in.a);
  } else {
    // What is written there makes no difference, but that the index must be one does.
    const NodeId above = binary(Op::greater_equal, index, constant(0));
    const NodeId below = binary(Op::less, index, constant(program_.index_checks[u(in.b)].bound));
    const NodeId before = is_constant(address.node) ? constant(0) : address.node;
    address.node = operation(in.op, {before, above, below});
  }
}

void Decoder::match(const Instruction& in) {
  const ReceivePattern& pattern = program_.patterns[u(in.b)];
  const NodeId channel = pop_value();
  use_as_channel(channel);
  std::vector<NodeId> args(pattern.matched.size());
  for (std::size_t k = args.size(); k > 0; --k) args[k - 1] = pop_value();
  std::vector<std::uint32_t> kind{pattern.random ? 1U : 0U, pattern.peek ? 1U : 0U, pattern.given};
  for (std::size_t k = 0; k < args.size(); ++k) {
    kind.push_back(pattern.matched[k]);
    shared_.classes.unite(at(args[k]).type, field_class(channel, pattern.matched[k]));
  }
  const auto detail = static_cast<std::uint32_t>(shared_.patterns.size());
  const std::uint32_t number = shared_.patterns.try_emplace(std::move(kind), detail).first->second;
  args.push_back(channel);
  const NodeId id = operation(in.op, std::move(args), number);
  at(id).truth = in.op == Op::receive_match || !pattern.random;  // else it is the place in the queue
  at(id).may_fail = at(id).may_fail || !is_sure_match(in.op, channel, pattern);
  if (in.op == Op::receive_match) message_channel_ = channel;
  push(id);
}

/// Whether matching a pattern with the messages of a channel can be no run-time error: the channel is known, and it is
/// one that the pattern fits. Then a poll is a test like others, whose place among `&&` and `||` makes no difference.
bool Decoder::is_sure_match(Op op, NodeId channel, const ReceivePattern& pattern) const {
  if (!is_constant(channel)) return false;
  const std::uint32_t number = u(at(channel).value);
  if (number < 1 || number > shared_.instance.channels.size()) return false;
  const ChannelKind& kind = program_.channel_kinds[shared_.instance.channels[number - 1].kind];
  if (op == Op::poll_match) return kind.capacity > 0;
  return pattern.given == kind.fields.size() && (kind.capacity > 0 || !pattern.peek);
}

/// `a && b`, `a || b` and `(a -> b : c)` are compiled to jumps in three ways only; see Lowering.
std::optional<CodeIndex> Decoder::jump_pattern(CodeIndex pc) {
  const auto& code = program_.code;
  const bool on_zero = code[pc].op == Op::jump_zero;
  const auto target = static_cast<CodeIndex>(code[pc].b);
  if (target < pc + 3 || stack_.empty() || stack_.back().kind != Symbol::Kind::value) return std::nullopt;
  const std::vector<Symbol> before = stack_;
  const NodeId condition = pop_value();
  const auto decided = [&](bool value) { return is_constant(condition) && (at(condition).value != 0) == value; };

  const bool junction_follows =
      code[target].op == Op::push && code[target].b == (on_zero ? 0 : 1) && code[target - 1].op == Op::jump &&
      static_cast<CodeIndex>(code[target - 1].b) == target + 1 && code[target - 2].op == Op::to_bool;
  if (junction_follows) {
    if (decided(!on_zero)) {
      push(constant(on_zero ? 0 : 1, at(condition).identity));
      return target + 1;
    }
    if (evaluate(pc + 1, target - 2)) {
      const NodeId right = pop_value();
      push(decided(on_zero) ? truth(right)
                            : junction(on_zero ? NodeKind::conjunction : NodeKind::disjunction, condition, right));
      return target + 1;
    }
  } else if (on_zero && code[target - 1].op == Op::jump && static_cast<CodeIndex>(code[target - 1].b) >= target) {
    const auto end = static_cast<CodeIndex>(code[target - 1].b);
    if (decided(true) && evaluate(pc + 1, target - 1)) return end;
    if (decided(false) && evaluate(target, end)) return end;
    if (!is_constant(condition) && evaluate(pc + 1, target - 1)) {
      const NodeId yes = pop_value();
      if (evaluate(target, end)) {
        const NodeId no = pop_value();
        std::optional<NodeId> least;
        if (merges_ && is_plain(condition) && is_plain(yes) && is_plain(no)) least = extreme_of(condition, yes, no);
        push(least ? *least : conditional(condition, yes, no));
        return end;
      }
    }
  }
  // Not an expression: what was tried has taught us nothing.
  stack_ = before;
  failed_ = false;
  return std::nullopt;
}

/// Runs the code in between; true where it only computed, and left one value.
bool Decoder::evaluate(CodeIndex begin, CodeIndex end) {
  const std::size_t depth = stack_.size();
  CodeIndex pc = begin;
  while (pc < end && !failed_) {
    const std::optional<CodeIndex> next = pure(pc);
    if (!next) return false;
    pc = *next;
  }
  return !failed_ && pc == end && stack_.size() == depth + 1 && stack_.back().kind == Symbol::Kind::value;
}

}  // namespace quotient::detect
