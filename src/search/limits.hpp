#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/stop_signal.hpp"

namespace quotient {

/// Why a search ended before it had seen every state. `effort`: computing the steps of a state would be too much work.
/// `refused`: the system ran out of memory. `disk`: a file of a search on disk could not be written or read.
enum class StopReason { nothing, first_violation, time, memory, states, depth, interrupted, effort, refused, disk };

StopReason stop_reason(StopCause cause);

/// Beyond these a search ends as `incomplete`.
struct Limits {
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  std::optional<std::chrono::duration<double>> time;
  std::uint64_t memory = none;  // bytes, for the tables of the search
  std::uint64_t max_states = none;
  std::uint64_t max_depth = none;  // steps from an initial state
  /// Raised from outside to end the search: mostly the Deadline of the whole command. Must outlive the search.
  const StopSignal* stop = nullptr;
};

/// Watches the clock and the signal from outside for a search.
class Watch final : public StopSignal {
 public:
  explicit Watch(const Limits& limits);

  /// To be asked before each state is expanded: cheap, the clock is read now and then only.
  StopReason check() {
    if (stop_ != nullptr && stop_->raised()) return stop_reason(stop_->cause());
    if (++asked_ % asks_for_each_reading != 0) return StopReason::nothing;
    return read_clock();
  }
  /// For code that works on one state for long.
  bool raised() const override { return why_raised() != StopReason::nothing; }
  StopCause cause() const override;
  StopReason why_raised() const {
    if (stop_ != nullptr && stop_->raised()) return stop_reason(stop_->cause());
    return out_of_time() ? StopReason::time : StopReason::nothing;
  }
  bool raised_for(std::chrono::milliseconds time) const override {
    return (stop_ != nullptr && stop_->raised_for(time)) || out_of_time(time);
  }
  /// A tenth of a second or more has passed since this last said so.
  bool time_to_report();
  double seconds() const;

 private:
  static constexpr std::uint64_t asks_for_each_reading = 64;
  using Clock = std::chrono::steady_clock;

  StopReason read_clock();
  bool out_of_time(std::chrono::milliseconds late = {}) const {
    return end_ != Clock::time_point::max() && Clock::now() - late >= end_;
  }

  const StopSignal* stop_;
  Clock::time_point begin_;
  Clock::time_point now_;
  Clock::time_point reported_;
  Clock::time_point end_;
  std::uint64_t asked_ = 0;
};

/// The memory that a search may take if no limit is set: most of the memory that is free now, within the limits that
/// the system sets this process.
std::uint64_t default_memory_limit();

}  // namespace quotient
