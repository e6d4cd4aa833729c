#pragma once

#include <cstdint>

namespace quotient {

/// Spreads every bit of a word over the whole of it, so that sums of mixed words make digests.
inline std::uint64_t mix(std::uint64_t x) {
  x *= 0x9e37'79b9'7f4a'7c15U;
  x ^= x >> 32U;
  x *= 0xd6e8'feb8'6659'fd93U;
  x ^= x >> 29U;
  return x;
}

}  // namespace quotient
