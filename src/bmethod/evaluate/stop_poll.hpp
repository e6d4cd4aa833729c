#pragma once

#include <cstdint>

#include "base/stop_signal.hpp"

namespace quotient::bmethod {

/// Looks at a signal now and then while values are tried. Without one the signal of the thread is asked, and Stopped
/// thrown.
class StopPoll {
 public:
  void heed(const StopSignal& signal) { signal_ = &signal; }
  /// Once the signal was seen raised, until `resume`.
  bool stopped() const { return stopped_; }
  void resume() { stopped_ = false; }
  /// To be asked for each value that is tried.
  bool must_stop() {
    if (++asked_ % asks_for_each_look != 0) return stopped_;
    if (signal_ == nullptr) {
      poll_stop();
    } else {
      stopped_ = stopped_ || signal_->raised();
    }
    return stopped_;
  }

 private:
  static constexpr std::uint64_t asks_for_each_look = 1024;

  const StopSignal* signal_ = nullptr;
  std::uint64_t asked_ = 0;
  bool stopped_ = false;
};

}  // namespace quotient::bmethod
