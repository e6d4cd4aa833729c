#include "driver/rules.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "driver/phase.hpp"
#include "report/check_report.hpp"
#include "report/run_text.hpp"
#include "report/words.hpp"
#include "search/search.hpp"

namespace quotient::driver {

namespace {

/// Cells that differ between two states, by name.
std::string differences(const System& system, StateView before, StateView after) {
  std::string text;
  const std::vector<CellValue> a = system.narrator().describe(before), b = system.narrator().describe(after);
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].cell != b[i].cell || a[i].value == b[i].value) continue;
    text += fmt::format("{}{}: {} → {}", text.empty() ? "" : ", ", a[i].cell, a[i].value, b[i].value);
  }
  return text.empty() ? "only in the locations of processes" : text;
}

/// What the program runs with, in words.
std::string claim_in_words(const Subject& subject) {
  return (subject.is_formula ? "ltl " : "the never claim ") + subject.claim;
}

/// A state and a step that a rule does not agree with, in words; `claim` is what tells them apart, empty where it is
/// the program.
std::string tell_mismatch(const Subject& subject, const RuleCheck& checked, const Result& result,
                          const std::string& claim, const Look& look) {
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
    text += claim.empty()
                ? "the two states have the same steps, but not the same labels, or not the same is wrong in them\n"
                : fmt::format("the two states have the same steps, but not to {}\n", claim);
    return text;
  }
  const std::vector<std::uint8_t>& from = mismatch->step_of_image ? mismatch->image : mismatch->state;
  if (claim.empty()) {
    text += mismatch->step_of_image ? "there a step is possible that has no counterpart before the changes:\n"
                                    : "before them a step is possible that has no counterpart afterwards:\n";
  } else {
    text += fmt::format("the program takes the same steps from both, but to {} this one, {}:\n", claim,
                        mismatch->step_of_image ? "after the changes, has no counterpart before them"
                                                : "before the changes, has no counterpart after them");
  }
  if (mismatch->target->empty()) {
    text += "  one that ends in an error\n";
  } else {
    ToldStep step;
    step.events = subject.system->narrator().explain(from, *mismatch->target, {});
    RunTeller teller(look);
    teller.expect({&step, 1});
    text += teller.tell(step, 1);
  }
  return text;
}

bool check(const Subject& subject, const CheckSettings& settings, const Hooks& hooks, SubjectSymmetry& found);

/// Says which rule is wrong, and whether for the program or only together with the claim.
void refuse(const Subject& subject, const RuleCheck& checked, const Result& result, const CheckSettings& settings,
            const Hooks& hooks, SubjectSymmetry& found) {
  bool blames_claim = false;
  if (subject.alone) {
    const std::unique_ptr<Subject> alone = subject.alone();
    ensure(alone != nullptr, "a program that compiles with a claim only");
    blames_claim = check(*alone, settings, hooks, found);
    if (!found.refusal.empty()) return;  // it is the program, and that has been said
  }
  const std::string claim = subject.claim.empty() ? "" : claim_in_words(subject);
  const std::uint32_t instance = result.violations.front().finding.site;
  std::string message = fmt::format("{} is not a symmetry of ", subject.rules->name(instance));
  if (blames_claim) {
    message += fmt::format("{}, which distinguishes what it permutes", claim);
    found.refusal =
        fmt::format("--check-rules: the rules are correct for the program, but not together with {}", claim);
  } else {
    message += fmt::format("the model{}: it maps a state to one that behaves differently",
                           claim.empty() ? "" : " with " + claim);
    found.refusal = "--check-rules: the rules are wrong";
  }
  Diagnostic& error = found.diagnostics.error(subject.rules->place(instance), std::move(message));
  if (subject.claim_at) error.notes.push_back({*subject.claim_at, claim});
  found.account = tell_mismatch(subject, checked, result, blames_claim ? claim : "", hooks.look);
}

/// Whether rules are right on all states that can be reached, by steps and by rules. Says what is wrong.
bool check_on_states(const Subject& subject, const CheckSettings& settings, const Hooks& hooks,
                     SubjectSymmetry& found) {
  const std::unique_ptr<RuleCheck> checked = subject.rules->check(*subject.system, subject.cycles.has_value());
  SearchOptions options = settings.search;
  use_deadline(options.limits, hooks);
  options.order = SearchOrder::breadth_first;
  options.store = StoreKind::exact;
  options.all = options.paranoid = false;
  options.properties = PropertySet::none().add(FindingKind::invariant);
  Result result = explore(*checked, options);
  found.seconds += result.seconds;
  if (result.verdict == Verdict::violated) {
    refuse(subject, *checked, result, settings, hooks, found);
    return false;
  }
  found.rules.tried_on = result.states;
  found.tried_coverage = std::move(result.coverage);
  if (result.verdict == Verdict::verified) return true;
  found.loss = fmt::format("trusts rules that could be checked on {} only", counted(result.states, "state"));
  return false;
}

/// Whether rules are right: the graph of the system shows it, or else they are tried.
bool check(const Subject& subject, const CheckSettings& settings, const Hooks& hooks, SubjectSymmetry& found) {
  const auto begin = std::chrono::steady_clock::now();
  Symmetry group = subject.symmetry->find({}).symmetry;
  const std::vector<bool> in_group = subject.rules->in_group(*subject.system, group, subject.cycles.has_value());
  found.rules.shown = static_cast<std::size_t>(std::count(in_group.begin(), in_group.end(), true));
  found.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  // Rules that the group has are a part of it.
  found.symmetry.step_orbits = std::move(group.step_orbits);
  for (StepOrbit& orbit : found.symmetry.step_orbits) orbit.certain = false;
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
  if (subject.cycles && subject.cycles->fairness != Fairness::none) {
    found.refusal = fmt::format(
        "--symmetry rules: rules cannot be combined with fairness ({}); use --symmetry off, "
        "or --fairness none",
        subject.name);
    return symmetry;
  }
  found.loss = "trusts rules that were not checked (--check-rules)";
  const bool checked = settings.check_rules && check(subject, settings, hooks, found);
  if (!found.refusal.empty()) return symmetry;
  if (checked) found.loss.clear();
  found.strategy = "rules";
  found.rules.instances = subject.rules->instance_count();
  found.orbits = subject.rules->orbits(checked);
  found.used = &found.orbits->reduction();
  if (subject.rules->rule_count() == 1) return symmetry;
  found.reduction = subject.rules->rewriting(checked);
  found.used = found.reduction.get();
  return symmetry;
}

}  // namespace quotient::driver
