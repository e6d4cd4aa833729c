#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "model/system.hpp"
#include "search/result.hpp"

namespace quotient {

/// Steps through a system interactively: at first the choices are the initial states, then the steps of each state.
class Run {
 public:
  explicit Run(const System& system);

  std::size_t choice_count() const { return choices_.size(); }
  Successor choice(std::size_t i) const { return choices_[i]; }
  /// How many choices before this one lead to the same state.
  std::size_t parallel_before(std::size_t i) const;
  /// The steps that this choice stands for besides its first.
  std::uint32_t passed(std::size_t i) const { return choices_.passed(i); }
  /// A step that goes wrong and could still be completed is listed twice in a row, with its error first: that one, for
  /// a random run, which must not pass over the error. Every other choice is returned as it is.
  std::size_t with_its_error(std::size_t i) const;
  /// Takes a choice, which must exist. False, and nothing changes, where that step does not complete.
  bool take(std::size_t i);

  bool started() const { return started_; }
  /// The present state, once started.
  StateView state() const { return state_; }
  /// What is wrong in the present state.
  std::span<const Finding> findings() const { return choices_.findings(); }
  /// What was too much work, where that is why there is no choice.
  Finding too_much() const { return choices_.cut_off_reason(); }

 private:
  std::unique_ptr<StepGenerator> generator_;
  Successors choices_;
  StateBytes state_;
  bool started_ = false;
};

}  // namespace quotient
