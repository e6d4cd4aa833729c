#pragma once

#include <functional>

namespace quotient {

/// Runs `work` to its end on a stack of several hundred megabytes, of which only what is touched takes memory: for
/// recursion over texts that may nest thousands of levels deep. What `work` throws is thrown here;
/// `poll_stop` asks there what it asks here. Costs a thread that
/// is started and waited for.
void with_deep_stack(const std::function<void()>& work);

}  // namespace quotient
