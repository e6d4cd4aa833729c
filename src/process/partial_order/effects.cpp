#include "process/partial_order/effects.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "model/cell.hpp"
#include "process/partial_order/value_set.hpp"
#include "process/record.hpp"

namespace quotient {

namespace {

void append_new(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
  for (const std::uint32_t one : from) {
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
  }
}

/// A value on the stack: a number, or the address of a cell.
struct Abstract {
  enum class Kind : std::uint8_t { number, global, local, elsewhere };
  Kind kind = Kind::number;
  ValueSet values;                    // of the number, or of the offset in the globals or in the record
  std::int32_t least = 0, most = -1;  // of the offset, where it is not among few
  /// Channels of whose state it speaks: whether there is room, or a message that matches. A statement that merely waits
  /// for that is one thing, code that goes another way without it reads the channel.
  std::vector<std::uint32_t> speaks_of = {};

  static Abstract number(ValueSet values) { return {Kind::number, std::move(values), 0, -1}; }
  static Abstract unknown() { return number(ValueSet::unknown()); }

  Abstract joined(const Abstract& other) const {
    if (kind != other.kind) return {Kind::elsewhere, ValueSet::unknown(), 0, -1};
    Abstract both{kind, values.joined(other.values), 0, -1, speaks_of};
    append_new(both.speaks_of, other.speaks_of);
    if (kind == Kind::number || both.values.is_known()) return both;
    both.least = std::min(first(), other.first());
    both.most = std::max(last(), other.last());
    return both;
  }
  std::int32_t first() const { return values.is_known() ? values.values().front() : least; }
  std::int32_t last() const { return values.is_known() ? values.values().back() : most; }

