#pragma once

#include "model/parity_game.hpp"
#include "temporal/branching.hpp"
#include "temporal/product.hpp"

namespace quotient::temporal {

inline constexpr std::uint32_t root_mark = 0xfffe;

/// A branching formula on a model as a parity game: a position is a state of the model and a part of the formula.
/// Boolean parts are decided on the spot, and moves of one player in a row are one move, so that AG {p} has as many
/// positions as the model has states. The formula is to hold in all initial states.
class CtlGame final : public Product, public ParityGame {
 public:
  CtlGame(Checked checked, BranchingFormula formula, std::uint32_t dead);

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override { return nullptr; }
  std::unique_ptr<StepGenerator> label_generator() const override { return nullptr; }
  Position position(StateView state) const override;
  Fragment fragment() const override { return fragment_; }
  Finding finding() const override { return {FindingKind::ltl, 0}; }

  const BranchingFormula& formula() const { return formula_; }
  std::uint64_t dead() const { return dead_; }
  bool has_root() const { return has_root_; }

 private:
  std::string_view without_step() const override { return "(a part of the formula, in the same state)"; }
  bool is_mark(std::uint32_t mark, bool alone) const override {
    return alone ? has_root_ && mark == root_mark : mark == not_running || mark < formula_.parts.size();
  }

  BranchingFormula formula_;
  std::uint64_t dead_;
  bool has_root_ = false;  // there are several initial states, or none
  Fragment fragment_ = Fragment::game;
};

}  // namespace quotient::temporal
