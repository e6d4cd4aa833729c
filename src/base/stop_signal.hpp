#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace quotient {

/// Why work is to end before it is done. `refused`: the system ran out of memory.
enum class StopCause : std::uint8_t { none, time, memory, refused, interrupt };

/// Says that work is to end now: a limit was reached, or somebody interrupts. May be asked from several threads.
class StopSignal {
 public:
  StopSignal() = default;
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  virtual ~StopSignal() = default;
  /// Cheap enough for every turn of a loop that does some work. Once true it stays true.
  virtual bool raised() const = 0;
  virtual StopCause cause() const { return raised() ? StopCause::interrupt : StopCause::none; }
  /// Whether it has been raised for that long.
  virtual bool raised_for(std::chrono::milliseconds) const { return raised(); }
};

/// A signal that somebody raises by hand, from any thread or from a signal handler.
class StopFlag final : public StopSignal {
 public:
  // Relaxed: nothing else is published by it, and it need not be seen at once.
  void raise() { raised_.store(true, std::memory_order_relaxed); }
  bool raised() const override { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_ = false;
  static_assert(std::atomic<bool>::is_always_lock_free);
};

/// The same a little later: for what is worth finishing when everything else has ended, such as the run to a violation
/// that was found in time. The signal must outlive it.
class Grace final : public StopSignal {
 public:
  static constexpr std::chrono::milliseconds length{100};
  explicit Grace(const StopSignal* signal) : signal_(signal) {}
  bool raised() const override { return signal_ != nullptr && signal_->raised_for(length); }
  StopCause cause() const override { return raised() ? signal_->cause() : StopCause::none; }

 private:
  const StopSignal* signal_;
};

/// Thrown by `poll_stop`. Not a std::exception: nothing is wrong, and whoever reports those is not to see it. Caught
/// once by each entry point (README.md).
struct Stopped {
  StopCause cause;
};

namespace detail {
extern thread_local constinit const StopSignal* stop_of_thread;
[[noreturn]] void throw_stopped();
}  // namespace detail

/// For as long as this lives, `poll_stop` in this thread asks `signal`; with null nothing.
class StopScope {
 public:
  explicit StopScope(const StopSignal* signal) : before_(detail::stop_of_thread) { detail::stop_of_thread = signal; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope() { detail::stop_of_thread = before_; }

 private:
  const StopSignal* before_;
};

/// What `poll_stop` asks in this thread, to be handed to another one. Null: nothing.
inline const StopSignal* current_stop() { return detail::stop_of_thread; }

/// Throws Stopped where the signal of this thread is raised. For loops whose length depends on the model, in phases
/// that have no partial result.
inline void poll_stop() {
  const StopSignal* const signal = detail::stop_of_thread;
  if (signal != nullptr && signal->raised()) [[unlikely]]
    detail::throw_stopped();
}

}  // namespace quotient
