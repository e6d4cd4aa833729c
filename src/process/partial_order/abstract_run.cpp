#include "process/partial_order/abstract_run.hpp"

#include <algorithm>

#include "process/record.hpp"

namespace quotient {

Effects EffectFinder::Run::run(CodeIndex code) {
  waiting_.push_back({code, {}});
  while (!waiting_.empty()) {
    auto [at, stack] = std::move(waiting_.back());
    waiting_.pop_back();
    follow(at, std::move(stack));
  }
  return std::move(effects_);
}

void EffectFinder::Run::follow(CodeIndex at, Stack stack) {
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

void EffectFinder::Run::read_popped(std::size_t count) {
  for (; count > 0; --count) popped_and_read();
}

ValueSet EffectFinder::Run::popped_and_read() {
  const AbstractValue value = pop();
  for (const std::uint32_t c : value.speaks_of) use(c, Use::ask);
  return value.values;
}

EffectFinder::Run::Way EffectFinder::Run::step(const Instruction& in) {
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
      push(AbstractValue::number(ValueSet::of(in.b)));
      return Way::on;
    case Op::duplicate:
      push(stack_->back());
      return Way::on;
    case Op::drop:
    case Op::assertion:
      read_popped(1);
      return Way::on;
    case Op::print:
      read_popped(in.a);
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

bool EffectFinder::Run::memory(const Instruction& in) {
  switch (in.op) {
    case Op::load_global:
      push(load({AbstractValue::Kind::global, ValueSet::of(in.b), 0, -1}, in.a));
      return true;
    case Op::load_local:
      push(load({AbstractValue::Kind::local, ValueSet::of(in.b), 0, -1}, in.a));
      return true;
    case Op::store_global:
      read_popped(1);
      store({AbstractValue::Kind::global, ValueSet::of(in.b), 0, -1}, unpack(in.a).size());
      return true;
    case Op::store_local:
      read_popped(1);
      store({AbstractValue::Kind::local, ValueSet::of(in.b), 0, -1}, unpack(in.a).size());
      return true;
    case Op::address_global:
      push({AbstractValue::Kind::global, ValueSet::of(in.b), 0, -1});
      return true;
    case Op::address_local:
      push({AbstractValue::Kind::local, ValueSet::of(in.b), 0, -1});
      return true;
    case Op::address_remote:
      read_popped(1);  // only to be read: `load` knows that it interferes with everything
      if (looks_ != nullptr) append_new(looks_->types, {in.a});
      push({AbstractValue::Kind::elsewhere, ValueSet::unknown(), 0, -1});
      return true;
    case Op::index:
      index(in);
      return true;
    case Op::load: {
      const AbstractValue from = pop();
      push(load(from, in.a));
      return true;
    }
    case Op::store:
      read_popped(1);
      store(pop(), unpack(in.a).size());
      return true;
    case Op::in_range:
      read_popped(1);
      push(AbstractValue::unknown());
      return true;
    case Op::load_hidden:  // what is hidden begins anew with every step
      read_popped(1);
      push(AbstractValue::unknown());
      return true;
    case Op::store_hidden:
      read_popped(2);
      return true;
    case Op::zero_local:
    case Op::blank_local:
      // Only where nobody reads it any more: whoever reads the cell has read the value before.
      effects_.changes_own = true;
      return true;
    default:
      return false;
  }
}

void EffectFinder::Run::index(const Instruction& in) {
  const ValueSet given = popped_and_read();
  AbstractValue& address = stack_->back();
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
  address.values = address.values.combined(among, [](std::int32_t a, std::int32_t b) { return std::optional(a + b); });
  address.least = least;
  address.most = most;
}

AbstractValue EffectFinder::Run::load(const AbstractValue& from, std::uint16_t packed) {
  const CellType type = unpack(packed);
  if (looks_ != nullptr && from.kind == AbstractValue::Kind::elsewhere) return AbstractValue::unknown();
  if (from.kind == AbstractValue::Kind::elsewhere || from.kind == AbstractValue::Kind::number ||
      (looks_ != nullptr && from.kind == AbstractValue::Kind::local)) {
    effects_.everything = true;
    return AbstractValue::unknown();
  }
  const bool global = from.kind == AbstractValue::Kind::global;
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
  return AbstractValue::unknown();
}

AbstractValue EffectFinder::Run::constants(const AbstractValue& from, CellType type, bool global) const {
  const std::uint32_t base = global ? program_.head_size() : finder_.instance_.processes[pid_];
  std::vector<std::int32_t> values;
  for (const std::vector<std::uint8_t>& state : finder_.instance_.bases) {
    for (const std::int32_t at : from.values.values()) values.push_back(load_cell(state.data() + base + at, type.kind));
  }
  return AbstractValue::number(ValueSet::of(std::move(values)));
}

void EffectFinder::Run::store(const AbstractValue& to, std::uint32_t size) {
  switch (to.kind) {
    case AbstractValue::Kind::global:
      each_byte(to, size, [&](std::uint32_t at) { effects_.writes.insert(finder_.things_.byte(at)); });
      break;
    case AbstractValue::Kind::local:
      effects_.changes_own = true;
      own_changes_.emplace_back(to.first(), to.last() + static_cast<std::int32_t>(size));
      break;
    case AbstractValue::Kind::number:
    case AbstractValue::Kind::elsewhere:
      // No code does that: what is remote is only read, and branches leave addresses of one kind.
      effects_.everything = true;
      for (std::uint32_t at = 0; at < program_.global_size; ++at) effects_.writes.insert(finder_.things_.byte(at));
      own_changes_.emplace_back(0, static_cast<std::int32_t>(finder_.local_changes_[pid_].size()));
      break;
  }
}

}  // namespace quotient
