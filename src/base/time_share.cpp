#include "base/time_share.hpp"

#include <ctime>

namespace quotient {

namespace {

constexpr unsigned asked_for_each_look = 256;  // at the clock, which costs a call of the system

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

TimeShare::TimeShare(const StopSignal* whole, double seconds) : whole_(whole), end_(processor_seconds() + seconds) {}

bool TimeShare::is_spent() const {
  if (spent_.load(std::memory_order_relaxed)) return true;
  if (asked_.fetch_add(1, std::memory_order_relaxed) % asked_for_each_look != 0) return false;
  if (processor_seconds() < end_) return false;
  spent_.store(true, std::memory_order_relaxed);
  return true;
}

bool TimeShare::is_all_that_stops() {
  const auto* const share = dynamic_cast<const TimeShare*>(current_stop());
  return share != nullptr && !share->whole_raised();
}

}  // namespace quotient
