#pragma once

#include <cstdint>

#include "base/mix.hpp"
#include "bmethod/values/value.hpp"

namespace quotient::bmethod {

/// Of a value without elements of symmetric sets: the same in every thread and every run.
std::uint64_t digest_of(const Type* type, Value value);

}  // namespace quotient::bmethod
