#pragma once

#include <atomic>

#include "base/stop_signal.hpp"

namespace quotient {

/// A share of the time of a command, for work that it can do without: raised when the thread that made it has used so
/// much processor time since then, or when the command itself is to end. Whoever catches `Stopped` asks which it was.
class TimeShare final : public StopSignal {
 public:
  /// `whole` must outlive this, and may be null.
  TimeShare(const StopSignal* whole, double seconds);

  bool raised() const override { return whole_raised() || is_spent(); }
  StopCause cause() const override {
    if (whole_raised()) return whole_->cause();
    return is_spent() ? StopCause::time : StopCause::none;
  }
  bool whole_raised() const { return whole_ != nullptr && whole_->raised(); }
  bool is_spent() const;

  /// Of this thread, where `Stopped` means no more than that a share of time is spent.
  static bool is_all_that_stops();

 private:
  const StopSignal* const whole_;
  const double end_;
  // Relaxed: nothing else is published by them, and they need not be seen at once.
  mutable std::atomic<unsigned> asked_ = 0;
  mutable std::atomic<bool> spent_ = false;
};

}  // namespace quotient
