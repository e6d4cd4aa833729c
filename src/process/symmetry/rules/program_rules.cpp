#include "process/symmetry/rules/program_rules.hpp"

#include <utility>

#include "process/symmetry/rules/rule_check.hpp"
#include "process/symmetry/rules/rule_orbits.hpp"
#include "process/symmetry/rules/rule_proof.hpp"

namespace quotient {

ProgramRules::ProgramRules(const Program& program, std::shared_ptr<const RewriteRules> rules)
    : program_(program), rules_(std::move(rules)), names_(program_, *rules_) {}

std::vector<bool> ProgramRules::in_group(const System& system, const Symmetry& found, bool with_labels) const {
  return instances_in_group(system, program_, *rules_, found, with_labels);
}

std::unique_ptr<RuleCheck> ProgramRules::check(const System& system, bool with_labels) const {
  return std::make_unique<RuleCheckedSystem>(system, program_, *rules_, with_labels);
}

std::unique_ptr<StateOrbits> ProgramRules::orbits(bool checked) const {
  return rule_orbits(program_, *rules_, checked);
}

std::unique_ptr<Reduction> ProgramRules::rewriting(bool checked) const {
  return reduction_by_rewriting(program_, *rules_, checked);
}

}  // namespace quotient
