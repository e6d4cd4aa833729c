#pragma once

#include <cstdint>

#include "model/successors.hpp"

namespace quotient {

/// Which infinite runs are violations.
enum class CycleKind : std::uint8_t {
  acceptance,    // those that pass accepting states again and again
  non_progress,  // those that from some point on pass no progress state
};

struct CycleProperty {
  CycleKind kind = CycleKind::acceptance;
  /// Only weakly fair runs count: no process that is continuously enabled waits for ever.
  bool weak_fairness = false;
  /// As which a cycle is reported.
  Finding finding;
};

}  // namespace quotient
