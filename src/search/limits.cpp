#include "search/limits.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace quotient {

StopReason stop_reason(StopCause cause) {
  switch (cause) {
    case StopCause::none:
      break;
    case StopCause::time:
      return StopReason::time;
    case StopCause::memory:
      return StopReason::memory;
    case StopCause::refused:
      return StopReason::refused;
    case StopCause::interrupt:
      return StopReason::interrupted;
  }
  return StopReason::nothing;
}

Watch::Watch(const Limits& limits)
    : stop_(limits.stop), begin_(Clock::now()), now_(begin_), reported_(begin_), end_(Clock::time_point::max()) {
  // A limit of centuries would overflow the clock: it is no limit.
  if (limits.time && limits.time->count() < 1e9)
    end_ = begin_ + std::chrono::duration_cast<Clock::duration>(*limits.time);
}

StopCause Watch::cause() const {
  if (stop_ != nullptr && stop_->raised()) return stop_->cause();
  return out_of_time() ? StopCause::time : StopCause::none;
}

StopReason Watch::read_clock() {
  now_ = Clock::now();
  return now_ >= end_ ? StopReason::time : StopReason::nothing;
}

bool Watch::time_to_report() {
  if (now_ - reported_ < std::chrono::milliseconds(100)) return false;
  reported_ = now_;
  return true;
}

double Watch::seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

namespace {

std::uint64_t available_by_kernel() {
  std::ifstream in("/proc/meminfo");
  std::string key, unit;
  std::uint64_t kilobytes = 0;
  while (in >> key >> kilobytes) {
    if (key == "MemAvailable:") return kilobytes * 1024;
    std::getline(in, unit);
  }
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return Limits::none;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

/// Version 2 of control groups as a container sees its own; "max" does not parse and means no limit.
std::uint64_t left_in_control_group() {
  std::uint64_t most = 0, current = 0;
  if (!(std::ifstream("/sys/fs/cgroup/memory.max") >> most)) return Limits::none;
  if (!(std::ifstream("/sys/fs/cgroup/memory.current") >> current)) return most;
  return most > current ? most - current : 0;
}

/// `ulimit -v`, less what the process has already.
std::uint64_t left_in_address_space() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return Limits::none;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 1L));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace

std::uint64_t default_memory_limit() {
  const std::uint64_t left = std::min({available_by_kernel(), left_in_control_group(), left_in_address_space()});
  return left == Limits::none ? left : left / 10 * 9;
}

}  // namespace quotient
