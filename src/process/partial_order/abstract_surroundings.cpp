#include "process/partial_order/abstract_run.hpp"

namespace quotient {

/// What a claim looks at in processes; false where the instruction does nothing of the kind.
bool EffectFinder::Run::look(const Instruction& in) {
  switch (in.op) {
    case Op::find_process:
      effects_.reads.insert(finder_.things_.lives());
      push(AbstractValue::number(processes_of(u(in.b))));
      return true;
    case Op::location_of:
      look_at_location(in, popped_and_read());
      push(AbstractValue::unknown());
      return true;
    case Op::pid:
    case Op::own_channel:
      effects_.everything = true;  // it is no process
      push(AbstractValue::unknown());
      return true;
    case Op::timeout:
      effects_.everything = true;  // that nobody can move is changed by whoever can
      push(AbstractValue::unknown());
      return true;
    default:
      return false;
  }
}

/// `p@label` compares with one location.
void EffectFinder::Run::look_at_location(const Instruction& in, const ValueSet& pids) {
  const Instruction* const next = &in + 1;
  const bool compares = next->op == Op::push && (next + 1)->op == Op::equal;
  const std::uint32_t location = compares ? u(next->b) : Looks::AtLocation::any;
  for (std::uint32_t pid = 0; pid < finder_.instance_.types.size(); ++pid) {
    const auto is_pid = [pid](std::int32_t value) { return value >= 0 && u(value) == pid; };
    if (!pids.is_known() || std::any_of(pids.values().begin(), pids.values().end(), is_pid))
      looks_->locations.push_back({pid, location});
  }
}

/// Whichever of them lives.
ValueSet EffectFinder::Run::processes_of(std::uint32_t type) const {
  std::vector<std::int32_t> pids = {-1};
  for (std::uint32_t pid = 0; pid < finder_.instance_.types.size(); ++pid) {
    if (finder_.instance_.types[pid] == type) pids.push_back(static_cast<std::int32_t>(pid));
  }
  return ValueSet::of(std::move(pids));
}

void EffectFinder::Run::surroundings(const Instruction& in) {
  const SharedThings& things = finder_.things_;
  if (looks_ != nullptr && look(in)) return;
  switch (in.op) {
    case Op::pid:
      push(AbstractValue::number(ValueSet::of(static_cast<std::int32_t>(pid_))));
      return;
    case Op::own_channel:
      push(AbstractValue::number(
          ValueSet::of(static_cast<std::int32_t>(finder_.instance_.first_channel[pid_]) + in.b + 1)));
      return;
    case Op::process_count:
      effects_.reads.insert(things.lives());
      push(AbstractValue::unknown());
      return;
    case Op::timeout:
      effects_.waits_for_all = true;
      push(timeout_holds_ ? AbstractValue::unknown() : AbstractValue::number(ValueSet::of(0)));
      return;
    case Op::terminate_check:  // `terminate` comes next, and writes what this reads
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
      read_popped(in.a);
      break;
    case Op::location_of:
    case Op::enabled:
    case Op::get_priority:
    case Op::event_channel:
      read_popped(1);
      break;
    case Op::set_priority:
      read_popped(2);
      return;
    default:
      break;
  }
  push(AbstractValue::unknown());
}

}  // namespace quotient
