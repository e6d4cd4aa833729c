#include "driver/check.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "driver/coverage.hpp"
#include "driver/phase.hpp"
#include "driver/result_details.hpp"
#include "driver/rules.hpp"
#include "driver/subject_search.hpp"
#include "driver/subject_symmetry.hpp"
#include "driver/vacuity.hpp"
#include "report/words.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/persist/checkpoints.hpp"
#include "search/reduce/orbit_audit.hpp"
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
  if (all.size() == 1) return fmt::format("no violation found, but {} is not checked: it is not supported", first);
  return fmt::format("no violation found, but {} and {} more are not checked: they are not supported", first,
                     all.size() - 1);
}

/// The first search, with whatever reduction, beside one with the canonical strategy.
std::optional<OrbitAudit> audit(const CheckSettings& settings, const Subject& subject, const SubjectSymmetry& symmetry,
                                const SubjectSearch& search, const Hooks& hooks, std::vector<Remark>& remarks) {
  if (!settings.audit) return std::nullopt;
  if (symmetry.used == nullptr) {
    remarks.push_back(Caution{"--audit: there is no reduction here, so no orbit can be lost"});
    return std::nullopt;
  }
  if (subject.cycles) {
    remarks.push_back(
        Caution{"--audit compares the states of two searches, and cannot be used when searching for cycles"});
    return std::nullopt;
  }
  const ChosenReduction exact = choose_reduction(symmetry.symmetry, "canonical");
  if (exact.reduction == nullptr) {
    remarks.push_back(Caution{"--audit: " + exact.refusal});
    return std::nullopt;
  }
  const SearchOptions options = search_options(settings, subject, symmetry, hooks, true);
  std::optional<OrbitAudit> audited = audit_orbits(search.system(), options, *exact.reduction);
  search.unfold_all(audited->audited);
  search.unfold_all(audited->exact);
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
  return fmt::format("--property: the model has none of these; {} has {}", model.front_end->title(),
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
  found->remark = "symmetry detection was not completed";
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
    if (subject.cycles && subject.cycles->fairness == Fairness::strong && settings.search.store != StoreKind::exact) {
      outcome.refusal = fmt::format("--store {}: strong fairness needs --store exact", settings.store);
      return outcome;
    }
    if (subject.cycles && subject.cycles->fairness == Fairness::weak && settings.search.store == StoreKind::bitstate) {
      outcome.refusal =
          "--store bitstate: weak fairness needs a store that distinguishes states; use --store exact or compact";
      return outcome;
    }
    run_phase(deadline, phases::compiling, [&] { use_native_code(settings, *symmetry); });
    const bool is_first = &subject == &model.subjects.front();
    if (!deadline.raised()) deadline.enter(phases::search);  // else what was stopped is named
    SubjectSearch search(subject, settings, *symmetry, hooks);
    run_guarded(deadline, deadline, [&] { search.prepare(); });
    std::optional<OrbitAudit> audited;
    if (is_first) {
      run_guarded(deadline, deadline, [&] { audited = audit(settings, subject, *symmetry, search, hooks, cautions); });
    }
    Result result =
        audited ? audited->audited : search.run(search_options(settings, subject, *symmetry, hooks, is_first));
    search.add_remarks(cautions);
    if (const Checkpoints* checkpoints = settings.search.checkpoints; checkpoints != nullptr) {
      outcome.refusal = checkpoints->refusal();
      if (!outcome.refusal.empty()) return outcome;
    }
    searched += result.seconds + (audited ? audited->exact.seconds : 0);
    const bool found = result.verdict == Verdict::violated, complete = result.complete();
    if (is_first) {
      if (settings.symmetry == "auto") {
        run_phase(deadline, phases::explaining, [&] { explain_absence(subject, settings, *symmetry); });
      }
      if (subject.claim.empty()) close_coverage(search.system(), *symmetry, settings, hooks, result);
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
      report.skips_sequential = search.skips_sequential();
      const bool by_levels = subject.cycles
                                 ? algorithm_for(*subject.cycles, search_options(settings, subject, *symmetry, hooks,
                                                                                 is_first)) == CycleAlgorithm::levels
                                 : settings.search.order == SearchOrder::breadth_first;
      report.order = by_levels ? "bfs" : "dfs";
      if (audited) add_audit(report, *subject.system, *audited);
    }
    if (!subject.name.empty()) {
      const StopScope scope(&deadline);
      add_claim(report, *subject.system, subject.name, subject.claim, result, claim_symmetry(*symmetry, result),
                settings.search.limits);
      report.claims.back().leads = is_first;
      report.claims.back().skips_sequential = search.skips_sequential();
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
  if (const Checkpoints* checkpoints = settings.search.checkpoints; checkpoints && !checkpoints->failure().empty()) {
    report.remarks.push_back(Caution{"no further checkpoint could be written: " + checkpoints->failure()});
  }
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
