#include "process/partial_order/abstract_run.hpp"

namespace quotient {

namespace {

AbstractValue about(std::vector<std::uint32_t> channels) {
  AbstractValue value = AbstractValue::unknown();
  value.speaks_of = std::move(channels);
  return value;
}

}  // namespace

bool EffectFinder::Run::channel(const Instruction& in) {
  switch (in.op) {
    case Op::not_full:
    case Op::not_empty:
      // A claim wants to know whoever changes it. (Behind a send or receive of its own, in a d_step, code goes another
      // way without it, and so reads it: see popped_and_read.)
      if (looks_ != nullptr) {
        use(popped_and_read(), Use::ask);
        push(AbstractValue::unknown());
      } else {
        push(about(use(popped_and_read(), in.op == Op::not_full ? Use::room : Use::message)));
      }
      return true;
    case Op::length:
    case Op::full:
    case Op::empty:
      use(popped_and_read(), Use::ask);
      push(AbstractValue::unknown());
      return true;
    case Op::send_ready:
      push(about(use(popped_and_read(), Use::send)));
      return true;
    case Op::send: {
      read_popped(in.a & 0x7fffU);
      use(popped_and_read(), (in.a & 0x8000U) != 0 ? Use::sorted_send : Use::send);
      return true;
    }
    case Op::receive_match: {
      const ReceivePattern& pattern = program_.patterns[u(in.b)];
      const ValueSet channels = popped_and_read();
      read_popped(pattern.matched.size());
      push(about(use(channels, pattern.peek ? Use::ask : pattern.random ? Use::search : Use::receive)));
      return true;
    }
    case Op::poll_match: {
      use(popped_and_read(), Use::ask);
      read_popped(program_.patterns[u(in.b)].matched.size());
      push(AbstractValue::unknown());
      return true;
    }
    case Op::field:
      push(AbstractValue::unknown());
      return true;
    default:
      return false;
  }
}

std::vector<std::uint32_t> EffectFinder::Run::use(const ValueSet& channels, Use how) {
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

void EffectFinder::Run::use(std::uint32_t c, Use how) {
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
    case Use::room:
      effects_.reads.insert(things.send_end(c));
      append_new(effects_.sends, {c});
      break;
    case Use::message:
      effects_.reads.insert(things.receive_end(c));
      append_new(effects_.receives, {c});
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

}  // namespace quotient
