#pragma once

namespace quotient {

/// Says that work is to end now: a limit was reached, or somebody interrupts. For whoever may be long about a single
/// state. May be asked from several threads.
class StopSignal {
 public:
  StopSignal() = default;
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  virtual ~StopSignal() = default;
  virtual bool raised() const = 0;
};

}  // namespace quotient
