#pragma once

#include <memory>
#include <optional>

#include "model/system.hpp"
#include "process/symmetry/rules/rewriter.hpp"

namespace quotient {

/// A system whose states are also taken to what rules make of them, and in which it is wrong (an invariant, its site
/// the number of an instance) if a state and its image do not have corresponding steps, findings and labels. Where
/// nothing is wrong in any of its states, every instance takes steps to steps wherever the search of the system can
/// come, and taking states for one that rules make of each other loses nothing.
class RuleCheckedSystem final : public SystemDecorator, private NarratorDecorator {
 public:
  /// What does not correspond.
  struct Mismatch {
    std::size_t instance = 0;
    std::vector<std::uint8_t> state, image;
    /// A step of one of the two to which none of the other corresponds: from where, and where it leads. Nothing where
    /// it is findings or labels that differ.
    bool step_of_image = false;
    std::optional<std::vector<std::uint8_t>> target;
  };

  /// All must outlive it. `with_labels`: accept and progress labels, for which `whole` must have a cycle generator.
  RuleCheckedSystem(const System& whole, const Program& program, const RewriteRules& rules, bool with_labels);

  std::unique_ptr<StepGenerator> generator() const override;
  /// What corresponds and what does not has nothing to do with cycles.
  std::unique_ptr<StepGenerator> cycle_generator() const override { return nullptr; }
  const Narrator& narrator() const override { return *this; }

  /// What is wrong in a state, where something is.
  std::optional<Mismatch> mismatch(StateView state) const;

 private:
  class Generator;

  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override;
  using NarratorDecorator::describe;
  FindingText describe(Finding finding) const override;
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t>) const override { return {}; }

  const Program& program_;
  const RewriteRules& rules_;
  bool with_labels_;
};

}  // namespace quotient
