#include "cli/interrupt.hpp"

#include <csignal>

namespace quotient::cli {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) {
    interrupted.store(true, std::memory_order_relaxed);
  };  // nothing else is published by it
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace quotient::cli
