#pragma once

#include <memory>
#include <vector>

#include "search/cluster/transport.hpp"

namespace quotient {

/// Ranks that are threads of this process: for tests of what is built on a transport. By rank; each must be used by a
/// thread of its own, since they wait for each other.
std::vector<std::unique_ptr<Transport>> make_thread_transports(unsigned ranks);

}  // namespace quotient
