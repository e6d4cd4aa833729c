#include "driver/phase.hpp"

#include <new>

namespace quotient::driver {

bool run_phase(Deadline& deadline, const char* phase, const std::function<void()>& work) {
  if (!deadline.raised()) deadline.enter(phase);  // else the phase that was stopped stays named
  return run_guarded(deadline, deadline, work);
}

bool run_guarded(Deadline& deadline, const StopSignal& signal, const std::function<void()>& work) {
  const StopScope scope(&signal);
  try {
    poll_stop();
    work();
    return true;
  } catch (const Stopped&) {
    return false;
  } catch (const std::bad_alloc&) {
    deadline.refuse_memory();
    return false;
  }
}

void use_deadline(Limits& limits, const Hooks& hooks) {
  if (hooks.deadline == nullptr) return;
  limits.time.reset();
  limits.stop = hooks.deadline;
}

Deadline::Options deadline_options(const Limits& limits, const StopSignal* interrupt) {
  return {limits.time, limits.memory, interrupt, {}};
}

}  // namespace quotient::driver
