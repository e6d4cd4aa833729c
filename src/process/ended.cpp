#include "process/ended.hpp"

#include <algorithm>

#include "process/instance.hpp"

namespace quotient {

namespace {

/// Whether an instruction can tell a process that has ended from one that is gone.
bool sees_the_end(const Instruction& in) {
  switch (in.op) {
    case Op::process_count:
    case Op::last:
    case Op::address_remote:
    case Op::location_of:
    case Op::find_process:
    case Op::enabled:
    case Op::get_priority:
    case Op::set_priority:
      return true;
    default:
      return false;
  }
}

bool can_end(const Program& program, const ProcessType& type) {
  bool ends = false;
  for (const ControlLocation& l : type.locations) {
    for (std::uint32_t t = l.first; t < l.last; ++t) {
      visit_code(program, program.transitions[t].code,
                 [&](const Instruction& in) { ends = ends || in.op == Op::terminate; });
    }
  }
  return ends;
}

}  // namespace

void keep_ended_processes(Program& program) {
  // Where a trace must have come to its end, nobody asks once all processes are gone.
  if (program.trace >= 0 || program.has_priorities ||
      std::any_of(program.code.begin(), program.code.end(), sees_the_end))
    return;
  // The channels of a process disappear with it.
  for (const ProcessType& type : program.process_types) {
    if (!type.channels.empty() && can_end(program, type)) return;
  }
  Obstacle obstacle;
  const std::optional<Instance> instance = set_up(program, obstacle);
  if (!instance || instance->some_died) return;
  for (Instruction& in : program.code) {
    if (in.op == Op::terminate_check) in.op = Op::block;
  }
}

}  // namespace quotient
