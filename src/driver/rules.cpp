#include "driver/rules.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "report/check_report.hpp"
#include "report/run_text.hpp"
#include "report/words.hpp"
#include "search/search.hpp"
#include "symmetry/detect/detect.hpp"
#include "symmetry/rules/rule_check.hpp"
#include "symmetry/rules/rule_orbits.hpp"
#include "symmetry/rules/rule_proof.hpp"

namespace quotient::driver {

namespace {

/// Cells that differ between two states, by name.
std::string differences(const System& system, StateView before, StateView after) {
  std::string text;
  const std::vector<CellValue> a = system.describe(before), b = system.describe(after);
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].cell != b[i].cell || a[i].value == b[i].value) continue;
    text += fmt::format("{}{}: {} → {}", text.empty() ? "" : ", ", a[i].cell, a[i].value, b[i].value);
  }
  return text.empty() ? "only in where processes are" : text;
}

/// A state and a step that a rule does not agree with, in words.
std::string tell_mismatch(const Subject& subject, const RuleCheckedSystem& checked, const Result& result,
                          const Look& look) {
  const CheckReport report = make_check_report(checked, result);
  const ToldViolation& violation = report.violations.front();
  const std::vector<std::uint8_t>& state = result.violations.front().states.back();
  const auto mismatch = checked.mismatch(state);
  std::string text = fmt::format("after {}:\n", counted(violation.length, "step")) + tell_run(violation.run, look);
  text += "in the state\n" + tell_cells(violation.last_state, look);
  if (!mismatch) return text;
  text +=
      fmt::format("the rule makes these changes: {}\n", differences(*subject.system, mismatch->state, mismatch->image));
  if (!mismatch->target) {
    text += "the two states have the same steps, but not the same labels, or not the same is wrong in them\n";
    return text;
  }
  const std::vector<std::uint8_t>& from = mismatch->step_of_image ? mismatch->image : mismatch->state;
  text += mismatch->step_of_image ? "there a step is possible that has no counterpart before the changes:\n"
                                  : "before them a step is possible that has no counterpart afterwards:\n";
  if (mismatch->target->empty()) {
    text += "  one that ends in an error\n";
  } else {
    ToldStep step;
    step.events = subject.system->explain(from, *mismatch->target, {});
    RunTeller teller(look);
    teller.expect({&step, 1});
    text += teller.tell(step, 1);
  }
  return text;
}

/// Whether rules are right on all states that can be reached, by steps and by rules. Says what is wrong.
bool check_on_states(const Subject& subject, const CheckSettings& settings, const Hooks& hooks,
                     SubjectSymmetry& found) {
  const RuleCheckedSystem checked(*subject.system, *subject.program, *subject.rules, subject.cycles.has_value());
  SearchOptions options = settings.search;
  options.limits.interrupt = hooks.interrupt;
  options.order = SearchOrder::breadth_first;
  options.store = StoreKind::exact;
  options.all = options.paranoid = false;
  options.properties = PropertySet::none().add(FindingKind::invariant);
  const Result result = explore(checked, options);
  found.seconds += result.seconds;
  if (result.verdict == Verdict::violated) {
    const Rewriter rewriter(*subject.program, *subject.rules);
    const std::uint32_t instance = result.violations.front().finding.site;
    found.diagnostics.error(
        rewriter.rule_of(instance).at,
        fmt::format("{} is no symmetry of the model: it takes a state to one that behaves differently",
                    rewriter.name(instance)));
    found.account = tell_mismatch(subject, checked, result, hooks.look);
    found.refusal = "--check-rules: the rules are wrong";
    return false;
  }
  found.rules.tried_on = result.states;
  if (result.verdict == Verdict::verified) return true;
  found.loss = fmt::format("trusts rules that could be checked on {} states only", result.states);
  return false;
}

/// Whether rules are right: the graph of the system shows it, or else they are tried.
bool check(const Subject& subject, const CheckSettings& settings, const Hooks& hooks, SubjectSymmetry& found) {
  const auto begin = std::chrono::steady_clock::now();
  const Symmetry group = detect_symmetry(*subject.program, subject.scalarsets);
  const std::vector<bool> in_group =
      instances_in_group(*subject.system, *subject.program, *subject.rules, group, subject.cycles.has_value());
  found.rules.shown = static_cast<std::size_t>(std::count(in_group.begin(), in_group.end(), true));
  found.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found.rules.shown == in_group.size() || check_on_states(subject, settings, hooks, found);
}

}  // namespace

std::unique_ptr<SubjectSymmetry> rule_symmetry(const Subject& subject, const CheckSettings& settings,
                                               const Hooks& hooks) {
  auto symmetry = std::make_unique<SubjectSymmetry>();
  SubjectSymmetry& found = *symmetry;
  if (subject.rules == nullptr) {
    found.refusal = "--symmetry rules: rewrite rules are for Promela models only";
    return symmetry;
  }
  if (subject.cycles && subject.cycles->weak_fairness) {
    found.refusal = fmt::format(
        "--symmetry rules: rules and weak fairness do not go together ({}); use --symmetry off, "
        "or --fairness none",
        subject.name);
    return symmetry;
  }
  found.loss = "trusts rules that were not checked (--check-rules)";
  const bool checked = settings.check_rules && check(subject, settings, hooks, found);
  if (!found.refusal.empty()) return symmetry;
  if (checked) found.loss.clear();
  found.strategy = "rules";
  for (const RewriteRules::Rule& rule : subject.rules->rules) found.rules.instances += rule.instances.size();
  found.orbits = rule_orbits(*subject.program, *subject.rules, checked);
  found.used = &found.orbits->reduction();
  if (subject.rules->rules.size() == 1) return symmetry;
  found.reduction = reduction_by_rewriting(*subject.program, *subject.rules, checked);
  found.used = found.reduction.get();
  return symmetry;
}

}  // namespace quotient::driver
