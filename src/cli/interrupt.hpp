#pragma once

#include <atomic>

namespace quotient::cli {

/// From now on Ctrl-C (and SIGTERM) sets the flag that is returned, once; a second one ends the program as usual.
const std::atomic<bool>& catch_interrupts();

}  // namespace quotient::cli
