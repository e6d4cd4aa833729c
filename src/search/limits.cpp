#include "search/limits.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <unistd.h>

namespace quotient {

Watch::Watch(const Limits& limits)
    : interrupt_(limits.interrupt),
      begin_(Clock::now()),
      now_(begin_),
      reported_(begin_),
      end_(Clock::time_point::max()) {
  // A limit of centuries would overflow the clock: it is no limit.
  if (limits.time && limits.time->count() < 1e9)
    end_ = begin_ + std::chrono::duration_cast<Clock::duration>(*limits.time);
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

}  // namespace

std::uint64_t default_memory_limit() {
  const std::uint64_t left = std::min(available_by_kernel(), left_in_control_group());
  return left == Limits::none ? left : left / 10 * 9;
}

}  // namespace quotient
