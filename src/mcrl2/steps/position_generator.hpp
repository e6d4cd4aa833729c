#pragma once

#include <functional>
#include <vector>

#include "mcrl2/steps/generator.hpp"

namespace quotient::mcrl2 {

/// The moves of the game that decides a formula: from a state and a subformula with the values of its variables to
/// those that it rests on. Junctions of one owner are passed through at once, and what data decide is decided: a move
/// is a step of the specification, or, where the other player has a choice first, none at all. A position that is
/// decided by itself leads to the position `holds` or `fails`; where the formula is only about all that happens
/// (CompiledFormula::all_universal), one that fails is a finding, and likewise one that holds where it asks for one
/// way.
class PositionGenerator : public Generator {
 public:
  using Generator::Generator;
  void successors(StateView state, Successors& out) override;

 private:
  enum class Truth : std::uint8_t { no, yes, open };
  static constexpr std::uint32_t no_step = UINT32_MAX;
  static constexpr std::uint32_t terminate = UINT32_MAX - 1;
  /// A position to move to.
  struct Move {
    std::uint32_t position;
    std::uint32_t step;    // of root_.results(), or one of the above
    std::uint32_t values;  // offset into values_
  };

  void move(StateView state, Successors& out);
  void decide(StateView state, Truth truth, Successors& out);
  void put(StateView state, const Move& move, Successors& out);
  Truth collect(std::uint32_t node, bool universal);
  Truth junction(const CompiledNode& node, bool universal);
  Truth modality(const CompiledNode& node, bool universal);
  Truth after(std::uint32_t node, bool universal, std::uint32_t step);
  Truth enter(const CompiledNode& fixed_point, std::span<const FormulaTerm> arguments, std::uint32_t step);
  void add(std::uint32_t position, std::uint32_t step);
  template <typename Found>
  void choose(const FormulaChoice& choice, std::span<const Value> given, Found&& found);
  template <typename Found>
  void match(std::span<const ActId> pattern, std::span<const InstanceId> actions, std::vector<bool>& taken,
             std::vector<Value>& given, Found&& found);
  void from_steps(const CompiledNode& junction, std::size_t source, std::vector<Value>& given,
                  const std::function<bool()>& found);
  bool passes(const CompiledTest& test, std::uint32_t step);
  bool passes_actions(const CompiledTest& test, std::span<const InstanceId> actions, std::vector<bool>& taken,
                      std::size_t from);
  Value value(const FormulaTerm& term);
  std::span<const InstanceId> actions_of(std::uint32_t step) const;
  std::uint32_t step_count();

  StateView state_;
  bool stepped_ = false;            // root_ has the steps of the state
  bool evaluating_formula_ = true;  // not the steps of the specification
  std::vector<Value> environment_;
  std::vector<Value> values_;
  std::vector<Move> moves_;
  std::uint32_t decisive_ = no_step;  // the step after which it is decided
};

}  // namespace quotient::mcrl2
