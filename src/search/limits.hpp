#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "system/stop_signal.hpp"

namespace quotient {

/// Why a search ended before it had seen every state. `effort`: computing the steps of a state would be too much work.
enum class StopReason { nothing, first_violation, time, memory, states, depth, interrupted, effort };

/// Beyond these a search ends as `incomplete`.
struct Limits {
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  std::optional<std::chrono::duration<double>> time;
  std::uint64_t memory = none;  // bytes, for the tables of the search
  std::uint64_t max_states = none;
  std::uint64_t max_depth = none;  // steps from an initial state
  /// Set from outside, a signal handler for instance, to end the search.
  const std::atomic<bool>* interrupt = nullptr;
};

/// Watches the clock and the interrupt for a search.
class Watch final : public StopSignal {
 public:
  explicit Watch(const Limits& limits);

  /// To be asked before each state is expanded: cheap, the clock is read now and then only.
  StopReason check() {
    // Relaxed: nothing else is read through this flag, and it need not be seen at once.
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) return StopReason::interrupted;
    if (++asked_ % asks_for_each_reading != 0) return StopReason::nothing;
    return read_clock();
  }
  /// For those who are long about one state.
  bool raised() const override { return why_raised() != StopReason::nothing; }
  StopReason why_raised() const {
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) return StopReason::interrupted;
    return Clock::now() >= end_ ? StopReason::time : StopReason::nothing;
  }
  /// A tenth of a second or more has passed since this last said so.
  bool time_to_report();
  double seconds() const;

 private:
  static constexpr std::uint64_t asks_for_each_reading = 64;
  using Clock = std::chrono::steady_clock;

  StopReason read_clock();

  const std::atomic<bool>* interrupt_;
  Clock::time_point begin_;
  Clock::time_point now_;
  Clock::time_point reported_;
  Clock::time_point end_;
  std::uint64_t asked_ = 0;
};

/// What a search may take where nobody set a limit: most of the memory that is free now, within the limits that the
/// system sets this process.
std::uint64_t default_memory_limit();

}  // namespace quotient
