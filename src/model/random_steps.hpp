#pragma once

#include <cstdint>
#include <string>

#include "model/system.hpp"

namespace quotient {

/// Steps whose target is drawn at random are listed once for each state that can be drawn. Says which belong together.
class RandomSteps {
 public:
  struct Share {
    std::string label;              // of the step, without what tells its targets apart
    std::string probability = "1";  // of this target: an integer or a fraction
    std::uint32_t way = 0;          // numbers the random steps of one state that have one label; 0: not drawn at random
  };
  virtual ~RandomSteps() = default;
  virtual Share share(StepLabel label) const = 0;
};

}  // namespace quotient
