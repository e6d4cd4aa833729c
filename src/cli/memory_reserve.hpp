#pragma once

#include "base/deadline.hpp"

namespace quotient::cli {

/// Memory reserved for the moment when the system has no more. That allocation is served from it, and the
/// deadline is raised: the work ends where it next checks it, and not in the middle of something that must not fail (a
/// JSON value needs memory to be destroyed). Only where that is not enough either is std::bad_alloc thrown. One at a
/// time, since the handler of operator new belongs to the process.
class MemoryReserve {
 public:
  explicit MemoryReserve(const Deadline& deadline);
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;
  ~MemoryReserve();
};

}  // namespace quotient::cli
