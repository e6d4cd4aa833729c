#pragma once

#include <optional>

#include "ltl/automaton.hpp"
#include "temporal/product.hpp"

namespace quotient::temporal {

/// A model beside the automaton of the runs that violate a linear formula. A step of the product is one of the model,
/// read by the automaton as what holds in the state before it and what the step is; where the model has none, the run
/// has ended, and the automaton reads the last state again and again, with `dead` holding.
///
/// Who comes to a terminal state of the automaton has violated the formula, whatever follows: a finding of kind `ltl`.
/// All other violations are infinite runs that pass accepting states again and again.
///
/// Where fairness matters, actors are those of the model: who takes part in a step as its cycle generator says, or,
/// where it has none, as the step does. An actor can move where it takes part in a possible step.
class LtlProduct final : public Product {
 public:
  /// `fair_to`: the actors to whom runs must be fair; unset: nobody asks for fairness.
  LtlProduct(Checked checked, ltl::Automaton automaton, std::uint32_t dead, std::optional<ProcessSet> fair_to = {});

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override;
  std::unique_ptr<StepGenerator> label_generator() const override { return generator(); }
  const ltl::Automaton& automaton() const { return automaton_; }
  std::uint64_t dead() const { return dead_; }

 private:
  std::string_view without_step() const override { return "(the run ends here)"; }
  bool is_mark(std::uint32_t mark, bool alone) const override {
    return !alone && (mark == not_running || mark < automaton_.states.size());
  }

  ltl::Automaton automaton_;
  std::uint64_t dead_;
  std::optional<ProcessSet> fair_to_;
};

}  // namespace quotient::temporal
