#pragma once

#include <memory>

#include "model/system.hpp"

namespace quotient {

/// Of an Independence whose actors are others than those that the steps of its system name (operations with the values
/// of parameters, say, where the system numbers operations alone).
class ActorSteps {
 public:
  virtual ~ActorSteps() = default;

  /// Steps whose actors are those of the independence, in place of the system's own. Must not outlive it.
  virtual std::unique_ptr<StepGenerator> with_actors(std::unique_ptr<StepGenerator> own) const = 0;
};

}  // namespace quotient
