#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <pthread.h>

#include "base/stop_signal.hpp"

namespace quotient {

/// The one limit of time and memory of a command or job, in all its phases, and whoever may interrupt it. The clock
/// starts with it. A thread of its own watches the clock and the memory of the process, so that to ask it costs one
/// load; where no thread can be started, whoever asks looks for himself.
class Deadline final : public StopSignal {
 public:
  struct Options {
    std::optional<std::chrono::duration<double>> time = {};
    /// Bytes by which the process may grow from now on. A little more is granted for what does not belong to the work
    /// (`slack`). Not for processes that do other work as well.
    std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();
    /// Raised from outside. Must outlive the deadline.
    const StopSignal* interrupt = nullptr;
    /// Called once, by the watching thread, where the work goes on for longer than `grace` after it was to end: for a
    /// phase that does not ask. Not while a result is being written.
    std::function<void(const Deadline&)> overdue = {};
  };

  /// Of processor time and of time by the clock: a machine that is busy otherwise is no reason to call it overdue.
  static constexpr std::chrono::milliseconds grace{420};
  /// Beyond this it is overdue in any case.
  static constexpr std::chrono::milliseconds longest_grace{5000};
  /// The program itself, what the memory allocator keeps, a share of the limit.
  static constexpr std::uint64_t slack(std::uint64_t memory) { return (std::uint64_t{32} << 20U) + memory / 16; }

  explicit Deadline(Options options);
  ~Deadline() override;

  bool raised() const override { return cause() != StopCause::none; }
  StopCause cause() const override {
    // Relaxed here and below: nothing else is published by it, and it need not be seen at once.
    const StopCause known = cause_.load(std::memory_order_relaxed);
    return known != StopCause::none || watched_ ? known : look();
  }
  bool raised_for(std::chrono::milliseconds time) const override {
    return raised() && Clock::now().time_since_epoch().count() - raised_at_.load(std::memory_order_relaxed) >=
                           std::chrono::duration_cast<Clock::duration>(time).count();
  }
  /// Memory was refused by the system: the rest of the work is to end as well.
  void refuse_memory() const { raise(StopCause::refused); }

  /// What is done now, for messages: "reading the model". The text must live for ever.
  void enter(const char* phase) { phase_.store(phase, std::memory_order_relaxed); }
  const char* phase() const { return phase_.load(std::memory_order_relaxed); }
  /// The work is done, and its result is written: nothing is overdue any more.
  void finish() { finished_.store(true, std::memory_order_relaxed); }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  const Options& options() const { return options_; }

 private:
  using Clock = std::chrono::steady_clock;
  static void* watch(void* self);

  bool start();
  void run();
  /// Looks at the clock, the memory and the interrupt now.
  StopCause look() const;
  StopCause raise(StopCause cause) const;
  bool wait(std::unique_lock<std::mutex>& lock);
  void wait_until_overdue(std::unique_lock<std::mutex>& lock);

  const Options options_;
  const Clock::time_point begin_;
  Clock::time_point end_ = Clock::time_point::max();
  std::uint64_t most_resident_ = std::numeric_limits<std::uint64_t>::max();
  mutable std::atomic<StopCause> cause_ = StopCause::none;
  mutable std::atomic<Clock::rep> raised_at_ = 0;  // set before the cause
  std::atomic<const char*> phase_ = "";
  std::atomic<bool> finished_ = false;
  bool watched_ = false;  // there is a thread
  pthread_t thread_{};
  std::mutex mutex_;
  std::condition_variable over_;
  bool ended_ = false;  // guarded by mutex_
};

/// Bytes of this process that are in memory; 0 where that cannot be known.
std::uint64_t resident_bytes();

}  // namespace quotient
