#pragma once

#include <memory>

#include "model/system.hpp"

namespace quotient {

/// A system whose generators keep back steps that need not be taken now, since nothing that happens meanwhile can get
/// into their way: strong stubborn sets, as closures over actors (docs/partial-orders.md). Which these are is a
/// function of the state alone. That is all it takes for deadlocks; whoever looks for more must take care that no step
/// is left out for ever (Successors::advance).
class StubbornSystem final : public SystemDecorator {
 public:
  /// Both must outlive it. `checked`: some of what is chosen is checked by trying (StubbornCheck).
  StubbornSystem(const System& whole, const Independence& independence, bool checked = false)
      : SystemDecorator(whole), independence_(independence), checked_(checked) {}

  std::unique_ptr<StepGenerator> generator() const override;
  /// What is fair speaks of all that could move: nothing is left out.
  std::unique_ptr<StepGenerator> cycle_generator() const override { return inner().cycle_generator(); }

 private:
  const Independence& independence_;
  const bool checked_;
};

}  // namespace quotient
