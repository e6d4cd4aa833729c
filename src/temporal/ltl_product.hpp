#pragma once

#include "ltl/automaton.hpp"
#include "temporal/product.hpp"

namespace quotient::temporal {

/// A model beside the automaton of the runs that violate a linear formula. A step of the product is one of the model,
/// read by the automaton as what holds in the state before it and what the step is; where the model has none, the run
/// has ended, and the automaton reads the last state again and again, with `dead` holding.
///
/// Who comes to a terminal state of the automaton has violated the formula, whatever follows: a finding of kind `ltl`.
/// All other violations are infinite runs that pass accepting states again and again.
class LtlProduct final : public Product {
 public:
  LtlProduct(Checked checked, ltl::Automaton automaton, std::uint32_t dead);

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override { return generator(); }
  const ltl::Automaton& automaton() const { return automaton_; }
  std::uint64_t dead() const { return dead_; }

 private:
  std::string_view without_step() const override { return "(the run ends here)"; }
  bool is_mark(std::uint32_t mark, bool alone) const override {
    return !alone && (mark == not_running || mark < automaton_.states.size());
  }

  ltl::Automaton automaton_;
  std::uint64_t dead_;
};

}  // namespace quotient::temporal
