#pragma once

#include <cstdint>

#include "bmethod/value.hpp"

namespace quotient::bmethod {

inline std::uint64_t mix(std::uint64_t x) {
  x *= 0x9e37'79b9'7f4a'7c15U;
  x ^= x >> 32U;
  x *= 0xd6e8'feb8'6659'fd93U;
  x ^= x >> 29U;
  return x;
}

/// Of a value without elements of symmetric sets: the same in every thread and every run.
std::uint64_t digest_of(const Type* type, Value value);

}  // namespace quotient::bmethod
