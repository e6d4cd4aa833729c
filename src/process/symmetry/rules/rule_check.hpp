#pragma once

#include <memory>
#include <optional>

#include "frontend/state_rules.hpp"
#include "process/symmetry/rules/rewriter.hpp"

namespace quotient {

/// Rewrite rules tried on the states of a program, see RuleCheck.
class RuleCheckedSystem final : public RuleCheck, private NarratorDecorator {
 public:
  /// All must outlive it. `with_labels`: accept and progress labels, for which `whole` must have a cycle generator.
  RuleCheckedSystem(const System& whole, const Program& program, const RewriteRules& rules, bool with_labels);

  std::unique_ptr<StepGenerator> generator() const override;
  /// What corresponds and what does not has nothing to do with cycles.
  std::unique_ptr<StepGenerator> cycle_generator() const override { return nullptr; }
  std::unique_ptr<StepGenerator> label_generator() const override { return nullptr; }
  std::unique_ptr<Independence> independence() const override { return nullptr; }
  const Narrator& narrator() const override { return *this; }

  std::optional<Mismatch> mismatch(StateView state) const override;

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
