#include "base/stop_signal.hpp"

namespace quotient::detail {

thread_local constinit const StopSignal* stop_of_thread = nullptr;

void throw_stopped() { throw Stopped{stop_of_thread->cause()}; }

}  // namespace quotient::detail
