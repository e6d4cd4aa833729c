#include "base/deadline.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace quotient {

namespace {

/// Memory grows by some ten megabytes in that time, at most.
constexpr std::chrono::milliseconds watch_interval(10);

std::chrono::nanoseconds processor_time() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

// Without a stream, which would allocate: it is asked where memory is short.
std::uint64_t resident_bytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  char* rest = nullptr;
  std::strtoull(text, &rest, 10);  // the address space
  static const auto page = static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 1L));
  return std::strtoull(rest, nullptr, 10) * page;
}

Deadline::Deadline(Options options) : options_(std::move(options)), begin_(Clock::now()) {
  // A limit of centuries would overflow the clock: it is no limit.
  if (options_.time && options_.time->count() < 1e9)
    end_ = begin_ + std::chrono::duration_cast<Clock::duration>(*options_.time);
  constexpr std::uint64_t boundless = std::uint64_t{1} << 60U;
  if (options_.memory < boundless) most_resident_ = resident_bytes() + options_.memory + slack(options_.memory);
  look();  // a limit that is over at once is known at once
  watched_ = start();
}

Deadline::~Deadline() {
  if (!watched_) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  over_.notify_all();
  pthread_join(thread_, nullptr);
}

bool Deadline::start() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{256} << 10U);
  // Signals are for the threads that work: one of them waits in a system call that is to be left.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = pthread_create(&thread_, &attributes, watch, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return started;
}

void* Deadline::watch(void* self) {
  static_cast<Deadline*>(self)->run();
  return nullptr;
}

bool Deadline::wait(std::unique_lock<std::mutex>& lock) {
  return !over_.wait_for(lock, watch_interval, [this] { return ended_; });
}

void Deadline::run() {
  std::unique_lock lock(mutex_);
  do {
    if (cause_.load(std::memory_order_relaxed) != StopCause::none || look() != StopCause::none)
      return wait_until_overdue(lock);
  } while (wait(lock));
}

void Deadline::wait_until_overdue(std::unique_lock<std::mutex>& lock) {
  const auto raised = Clock::now();
  const auto used = processor_time();
  while (wait(lock)) {
    const auto late = Clock::now() - raised;
    const bool is_overdue = late > longest_grace || (late > grace && processor_time() - used > grace);
    if (!is_overdue || finished_.load(std::memory_order_relaxed)) continue;
    if (options_.overdue) options_.overdue(*this);
    return;
  }
}

StopCause Deadline::look() const {
  if (options_.interrupt != nullptr && options_.interrupt->raised()) return raise(options_.interrupt->cause());
  if (Clock::now() >= end_) return raise(StopCause::time);
  if (resident_bytes() > most_resident_) return raise(StopCause::memory);
  return StopCause::none;
}

/// The first cause stays.
StopCause Deadline::raise(StopCause cause) const {
  StopCause known = StopCause::none;
  Clock::rep never = 0;
  raised_at_.compare_exchange_strong(never, Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  cause_.compare_exchange_strong(known, cause, std::memory_order_relaxed);
  return known == StopCause::none ? cause : known;
}

}  // namespace quotient
