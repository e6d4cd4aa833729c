#include "process/interpreter.hpp"
#include "process/queue.hpp"
#include "process/record.hpp"

namespace quotient {

void Interpreter::watch_send(Configuration& c, std::int32_t number, std::size_t stack_base) {
  const ChannelPlace& place = *channel(c, number);
  const ChannelKind& kind = program_.channel_kinds[place.kind];
  const std::uint32_t length = kind.capacity == 0 ? 1 : queue_length(c.bytes.data() + place.offset, kind);
  watch_event(c, false, number, static_cast<std::int32_t>(length) - 1, stack_base);
}

/// A trace assertion moves along with every send and receive on the channels it names. `trace` must always be able to
/// follow, `notrace` must not get to its end.
void Interpreter::watch_event(Configuration& c, bool received, std::int32_t number, std::int32_t slot,
                              std::size_t stack_base) {
  event_ = {received, number, slot};
  make_room(stack_base);
  Moment moment;
  moment.pid = -1;
  if (execute(program_.trace_scope, c, nullptr, moment, Mode::test, stack_base) != Outcome::done ||
      stack_[stack_base] == 0) {
    return;
  }
  const ProcessType& type = program_.process_types[static_cast<std::size_t>(program_.trace)];
  const std::uint32_t at = watcher_location(program_, type, c.bytes.data(), program_.trace_offset);
  std::uint32_t to = 0;
  int matches = 0;
  if (at != program_.trace_end) {
    const ControlLocation& here = type.locations[at];
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      const Transition& transition = program_.transitions[t];
      if (transition.target == 0) continue;
      if (execute(transition.code, c, nullptr, moment, Mode::test, stack_base) != Outcome::done) continue;
      if (matches++ == 0) to = transition.target;
    }
  }
  if (matches > 1) violations_.push_back(program_.trace_choice_site);
  if (matches == 0) {
    if (program_.trace_is_negated) {
      to = program_.trace_end;  // this run no longer matches: nothing more to watch
    } else {
      violations_.push_back(program_.trace_site);
      return;
    }
  } else if (program_.trace_is_negated && to == program_.trace_end) {
    violations_.push_back(program_.trace_site);
  }
  set_watcher_location(program_, type, c.bytes.data(), program_.trace_offset, to);
}

}  // namespace quotient
