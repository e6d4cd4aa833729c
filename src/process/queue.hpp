#pragma once

#include <cstdint>

#include "process/program.hpp"

/// The length that the queue of a channel begins with.
namespace quotient {

/// How many messages a queue holds. 0 for a rendezvous channel, which has no queue.
inline std::uint32_t queue_length(const std::uint8_t* queue, const ChannelKind& kind) {
  if (kind.capacity == 0) return 0;
  return kind.length_size() == 1 ? queue[0] : static_cast<std::uint32_t>(queue[0] | queue[1] << 8);
}
inline void set_queue_length(std::uint8_t* queue, const ChannelKind& kind, std::uint32_t length) {
  queue[0] = static_cast<std::uint8_t>(length);
  if (kind.length_size() == 2) queue[1] = static_cast<std::uint8_t>(length >> 8);
}

}  // namespace quotient
