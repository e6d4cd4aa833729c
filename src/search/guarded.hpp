#pragma once

#include <new>

#include "search/limits.hpp"

namespace quotient {

/// Runs a part of a search in which `poll_stop` asks `signal`, and returns what `work` does, or what ended it before:
/// where a search meets Stopped, and memory that the system refuses.
template <typename Work>
StopReason guarded(const StopSignal& signal, Work work) {
  const StopScope scope(&signal);
  try {
    return work();
  } catch (const Stopped& stopped) {
    return stop_reason(stopped.cause);
  } catch (const std::bad_alloc&) {
    return StopReason::refused;
  }
}

}  // namespace quotient
