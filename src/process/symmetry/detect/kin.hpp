#pragma once

#include <cstdint>
#include <vector>

#include "process/instance.hpp"

/// Process types that may be copies of each other under different names, as machines and students write them:
/// `P_0` whose body has `owner = 1`, and `P_1` whose body has `owner = 2`.
namespace quotient::detect {

/// For each process type the first one whose processes keep the same things at the same places of their records.
/// Whether they do the same is for the graph to decide.
std::vector<std::uint32_t> kin_types(const Program& program);

/// Whether some processes of an instance are of different types that are kin.
bool has_kin(const Instance& instance, const std::vector<std::uint32_t>& kin);

}  // namespace quotient::detect
