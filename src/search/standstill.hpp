#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace quotient {

/// Lets one thread do what no other may watch. Threads that take part look at `wanted` now and then, and come to `wait`
/// where they hold nothing; the last to come does the work. A thread that has nothing to do takes no part.
class Standstill {
 public:
  void take_part() {
    const std::lock_guard lock(mutex_);
    ++active_;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --active_;
    if (waiting_ > 0 && waiting_ == active_) changed_.notify_all();
  }

  /// Relaxed: to see it late only delays the others, and what the work changed is read after taking the lock.
  bool wanted() const { return wanted_.load(std::memory_order_relaxed); }

  /// Returns when all threads have come and one of them has done `work`, which must be the same for all. Only for
  /// threads that take part.
  template <typename Work>
  void wait(Work work) {
    std::unique_lock lock(mutex_);
    wanted_.store(true, std::memory_order_relaxed);
    ++waiting_;
    const std::uint64_t round = round_;
    changed_.wait(lock, [&] { return round != round_ || waiting_ == active_; });
    if (round != round_) return;
    work();
    wanted_.store(false, std::memory_order_relaxed);
    waiting_ = 0;
    ++round_;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> wanted_ = false;
  unsigned active_ = 0;
  unsigned waiting_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace quotient
