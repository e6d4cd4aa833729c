#pragma once

#include <cstdint>

namespace quotient {

using BlockId = std::uint32_t;

/// What moves as one under a product of symmetric groups and wreath products: a process together with its number, its
/// channel and its locals. Blocks of one set change places in all ways, and take along what is inside of them.
struct Block {
  std::uint32_t set = 0;     // of its siblings
  std::uint32_t family = 0;  // the same for the corresponding sets inside of siblings
  std::int32_t outer = -1;   // the block that it is inside of
};

}  // namespace quotient
