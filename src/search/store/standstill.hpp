#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace quotient {

/// Lets one thread do what no other may watch. Threads that take part look at `wanted` now and then, and come to `wait`
/// where they hold nothing; the last to come does the work, and the others can help. A thread that has nothing to do
/// takes no part.
class Standstill {
 public:
  void take_part() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return held_ == nullptr; });
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
    std::uint64_t helped = helps_;
    for (;;) {
      const auto help_is_wanted = [&] { return help_ != nullptr && helped != helps_; };
      changed_.wait(lock,
                    [&] { return round != round_ || help_is_wanted() || (held_ == nullptr && waiting_ == active_); });
      if (round != round_) return;
      if (!help_is_wanted()) break;
      helped = helps_;
      help(lock);
    }
    held_ = &lock;
    work();
    held_ = nullptr;
    wanted_.store(false, std::memory_order_relaxed);
    waiting_ = 0;
    ++round_;
    changed_.notify_all();
  }

  /// From within the work: `part` is called by all threads that wait, at the same time, and by this one. It must do
  /// what is left to do, whoever else calls it and whether others do at all.
  void together(const std::function<void()>& part) {
    if (waiting_ < 2) return part();
    help_ = &part;
    ++helps_;
    held_->unlock();
    changed_.notify_all();
    part();
    held_->lock();
    help_ = nullptr;
    changed_.wait(*held_, [&] { return helping_ == 0; });
  }

 private:
  void help(std::unique_lock<std::mutex>& lock) {
    const std::function<void()>& part = *help_;
    ++helping_;
    lock.unlock();
    part();
    lock.lock();
    if (--helping_ == 0) changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> wanted_ = false;
  unsigned active_ = 0;
  unsigned waiting_ = 0;
  std::uint64_t round_ = 0;
  std::unique_lock<std::mutex>* held_ = nullptr;  // by the thread that does the work, while it does
  const std::function<void()>* help_ = nullptr;   // that is wanted now
  std::uint64_t helps_ = 0;                       // how often it was wanted
  unsigned helping_ = 0;
};

}  // namespace quotient
