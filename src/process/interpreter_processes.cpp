#include <algorithm>
#include <cstring>

#include "base/ensure.hpp"
#include "model/cell.hpp"
#include "process/interpreter.hpp"
#include "process/record.hpp"

namespace quotient {

// What the interpreter knows of processes: where they stand, what they may do, how they come to be.

namespace {

constexpr std::size_t most_questions = 4096;  // enabled() about one who asks enabled(): each takes of our own stack

}  // namespace

std::uint32_t Interpreter::location(const Configuration& c, std::size_t pid) const {
  return location_in(program_, program_.process_types[c.shape->types[pid]], c.bytes.data() + c.shape->processes[pid]);
}

void Interpreter::set_location(Configuration& c, std::size_t pid, std::uint32_t location) const {
  set_location_in(program_, program_.process_types[c.shape->types[pid]], c.bytes.data() + c.shape->processes[pid],
                  location);
}

std::uint8_t Interpreter::priority(const Configuration& c, std::size_t pid) const {
  const ProcessType& type = program_.process_types[c.shape->types[pid]];
  return type.priority_offset < 0 ? 1 : c.bytes[c.shape->processes[pid] + u(type.priority_offset)];
}

void Interpreter::set_priority(Configuration& c, std::int32_t pid, std::int32_t value) {
  const ProcessType& type = program_.process_types[c.shape->types[u(pid)]];
  ensure(type.priority_offset >= 0, "a process without a priority cell");
  c.bytes[c.shape->processes[u(pid)] + u(type.priority_offset)] = static_cast<std::uint8_t>(value);
}

bool Interpreter::process_enabled(std::int32_t pid, const Configuration& at, const Moment& moment) {
  return enabled(pid, at, moment, 0) == Outcome::done;
}

/// `pid` becomes the answer. That a process asks about itself, be it by asking others, is an error, as in SPIN: the
/// answer would depend on itself.
Outcome Interpreter::ask_enabled(std::int32_t& pid, const Configuration& at, const Moment& moment, std::uint32_t site,
                                 std::size_t stack_base) {
  asking_.push_back(moment.pid);
  failure_ = site;
  const bool circular = pid >= 0 && std::find(asking_.begin(), asking_.end(), pid) != asking_.end();
  const Outcome outcome =
      circular || asking_.size() > most_questions ? Outcome::failed : enabled(pid, at, moment, stack_base);
  asking_.pop_back();
  pid = outcome == Outcome::done ? 1 : 0;
  return outcome;
}

Outcome Interpreter::enabled(std::int32_t pid, const Configuration& at, const Moment& moment, std::size_t stack_base) {
  if (pid < 0 || u(pid) >= at.shape->types.size()) return Outcome::blocked;
  make_room(stack_base);
  const ProcessType& type = program_.process_types[at.shape->types[u(pid)]];
  const ControlLocation& here = type.locations[location(at, u(pid))];
  Moment theirs = moment;
  theirs.pid = pid;
  for (std::uint32_t t = here.first; t < here.last; ++t) {
    const Outcome outcome = execute(program_.transitions[t].code, at, nullptr, theirs, Mode::test, stack_base);
    if (outcome != Outcome::blocked) return outcome;
  }
  return Outcome::blocked;
}

std::int32_t Interpreter::create_process(Configuration& c, std::uint32_t type, const std::int32_t* arguments,
                                         std::size_t count) {
  const std::size_t pid = c.shape->types.size();
  const ProcessType& t = program_.process_types[type];
  if (pid >= program_.most_processes || c.shape->channels.size() + t.channels.size() > program_.most_channels) {
    return -1;
  }
  const Shape& shape = shapes_.with(*c.shape, type);
  const std::uint32_t record = c.shape->size;
  c.bytes.resize(std::max<std::size_t>(c.bytes.size(), shape.size));
  std::memset(c.bytes.data() + record, 0, shape.size - record);
  c.shape = &shape;
  write_number(c.bytes.data(), head_, static_cast<std::uint32_t>(pid + 1));
  write_number(c.bytes.data() + record, program_.type_bytes, type);
  set_location(c, pid, t.start);
  if (t.priority_offset >= 0) c.bytes[record + u(t.priority_offset)] = 1;
  for (std::size_t k = 0; k < count && k < t.parameters.size(); ++k) {
    store_cell(c.bytes.data() + record + t.parameter_offsets[k], t.parameters[k], arguments[k]);
  }
  return static_cast<std::int32_t>(pid);
}

}  // namespace quotient
