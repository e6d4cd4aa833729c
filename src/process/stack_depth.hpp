#pragma once

#include <cstdint>

#include "process/program.hpp"

namespace quotient {

/// How many values the code of a program has on the stack at once, at most: known from the code alone, since wherever
/// it branches the ways come together with as many values.
std::uint32_t find_stack_depth(const Program& program);

}  // namespace quotient
