#pragma once

#include <memory>

#include "frontend/state_rules.hpp"
#include "process/symmetry/rules/rewriter.hpp"

namespace quotient {

/// Rewrite rules, which must have passed `check_rules`, for the states of a program, which must outlive it.
class ProgramRules final : public StateRules {
 public:
  ProgramRules(const Program& program, std::shared_ptr<const RewriteRules> rules);

  const Program& program() const { return program_; }
  const RewriteRules& rules() const { return *rules_; }

  std::size_t rule_count() const override { return rules_->rules.size(); }
  std::size_t instance_count() const override { return names_.count(); }
  std::string name(std::size_t instance) const override { return names_.name(instance); }
  SourceRange place(std::size_t instance) const override { return names_.rule_of(instance).at; }
  std::vector<bool> in_group(const System& system, const Symmetry& found, bool with_labels) const override;
  std::unique_ptr<RuleCheck> check(const System& system, bool with_labels) const override;
  std::unique_ptr<StateOrbits> orbits(bool checked) const override;
  std::unique_ptr<Reduction> rewriting(bool checked) const override;

 private:
  const Program& program_;
  std::shared_ptr<const RewriteRules> rules_;
  Rewriter names_;
};

}  // namespace quotient
