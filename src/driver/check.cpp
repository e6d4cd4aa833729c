#include "driver/check.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "driver/coverage.hpp"
#include "driver/phase.hpp"
#include "driver/result_details.hpp"
#include "driver/rules.hpp"
#include "driver/subject_symmetry.hpp"
#include "driver/vacuity.hpp"
#include "report/words.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/game/game_search.hpp"
#include "search/reduce/orbit_audit.hpp"
#include "search/reduce/stubborn.hpp"
#include "search/reduce/unfold.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::driver {

namespace {

/// A claim is watched for what it forbids. What a never claim asserts counts as well, and with it what the program
/// does; a formula asserts nothing, and is not violated where an assertion of the program fails.
PropertySet claim_properties(bool is_formula) {
  PropertySet properties = PropertySet::none();
  properties.add(FindingKind::ltl).add(FindingKind::acceptance).add(FindingKind::runtime);
  return is_formula ? properties : properties.add(FindingKind::assertion);
}

SearchOptions search_options(const CheckSettings& settings, const Subject& subject, const SubjectSymmetry& symmetry,
                             const Hooks& hooks, bool is_first) {
  SearchOptions options = settings.search;
  use_deadline(options.limits, hooks);
  options.progress = hooks.progress;
  if (is_first && hooks.entered)
    options.entered = [&hooks, &subject](StateView state) { hooks.entered(*subject.system, state); };
  if (!subject.claim.empty()) {
    options.properties = claim_properties(subject.is_formula);
  } else if (subject.cycles) {
    options.properties = PropertySet::none().add(FindingKind::runtime);
  }
  options.reduction = symmetry.used;
  options.orbits = symmetry.orbits.get();
  return options;
}

/// That nobody checks what the model asks for is no violation, but no verification either.
std::string unsupported_in_words(const Model& model) {
  std::vector<const NotChecked*> all = remarks_of<NotChecked>(model.remarks);
  if (all.empty()) return {};
  const std::string first = fmt::format("{} ({})", all.front()->name, in_words(all.front()->at));
  if (all.size() == 1)
    return fmt::format("no violation found, but {} is not checked: formulas are not supported", first);
  return fmt::format("no violation found, but {} and {} more are not checked: formulas are not supported", first,
                     all.size() - 1);
}

/// What is searched where states in which only one thing can happen are passed through; nothing where they are not.
std::optional<SequentialSystem> skipping_system(const Subject& subject, const CheckSettings& settings) {
  // A position that is passed through may be one that decides who wins.
  if (settings.skip_sequential == "never" || subject.game != nullptr) return std::nullopt;
  std::optional<SequentialSystem> skipping(std::in_place, *subject.system, subject.has_cycle_labels);
  if (settings.skip_sequential == "always") return skipping;
  return subject.may_join_steps && skipping->pays() ? skipping : std::nullopt;
}

const System& searched_system(const Subject& subject, const std::optional<SequentialSystem>& skipping) {
  if (skipping) return *skipping;
  return *subject.system;
}

/// Why partial orders cannot be used for what is searched; empty where they can. They are sound in a breadth-first
/// search for what can go wrong in states and on steps, with a store that tells which states are new.
std::string objection_to_partial_orders(const Subject& subject, const CheckSettings& settings,
                                        const SubjectSymmetry& symmetry) {
  if (subject.cycles || !subject.claim.empty()) return "claims and infinite runs are searched without it";
  if (settings.search.order != SearchOrder::breadth_first) return "it needs --search bfs";
  if (settings.search.store == StoreKind::bitstate) return "it needs --store exact or compact";
  if (settings.search.paranoid || settings.audit) return "it cannot be combined with --paranoid and --audit";
  if (symmetry.used != nullptr && symmetry.used->floods()) return "it cannot be combined with --symmetry flooding";
  return "";
}

/// What partial orders need to know of a subject, where they are asked for. Says so where they are not used.
std::unique_ptr<Independence> independence_of(const Subject& subject, const CheckSettings& settings,
                                              const SubjectSymmetry& symmetry, std::vector<Remark>& remarks) {
  if (settings.partial_order != "on") return nullptr;
  std::string objection = objection_to_partial_orders(subject, settings, symmetry);
  std::unique_ptr<Independence> found;
  if (objection.empty()) found = subject.system->independence();
  if (found == nullptr && objection.empty()) objection = "in this model every step may depend on every other";
  if (found == nullptr) remarks.push_back(Caution{"--partial-order is not used: " + objection});
  return found;
}

/// Where there is no time for that, a violation has no run.
void unfold_all(const std::optional<SequentialSystem>& skipping, const Hooks& hooks, Result& result) {
  if (!skipping) return;
  const Grace grace(hooks.deadline);
  for (Violation& violation : result.violations) {
    if (run_guarded(*hooks.deadline, grace, [&] { violation = unfold(*skipping, violation); })) continue;
    violation.states.clear();
    violation.without_run = true;
  }
}

Result search(const Subject& subject, const std::optional<SequentialSystem>& skipping, const Independence* independence,
              SearchOptions options, const Hooks& hooks) {
  const System& whole = searched_system(subject, skipping);
  std::optional<StubbornSystem> stubborn;
  if (independence != nullptr) stubborn.emplace(whole, *independence);
  const System& system = stubborn ? static_cast<const System&>(*stubborn) : whole;
  options.partial_orders = stubborn.has_value();
  Result result = subject.cycles            ? find_cycles(system, *subject.cycles, options)
                  : subject.game != nullptr ? decide_game(system, *subject.game, options)
                                            : explore(system, options);
  unfold_all(skipping, hooks, result);
  // SPIN counts the arrival at the initial state, lps2lts does not.
  if (!subject.counts_initial && result.transitions > 0) --result.transitions;
  if (hooks.search_ended) hooks.search_ended();
  return result;
}

/// The first search, with whatever reduction, beside one with the canonical strategy.
std::optional<OrbitAudit> audit(const CheckSettings& settings, const Subject& subject, const SubjectSymmetry& symmetry,
                                const std::optional<SequentialSystem>& skipping, const Hooks& hooks,
                                std::vector<Remark>& remarks) {
  if (!settings.audit) return std::nullopt;
  if (symmetry.used == nullptr) {
    remarks.push_back(Caution{"--audit: nothing is reduced here, so that no orbit can be lost"});
    return std::nullopt;
  }
  if (subject.cycles) {
    remarks.push_back(
        Caution{"--audit: compares the states of two searches, and is not for one that looks for cycles"});
    return std::nullopt;
  }
  const ChosenReduction exact = subject.symmetry->reduction(symmetry.symmetry, "canonical", {});
  if (exact.reduction == nullptr) {
    remarks.push_back(Caution{"--audit: " + exact.refusal});
    return std::nullopt;
  }
  const SearchOptions options = search_options(settings, subject, symmetry, hooks, true);
  std::optional<OrbitAudit> audited = audit_orbits(searched_system(subject, skipping), options, *exact.reduction);
  unfold_all(skipping, hooks, audited->audited);
  unfold_all(skipping, hooks, audited->exact);
  if (hooks.search_ended) hooks.search_ended();
  return audited;
}

unsigned threads_used(const SearchOptions& options, bool in_order) {
  const bool shared = options.order == SearchOrder::breadth_first && options.store != StoreKind::bitstate && !in_order;
  return shared ? options.threads : 1;
}

/// Where nothing of what --property names is in the model, a search would verify nothing. Empty where something is.
std::string nothing_to_check(const Model& model, const CheckSettings& settings) {
  for (const Subject& subject : model.subjects) {
    if (!subject.name.empty()) return "";
  }
  if (!settings.model.actions.empty()) return "";
  for (const FindingKind kind : {FindingKind::deadlock, FindingKind::assertion, FindingKind::invariant}) {
    if (settings.search.properties.contains(kind) && model.front_end->checks(kind)) return "";
  }
  return fmt::format("--property: nothing of what is named is in this model; {} has {}", model.front_end->title(),
                     model.front_end->properties());
}

/// Where the deadline ends this, there is none; the search that follows then ends at once and says so.
std::unique_ptr<SubjectSymmetry> symmetry_within(Deadline& deadline, const Subject& subject,
                                                 const CheckSettings& settings, const Hooks& hooks) {
  std::unique_ptr<SubjectSymmetry> found;
  const bool done = run_phase(deadline, phases::symmetry, [&] {
    found = settings.symmetry == "rules" ? rule_symmetry(subject, settings, hooks) : find_symmetry(subject, settings);
  });
  if (done) return found;
  found = std::make_unique<SubjectSymmetry>();
  found->remark = "the search for symmetry was not ended";
  return found;
}

CheckOutcome check_within(Deadline& deadline, const Model& model, const CheckSettings& settings, const Hooks& hooks) {
  const auto begin = std::chrono::steady_clock::now();
  CheckOutcome outcome;
  outcome.refusal = nothing_to_check(model, settings);
  if (!outcome.refusal.empty()) return outcome;
  CheckReport report;
  std::vector<Remark> cautions;
  std::unique_ptr<SubjectSymmetry> first_symmetry;
  double searched = 0;
  for (const Subject& subject : model.subjects) {
    auto symmetry = symmetry_within(deadline, subject, settings, hooks);
    if (!symmetry->refusal.empty()) {
      outcome.refusal = symmetry->refusal;
      outcome.diagnostics = std::move(symmetry->diagnostics);
      outcome.account = std::move(symmetry->account);
      return outcome;
    }
    if (subject.cycles && subject.cycles->weak_fairness && settings.search.store == StoreKind::bitstate) {
      outcome.refusal =
          "--store bitstate: weak fairness needs a store that tells states apart; use --store exact or compact";
      return outcome;
    }
    run_phase(deadline, phases::compiling, [&] { use_native_code(settings, *symmetry); });
    const bool is_first = &subject == &model.subjects.front();
    if (!deadline.raised()) deadline.enter(phases::search);  // else what was stopped is named
    std::unique_ptr<Independence> independence;
    run_guarded(deadline, deadline, [&] { independence = independence_of(subject, settings, *symmetry, cautions); });
    // A step that stands for several reads and writes more than its first statement does.
    const std::optional<SequentialSystem> skipping =
        independence != nullptr ? std::nullopt : skipping_system(subject, settings);
    std::optional<OrbitAudit> audited;
    if (is_first) {
      run_guarded(deadline, deadline,
                  [&] { audited = audit(settings, subject, *symmetry, skipping, hooks, cautions); });
    }
    Result result = audited ? audited->audited
                            : search(subject, skipping, independence.get(),
                                     search_options(settings, subject, *symmetry, hooks, is_first), hooks);
    searched += result.seconds + (audited ? audited->exact.seconds : 0);
    const bool found = result.verdict == Verdict::violated, complete = result.complete();
    if (is_first) {
      if (settings.symmetry == "auto") {
        run_phase(deadline, phases::explaining, [&] { explain_absence(subject, settings, *symmetry); });
      }
      if (subject.claim.empty()) close_coverage(searched_system(subject, skipping), *symmetry, settings, hooks, result);
      Result figures = result;  // where there is no search of the program alone, the first claim's count
      if (!subject.name.empty()) {
        figures.violations.clear();
        figures.violation_count = 0;
      }
      if (!deadline.raised()) deadline.enter(phases::telling);
      const StopScope scope(&deadline);
      report = make_check_report(*subject.system, std::move(figures), settings.search.limits);
      // A claim that cannot go on ends the search of a run: what comes behind it may well be reached.
      if (!subject.claim.empty()) {
        std::erase_if(report.remarks, [](const Remark& r) { return std::holds_alternative<UnreachedPlace>(r); });
      }
      const Grace grace(&deadline);  // without the structure of the group where there is no time left for it
      run_guarded(deadline, grace, [&] { report_symmetry(*symmetry, *model.sources, report); });
      report.skips_sequential = skipping.has_value();
      report.order = subject.cycles || settings.search.order == SearchOrder::depth_first ? "dfs" : "bfs";
      if (audited) add_audit(report, *subject.system, *audited);
    }
    if (!subject.name.empty()) {
      const StopScope scope(&deadline);
      add_claim(report, *subject.system, subject.name, subject.claim, result, claim_symmetry(*symmetry, result),
                settings.search.limits);
      report.claims.back().leads = is_first;
      report.claims.back().skips_sequential = skipping.has_value();
      if (result.verdict == Verdict::verified) {
        run_phase(deadline, phases::vacuity, [&] {
          for (VacuousFormula& v : find_vacuous(subject, *model.sources, settings, hooks)) {
            report.remarks.push_back(std::move(v));
          }
        });
      }
    } else {
      admit_shortcoming(report, unsupported_in_words(model));
    }
    if (is_first) first_symmetry = std::move(symmetry);
    if ((!found || settings.search.all) && (found || complete)) continue;
    const auto why = found ? NotChecked::Why::violation_before : NotChecked::Why::limit_before;
    for (const Subject* next = &subject + 1; next != model.subjects.data() + model.subjects.size(); ++next)
      report.remarks.push_back(NotChecked{next->name, why});
    break;
  }
  if (report.result.verdict == Verdict::incomplete && deadline.raised() && deadline.phase() != phases::search) {
    report.stopped_while = deadline.phase();
  }
  report.version = QUOTIENT_VERSION;
  report.model = settings.model.path;
  report.language = model.language();
  report.remarks.insert(report.remarks.end(), model.remarks.begin(), model.remarks.end());
  report.remarks.insert(report.remarks.end(), cautions.begin(), cautions.end());
  if (!report.result.exact) {
    report.remarks.push_back(ApproximateStore{settings.store, report.result.expected_coverage()});
  }
  report.limits = settings.search.limits;
  report.symmetry.detect = settings.detection.how;
  report.threads = threads_used(settings.search, report.audit || report.symmetry.strategy == "flooding");
  report.store = settings.store;
  report.seconds.load = model.seconds;
  report.seconds.search = searched;
  report.seconds.total =
      model.seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (settings.details) {
    run_phase(deadline, phases::details, [&] { add_details(model, settings, *first_symmetry, hooks, report); });
  }
  outcome.report = std::move(report);
  return outcome;
}

/// What there is to say where a limit was reached before there was anything: not even the model could be read.
CheckOutcome without_result(const Model& model, const CheckSettings& settings, StopCause cause, const char* phase) {
  CheckOutcome outcome;
  CheckReport& report = outcome.report.emplace();
  report.version = QUOTIENT_VERSION;
  report.model = settings.model.path;
  report.language = model.language();
  report.limits = settings.search.limits;
  report.store = settings.store;
  report.result.stopped = stop_reason(cause);
  report.result.represents = "0";
  report.stopped_while = phase;
  report.seconds.load = report.seconds.total = model.seconds;
  return outcome;
}

/// The phases look after themselves; what ends between them has no result.
CheckOutcome check_guarded(Deadline& deadline, const Model& model, const CheckSettings& settings, const Hooks& hooks) {
  CheckOutcome outcome;
  const Grace grace(&deadline);
  const bool done = run_guarded(deadline, grace, [&] { outcome = check_within(deadline, model, settings, hooks); });
  return done ? std::move(outcome) : without_result(model, settings, deadline.cause(), deadline.phase());
}

}  // namespace

CheckOutcome check(const Model& model, const CheckSettings& settings, const Hooks& hooks) {
  if (model.stopped != StopCause::none) return without_result(model, settings, model.stopped, phases::loading);
  if (hooks.deadline != nullptr) return check_guarded(*hooks.deadline, model, settings, hooks);
  Deadline deadline({.time = settings.search.limits.time});
  Hooks with_deadline = hooks;
  with_deadline.deadline = &deadline;
  return check_guarded(deadline, model, settings, with_deadline);
}

}  // namespace quotient::driver
