#pragma once

#include <cstdint>
#include <vector>

#include "model/successors.hpp"
#include "process/interpreter.hpp"

namespace quotient {

/// Evaluates the propositions of a program (Program::propositions, at most 64) in its states. For one thread.
class PropositionBits {
 public:
  /// The program must outlive it.
  explicit PropositionBits(const Program& program);

  /// Bit i: proposition i holds.
  std::uint64_t holding(StateView state);
  /// What could not be evaluated since the last call.
  std::vector<Finding> take_problems();

 private:
  const Program& program_;
  Interpreter interpreter_;
  Configuration at_;
  Moment moment_;
  std::vector<Finding> problems_;
};

}  // namespace quotient
