#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/successors.hpp"

namespace quotient::temporal {

/// Evaluates the propositions of one formula, at most 64; bit i is proposition i. One for each thread.
class PropositionReader {
 public:
  virtual ~PropositionReader() = default;
  /// Those of a state that hold; `steps` are all steps of the model from it. Those of steps are not among them.
  virtual std::uint64_t of_state(StateView state, const Successors& steps) = 0;
  /// Those of a step that hold, from the state that was read last.
  virtual std::uint64_t of_step(const Successor& step) = 0;
  /// Whether runs begin here: false for states in which a model is only set up.
  virtual bool is_running(StateView) { return true; }
  /// What could not be evaluated in the state and the steps that were read since the last call.
  virtual std::vector<Finding> problems() { return {}; }
};

/// What the propositions of one formula mean. Immutable, shared by all threads.
class Propositions {
 public:
  virtual ~Propositions() = default;
  virtual std::unique_ptr<PropositionReader> reader() const = 0;
  /// How a person would write each of them, by number; empty: it stands for a part that the user did not write.
  virtual std::vector<std::string> texts() const = 0;
};

}  // namespace quotient::temporal
