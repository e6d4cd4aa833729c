#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <utility>

namespace quotient {

/// Lets one thread do what no other may watch. Threads that take part look at `wanted` now and then, and come to `wait`
/// where they hold nothing; the last to come does the work, and the others can help. A thread that has nothing to do
/// takes no part.
///
/// Work that throws (mostly std::bad_alloc) ends the work of all: what it was changing cannot be trusted. The exception
/// is thrown in every thread that waits, and again in every thread that comes to `wait` later; `wanted` stays true, so
/// that they come soon. Nothing here allocates memory.
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
    if (failure_) std::rethrow_exception(failure_);
    wanted_.store(true, std::memory_order_relaxed);
    ++waiting_;
    const std::uint64_t round = round_;
    std::uint64_t helped = helps_;
    for (;;) {
      const auto help_is_wanted = [&] { return help_.call != nullptr && helped != helps_; };
      changed_.wait(lock,
                    [&] { return round != round_ || help_is_wanted() || (held_ == nullptr && waiting_ == active_); });
      if (round != round_) break;
      if (help_is_wanted()) {
        helped = helps_;
        help(lock);
        continue;
      }
      held_ = &lock;
      try {
        work();
      } catch (...) {
        failure_ = std::current_exception();
      }
      held_ = nullptr;
      wanted_.store(failure_ != nullptr, std::memory_order_relaxed);
      waiting_ = 0;
      ++round_;
      changed_.notify_all();
      break;
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  /// From within the work: `part` is called by all threads that wait, at the same time, and by this one. It must do
  /// what is left to do, whoever else calls it and whether others do at all. Returns when none of them is in it; what
  /// one of them threw, the first, is thrown here then.
  template <typename Part>
  void together(const Part& part) {
    if (waiting_ < 2) return part();
    help_ = {[](const void* p) { (*static_cast<const Part*>(p))(); }, &part};
    ++helps_;
    changed_.notify_all();
    help(*held_);
    help_ = {};
    changed_.wait(*held_, [&] { return helping_ == 0; });
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  /// A part of the work, without its type.
  struct Help {
    void (*call)(const void*) = nullptr;
    const void* part = nullptr;
  };

  void help(std::unique_lock<std::mutex>& lock) {
    const Help wanted = help_;
    ++helping_;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      wanted.call(wanted.part);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    if (thrown && !thrown_) thrown_ = std::move(thrown);
    if (--helping_ == 0) changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> wanted_ = false;
  unsigned active_ = 0;
  unsigned waiting_ = 0;
  std::uint64_t round_ = 0;
  std::unique_lock<std::mutex>* held_ = nullptr;  // by the thread that does the work, while it does
  Help help_;                                     // that is wanted now
  std::uint64_t helps_ = 0;                       // how often it was wanted
  unsigned helping_ = 0;
  std::exception_ptr thrown_;   // by a part of the work that is being done
  std::exception_ptr failure_;  // by the work; stays
};

}  // namespace quotient
