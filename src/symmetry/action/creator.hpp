#pragma once

#include <cstdint>
#include <vector>

#include "model/cell.hpp"

namespace quotient {

/// A process that creates others, and at which control locations it still may. Until none is at such a place, not all
/// processes exist.
struct Creator {
  std::uint32_t pid = 0;
  std::uint32_t offset = 0;  // of its control location in the state
  std::uint32_t location_bytes = 1;
  std::uint32_t count_bytes = 1;  // of the number of processes, which a state begins with
  std::vector<bool> creating;     // by control location

  bool may_create(const std::uint8_t* state) const {
    if (pid >= read_number(state, count_bytes)) return false;  // not there yet, or no more
    return creating[read_number(state + offset, location_bytes)];
  }
};

}  // namespace quotient