  friend bool operator==(const Abstract&, const Abstract&) = default;
};

using Stack = std::vector<Abstract>;

std::optional<std::int32_t> apply(Op op, std::int32_t left, std::int32_t right) {
  const std::uint32_t a = u(left), b = u(right);
  const auto i = [](std::uint32_t value) { return static_cast<std::int32_t>(value); };
  switch (op) {
    case Op::add:
      return i(a + b);
    case Op::subtract:
      return i(a - b);
    case Op::multiply:
      return i(a * b);
    case Op::divide:
      if (right == 0) return std::nullopt;
      return static_cast<std::int32_t>(std::int64_t{left} / right);
    case Op::modulo:
      if (right == 0) return std::nullopt;
      return static_cast<std::int32_t>(std::int64_t{left} % right);
    case Op::bit_and:
      return left & right;
    case Op::bit_or:
      return left | right;
    case Op::bit_xor:
      return left ^ right;
    case Op::shift_left:
      return i(a << (b & 31U));
    case Op::shift_right:
      return left >> (b & 31U);
    case Op::less:
      return left < right;
    case Op::less_equal:
      return left <= right;
    case Op::greater:
      return left > right;
    case Op::greater_equal:
      return left >= right;
    case Op::equal:
      return left == right;
    case Op::not_equal:
      return left != right;
    case Op::negate:
      return i(0U - a);
    case Op::logical_not:
      return left == 0;
    case Op::complement:
      return ~left;
    case Op::to_bool:
      return left != 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

void Effects::add(const Effects& other) {
  reads.insert(other.reads);
  writes.insert(other.writes);
  everything = everything || other.everything;
  meets = meets || other.meets;
  waits_for_all = waits_for_all || other.waits_for_all;
  append_new(sends, other.sends);
  append_new(receives, other.receives);
}

void Effects::read_as_condition(const SharedThings& things) {
  for (const std::uint32_t c : sends) reads.insert(things.receive_end(c));
  for (const std::uint32_t c : receives) reads.insert(things.send_end(c));
  everything = everything || meets;
}

/// One run of code on sets of values, along all ways that it can go.
class EffectFinder::Run {
 public:
  Run(const EffectFinder& finder, std::uint32_t pid, bool timeout_holds)
      : finder_(finder), program_(finder.program_), pid_(pid), timeout_holds_(timeout_holds) {
    effects_.reads = effects_.writes = ThingSet(finder.things_.count());
    effects_.can_be_taken = false;
  }

  Effects run(CodeIndex code) {
    waiting_.push_back({code, {}});
    while (!waiting_.empty()) {
      auto [at, stack] = std::move(waiting_.back());
      waiting_.pop_back();
      follow(at, std::move(stack));
    }
    // What comes second may fail, or make the code go another way, where the first has already been done.
    if (conditions_.size() > 1) effects_.read_as_condition(finder_.things_);
    return std::move(effects_);
  }
  /// Bytes of the record that the process changes of itself.
  const std::vector<std::pair<std::int32_t, std::int32_t>>& own_changes() const { return own_changes_; }

 private:
  /// Where two ways meet, the stack holds what either has: it is run again where that is news.
  void follow(CodeIndex at, Stack stack) {
    for (;;) {
      const auto [known, fresh] = met_.try_emplace(at, stack);
      if (!fresh) {
        Stack joined = known->second;
        for (std::size_t k = 0; k < joined.size() && k < stack.size(); ++k) joined[k] = joined[k].joined(stack[k]);
        if (joined == known->second) return;
        known->second = stack = std::move(joined);
      }
      const Instruction& in = program_.code[at++];
      stack_ = &stack;
      switch (step(in)) {
        case Way::on:
          break;
        case Way::both:
          waiting_.push_back({static_cast<CodeIndex>(in.b), stack});
          break;
        case Way::jump:
          at = static_cast<CodeIndex>(in.b);
          break;
        case Way::end:
          return;
      }
    }
  }

  enum class Way : std::uint8_t { on, jump, both, end };
  enum class Use : std::uint8_t { ask, send, sorted_send, receive, search };

  Abstract pop() {
    Abstract value = std::move(stack_->back());
    stack_->pop_back();
    return value;
  }
  /// For whatever does more with a value than to wait until it is not 0.
  ValueSet popped_and_read() {
    const Abstract value = pop();
    for (const std::uint32_t c : value.speaks_of) use(c, Use::ask);
    return value.values;
  }
  void pop(std::size_t count) { stack_->resize(stack_->size() - count); }
  void push(Abstract value) { stack_->push_back(std::move(value)); }

  Way step(const Instruction& in) {
    switch (in.op) {
      case Op::done:
        effects_.can_be_taken = true;
        return Way::end;
      case Op::fail:
        effects_.can_be_taken = true;  // it is an error, and that is a step
        return Way::end;
      case Op::block:
        return Way::end;
      case Op::commit:
      case Op::not_in_handshake:
      case Op::no_handshake:
      case Op::otherwise:
      case Op::take:
      case Op::reached:
        return Way::on;
      case Op::push:
        push(Abstract::number(ValueSet::of(in.b)));
        return Way::on;
      case Op::duplicate:
        push(stack_->back());
        return Way::on;
      case Op::drop:
      case Op::assertion:
        pop(1);
        return Way::on;
      case Op::print:
        pop(in.a);
        return Way::on;
      case Op::jump:
        return Way::jump;
      case Op::jump_zero:
      case Op::jump_nonzero: {
        const ValueSet condition = popped_and_read();
        const bool surely_zero = condition.is_surely_zero(), surely_not = condition.is_surely_not_zero();
        if (!surely_zero && !surely_not) return Way::both;
        return surely_zero == (in.op == Op::jump_zero) ? Way::jump : Way::on;
      }
      case Op::block_zero:
        return pop().values.is_surely_zero() ? Way::end : Way::on;
      default:
        break;
    }
    if (memory(in) || arithmetic(in) || channel(in)) return Way::on;
    surroundings(in);
    return Way::on;
  }

  bool memory(const Instruction& in) {
    switch (in.op) {
      case Op::load_global:
        push(load({Abstract::Kind::global, ValueSet::of(in.b), 0, -1}, in.a));
        return true;
      case Op::load_local:
        push(load({Abstract::Kind::local, ValueSet::of(in.b), 0, -1}, in.a));
        return true;
      case Op::store_global:
        pop(1);
        store({Abstract::Kind::global, ValueSet::of(in.b), 0, -1}, unpack(in.a).size());
        return true;
      case Op::store_local:
        pop(1);
        store({Abstract::Kind::local, ValueSet::of(in.b), 0, -1}, unpack(in.a).size());
        return true;
      case Op::address_global:
        push({Abstract::Kind::global, ValueSet::of(in.b), 0, -1});
        return true;
      case Op::address_local:
        push({Abstract::Kind::local, ValueSet::of(in.b), 0, -1});
        return true;
      case Op::address_remote:
        pop(1);  // only to be read: `load` knows that it interferes with everything
        push({Abstract::Kind::elsewhere, ValueSet::unknown(), 0, -1});
        return true;
      case Op::index:
        index(in);
        return true;
      case Op::load: {
        const Abstract from = pop();
        push(load(from, in.a));
        return true;
      }
      case Op::store:
        pop(1);
        store(pop(), unpack(in.a).size());
        return true;
      case Op::load_hidden:  // what is hidden begins anew with every step
        pop(1);
        push(Abstract::unknown());
        return true;
      case Op::store_hidden:
        pop(2);
        return true;
      case Op::zero_local:
      case Op::blank_local:
        // Only where nobody reads it any more: whoever reads the cell has read the value before.
        return true;
      default:
        return false;
    }
  }

  void index(const Instruction& in) {
    const ValueSet given = pop().values;
    Abstract& address = stack_->back();
    const std::int32_t bound = program_.index_checks[u(in.b)].bound, stride = in.a;
    std::vector<std::int32_t> offsets;
    if (given.is_known()) {
      for (const std::int32_t value : given.values()) {
        if (value >= 0 && value < bound) offsets.push_back(value * stride);
      }
    } else if (bound <= 64) {
      for (std::int32_t value = 0; value < bound; ++value) offsets.push_back(value * stride);
    }
    const ValueSet among = offsets.empty() ? ValueSet::unknown() : ValueSet::of(std::move(offsets));
    const std::int32_t least = address.first(), most = address.last() + (bound - 1) * stride;
    address.values =
        address.values.combined(among, [](std::int32_t a, std::int32_t b) { return std::optional(a + b); });
    address.least = least;
    address.most = most;
  }

  /// Calls visit(offset) for each byte of the cells that an address may be of.
  template <typename Visit>
  void each_byte(const Abstract& address, std::uint32_t size, Visit visit) const {
    const auto cell = [&](std::int32_t at) {
      for (std::uint32_t k = 0; k < size; ++k) visit(u(at) + k);
    };
    if (address.values.is_known()) {
      for (const std::int32_t at : address.values.values()) cell(at);
    } else {
      for (std::int32_t at = address.least; at <= address.most; ++at) cell(at);
    }
  }

  Abstract load(const Abstract& from, std::uint16_t packed) {
    const CellType type = unpack(packed);
    if (from.kind == Abstract::Kind::elsewhere || from.kind == Abstract::Kind::number) {
      effects_.everything = true;
      return Abstract::unknown();
    }
    const bool global = from.kind == Abstract::Kind::global;
    bool changes = !finder_.constants_known_ || !from.values.is_known();
    each_byte(from, type.size(), [&](std::uint32_t at) {
      if (finder_.constants_known_) {
        changes |=
            global ? finder_.global_changes_.contains(finder_.things_.byte(at)) : finder_.local_changes_[pid_][at] != 0;
      }
    });
    if (!changes) return constants(from, type, global);
    if (global) {
      each_byte(from, type.size(), [&](std::uint32_t at) { effects_.reads.insert(finder_.things_.byte(at)); });
    }
    return Abstract::unknown();
  }

  Abstract constants(const Abstract& from, CellType type, bool global) const {
    const std::uint32_t base = global ? program_.head_size() : finder_.instance_.processes[pid_];
    std::vector<std::int32_t> values;
    for (const std::vector<std::uint8_t>& state : finder_.instance_.bases) {
      for (const std::int32_t at : from.values.values())
        values.push_back(load_cell(state.data() + base + at, type.kind));
    }
    return Abstract::number(ValueSet::of(std::move(values)));
  }

  void store(const Abstract& to, std::uint32_t size) {
    switch (to.kind) {
      case Abstract::Kind::global:
        each_byte(to, size, [&](std::uint32_t at) { effects_.writes.insert(finder_.things_.byte(at)); });
        break;
      case Abstract::Kind::local:
        own_changes_.emplace_back(to.first(), to.last() + static_cast<std::int32_t>(size));
        break;
      case Abstract::Kind::number:
      case Abstract::Kind::elsewhere:
        // No code does that: what is remote is only read, and branches leave addresses of one kind.
        effects_.everything = true;
        for (std::uint32_t at = 0; at < program_.global_size; ++at) effects_.writes.insert(finder_.things_.byte(at));
        own_changes_.emplace_back(0, static_cast<std::int32_t>(finder_.local_changes_[pid_].size()));
        break;
    }
  }

  bool arithmetic(const Instruction& in) {
    switch (in.op) {
      case Op::negate:
      case Op::logical_not:
      case Op::complement:
      case Op::to_bool: {
        const ValueSet given = popped_and_read();
        push(Abstract::number(
            given.combined(ValueSet::of(0), [&](std::int32_t a, std::int32_t) { return apply(in.op, a, 0); })));
        return true;
      }
      case Op::add:
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
        const ValueSet right = popped_and_read(), left = popped_and_read();
        const ValueSet made = left.combined(right, [&](std::int32_t a, std::int32_t b) { return apply(in.op, a, b); });
        push(Abstract::number(made.is_known() && made.values().empty() ? ValueSet::unknown() : made));
        return true;
      }
      default:
        return false;
    }
  }

  bool channel(const Instruction& in) {
    switch (in.op) {
      case Op::length:
      case Op::full:
      case Op::not_full:
      case Op::empty:
      case Op::not_empty:
        use(pop().values, Use::ask);
        push(Abstract::unknown());
        return true;
      case Op::send_ready:
        conditions_.insert(&in);
        push(about(use(pop().values, Use::send)));
        return true;
      case Op::send: {
        pop(in.a & 0x7fffU);
        use(pop().values, (in.a & 0x8000U) != 0 ? Use::sorted_send : Use::send);
        return true;
      }
      case Op::receive_match: {
        conditions_.insert(&in);
        const ReceivePattern& pattern = program_.patterns[u(in.b)];
        const ValueSet channels = pop().values;
        pop(pattern.matched.size());
        push(about(use(channels, pattern.peek ? Use::ask : pattern.random ? Use::search : Use::receive)));
        return true;
      }
      case Op::poll_match: {
        use(pop().values, Use::ask);
        pop(program_.patterns[u(in.b)].matched.size());
        push(Abstract::unknown());
        return true;
      }
      case Op::field:
        push(Abstract::unknown());
        return true;
      default:
        return false;
    }
  }

  static Abstract about(std::vector<std::uint32_t> channels) {
    Abstract value = Abstract::unknown();
    value.speaks_of = std::move(channels);
    return value;
  }

  /// Returns which channels these are, from 0.
  std::vector<std::uint32_t> use(const ValueSet& channels, Use how) {
    const SharedThings& things = finder_.things_;
    std::vector<std::uint32_t> used;
    if (channels.is_known()) {
      for (const std::int32_t number : channels.values()) {
        // What is no channel is an error wherever it is used.
        if (number >= 1 && u(number) <= things.channel_count()) used.push_back(u(number) - 1);
      }
    } else {
      for (std::uint32_t c = 0; c < things.channel_count(); ++c) used.push_back(c);
    }
    for (const std::uint32_t c : used) use(c, how);
    return used;
  }

  void use(std::uint32_t c, Use how) {
    const SharedThings& things = finder_.things_;
    const bool rendezvous = program_.channel_kinds[finder_.instance_.channels[c].kind].capacity == 0;
    if (rendezvous || how == Use::sorted_send) {
      effects_.writes.insert(things.send_end(c));
      effects_.writes.insert(things.receive_end(c));
      effects_.meets = effects_.meets || rendezvous;
    }
    switch (how) {
      case Use::ask:
        effects_.reads.insert(things.send_end(c));
        effects_.reads.insert(things.receive_end(c));
        break;
      case Use::send:
      case Use::sorted_send:
        effects_.writes.insert(things.send_end(c));
        append_new(effects_.sends, {c});
        break;
      case Use::search:
        effects_.reads.insert(things.send_end(c));  // what is sent may be what it looks for
        [[fallthrough]];
      case Use::receive:
        effects_.writes.insert(things.receive_end(c));
        append_new(effects_.receives, {c});
        break;
    }
  }

  /// What has to do with other processes as such.
  void surroundings(const Instruction& in) {
    const SharedThings& things = finder_.things_;
    switch (in.op) {
      case Op::pid:
        push(Abstract::number(ValueSet::of(static_cast<std::int32_t>(pid_))));
        return;
      case Op::own_channel:
        push(Abstract::number(
            ValueSet::of(static_cast<std::int32_t>(finder_.instance_.first_channel[pid_]) + in.b + 1)));
        return;
      case Op::process_count:
        effects_.reads.insert(things.lives());
        push(Abstract::unknown());
        return;
      case Op::timeout:
        effects_.waits_for_all = true;
        push(timeout_holds_ ? Abstract::unknown() : Abstract::number(ValueSet::of(0)));
        return;
      case Op::terminate_check:
        effects_.reads.insert(things.lives());
        return;
      case Op::terminate: {
        effects_.writes.insert(things.lives());
        // Its channels go with it.
        const ProcessType& type = program_.process_types[finder_.instance_.types[pid_]];
        for (std::uint32_t k = 0; k < type.channels.size(); ++k) {
          effects_.writes.insert(things.send_end(finder_.instance_.first_channel[pid_] + k));
          effects_.writes.insert(things.receive_end(finder_.instance_.first_channel[pid_] + k));
        }
        return;
      }
      default:
        break;
    }
    // run, _last, np_, priorities, enabled, pc_value, events of trace assertions: whatever they do, nothing goes past
    // it.
    effects_.everything = true;
    switch (in.op) {
      case Op::run:
        pop(in.a);
        break;
      case Op::location_of:
      case Op::enabled:
      case Op::get_priority:
      case Op::event_channel:
        pop(1);
        break;
      case Op::set_priority:
        pop(2);
        return;
      default:
        break;
    }
    push(Abstract::unknown());
  }

  const EffectFinder& finder_;
  const Program& program_;
  const std::uint32_t pid_;
  const bool timeout_holds_;
  Effects effects_;
  std::set<const Instruction*> conditions_;  // that wait for channels
  std::vector<std::pair<std::int32_t, std::int32_t>> own_changes_;
  std::map<CodeIndex, Stack> met_;
  std::vector<std::pair<CodeIndex, Stack>> waiting_;
  Stack* stack_ = nullptr;
};

EffectFinder::EffectFinder(const Program& program, const Instance& instance)
    : program_(program),
      instance_(instance),
      things_(program.global_size, static_cast<std::uint32_t>(instance.channels.size())) {
  find_constants();
}

/// Whatever no step from the bases on changes.
void EffectFinder::find_constants() {
  global_changes_ = ThingSet(things_.count());
  local_changes_.resize(instance_.types.size());
  for (std::uint32_t pid = 0; pid < instance_.types.size(); ++pid) {
    const ProcessType& type = program_.process_types[instance_.types[pid]];
    std::vector<std::uint8_t>& own = local_changes_[pid];
    own.assign(type.record_size, 0);
    for (const std::uint32_t location : instance_.locations[pid]) {
      for (std::uint32_t t = type.locations[location].first; t < type.locations[location].last; ++t) {
        Run run(*this, pid, true);
        global_changes_.insert(run.run(program_.transitions[t].code).writes);
        for (const auto& [first, last] : run.own_changes()) {
          for (std::int32_t at = first; at < last && u(at) < type.record_size; ++at) own[u(at)] = 1;
        }
      }
    }
  }
  constants_known_ = true;
}

Effects EffectFinder::of(CodeIndex code, std::uint32_t pid, bool timeout_holds) const {
  return Run(*this, pid, timeout_holds).run(code);
}

}  // namespace quotient
