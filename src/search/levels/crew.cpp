#include "search/levels/crew.hpp"

#include <system_error>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace quotient {

namespace {

void take_breath() {
#if defined(__SSE2__)
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

Crew::Crew(std::size_t size) {
  try {
    for (std::size_t i = 1; i < size; ++i) threads_.emplace_back([this, i] { follow(i); });
  } catch (const std::system_error&) {
    // Those that there are do the work.
  }
}

Crew::~Crew() {
  dismissed_.store(true, std::memory_order_relaxed);  // the lock that wakes them publishes it
  wake_all();
  for (std::thread& thread : threads_) thread.join();
}

/// To fall asleep and be woken takes as long as to explore a hundred states: those that wait stay awake for about as
/// long, since the next thing mostly follows soon.
template <typename Done>
void Crew::wait_until(Done done) {
  constexpr int breaths = 2000;
  for (int i = 0; i < breaths; ++i) {
    if (done()) return;
    take_breath();
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, done);
}

void Crew::wake_all() {
  // Who has looked and found nothing changed sleeps before this lock is had.
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

void Crew::together(const std::function<void(std::size_t)>& work) {
  work_ = &work;
  at_work_.store(threads_.size(), std::memory_order_relaxed);  // the round publishes it, and the work
  round_.fetch_add(1, std::memory_order_release);
  if (!threads_.empty()) wake_all();
  work_on(0);
  wait_until([&] { return at_work_.load(std::memory_order_acquire) == 0; });
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

/// An exception that left a thread would end the program.
void Crew::work_on(std::size_t i) {
  try {
    (*work_)(i);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
}

void Crew::follow(std::size_t i) {
  for (std::uint64_t seen = 0;; ++seen) {
    wait_until(
        [&] { return dismissed_.load(std::memory_order_relaxed) || round_.load(std::memory_order_acquire) != seen; });
    if (dismissed_.load(std::memory_order_relaxed)) return;
    work_on(i);
    if (at_work_.fetch_sub(1, std::memory_order_acq_rel) == 1) wake_all();
  }
}

}  // namespace quotient
