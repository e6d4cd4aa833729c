#pragma once

#include <vector>

#include "mcrl2/check/expr.hpp"

namespace quotient::mcrl2 {

struct ActId {
  std::uint32_t value = 0;
  friend auto operator<=>(ActId, ActId) = default;
};
/// The name of an action; actions with different arguments may share one.
struct ActName {
  std::uint32_t value = 0;
  friend auto operator<=>(ActName, ActName) = default;
};
struct ActionCall {
  ActId action;
  std::vector<ExprId> arguments;
  friend auto operator<=>(const ActionCall&, const ActionCall&) = default;
};

}  // namespace quotient::mcrl2
