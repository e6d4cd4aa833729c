#include "driver/check_run.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "driver/coverage.hpp"
#include "driver/result_details.hpp"
#include "driver/rules.hpp"
#include "driver/vacuity.hpp"
#include "report/words.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/persist/checkpoints.hpp"
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

/// A property of the model that is not checked is no violation, but no verification either.
std::string unsupported_in_words(const Model& model) {
  std::vector<const NotChecked*> all = remarks_of<NotChecked>(model.remarks);
  if (all.empty()) return {};
  const std::string first = fmt::format("{} ({})", all.front()->name, in_words(all.front()->at));
  if (all.size() == 1) return fmt::format("no violation found, but {} is not checked: it is not supported", first);
  return fmt::format("no violation found, but {} and {} more are not checked: they are not supported", first,
                     all.size() - 1);
}

unsigned threads_used(const SearchOptions& options, bool in_order) {
  const bool shared = options.order == SearchOrder::breadth_first && options.store != StoreKind::bitstate && !in_order;
  return shared ? options.threads : 1;
}

}  // namespace

CheckRun::CheckRun(Deadline& deadline, const Model& model, const CheckSettings& settings, const Hooks& hooks)
    : deadline_(deadline), model_(model), settings_(settings), hooks_(hooks) {}

CheckOutcome CheckRun::run() {
  for (const Subject& subject : model_.subjects) {
    Searched searched;
    if (!check_subject(subject, searched)) return std::move(outcome_);
    const bool violated = searched.result.verdict == Verdict::violated;
    if (violated ? settings_.search.all : searched.result.complete()) continue;
    report_unchecked(subject, violated);
    break;
  }
  report_all();
  outcome_.report = std::move(report_);
  return std::move(outcome_);
}

bool CheckRun::check_subject(const Subject& subject, Searched& searched) {
  if (!find_subject_symmetry(subject, searched)) return false;
  if (!search_subject(subject, searched)) return false;
  if (is_first(subject)) report_first(subject, searched);
  if (subject.name.empty()) {
    admit_shortcoming(report_, unsupported_in_words(model_));
  } else {
    report_claim(subject, searched);
  }
  searched.search.reset();  // refers to the symmetry
  if (is_first(subject)) first_symmetry_ = std::move(searched.symmetry);
  return true;
}

/// Where the deadline ends this, there is none; the search that follows then ends at once and says so.
bool CheckRun::find_subject_symmetry(const Subject& subject, Searched& searched) {
  const bool done = run_phase(deadline_, phases::symmetry, [&] {
    searched.symmetry =
        settings_.symmetry == "rules" ? rule_symmetry(subject, settings_, hooks_) : find_symmetry(subject, settings_);
  });
  if (!done) {
    searched.symmetry = std::make_unique<SubjectSymmetry>();
    searched.symmetry->remark = "symmetry detection was not completed";
  }
  SubjectSymmetry& found = *searched.symmetry;
  if (!found.refusal.empty()) {
    outcome_.refusal = found.refusal;
    outcome_.diagnostics = std::move(found.diagnostics);
    outcome_.account = std::move(found.account);
    return false;
  }
  outcome_.refusal = store_objection(subject);
  if (!outcome_.refusal.empty()) return false;
  run_phase(deadline_, phases::compiling, [&] { use_native_code(settings_, found); });
  return true;
}

/// Fairness speaks of states and of who can move in them.
std::string CheckRun::store_objection(const Subject& subject) const {
  if (!subject.cycles) return {};
  const Fairness fairness = subject.cycles->fairness;
  const StoreKind store = settings_.search.store;
  if (fairness == Fairness::strong && store != StoreKind::exact) {
    return fmt::format("--store {}: strong fairness needs --store exact", settings_.store);
  }
  if (fairness == Fairness::weak && store == StoreKind::bitstate) {
    return "--store bitstate: weak fairness needs a store that distinguishes states; use --store exact or compact";
  }
  return {};
}

bool CheckRun::search_subject(const Subject& subject, Searched& searched) {
  if (!deadline_.raised()) deadline_.enter(phases::search);  // else the phase that was stopped is named
  searched.search = std::make_unique<SubjectSearch>(subject, settings_, *searched.symmetry, hooks_);
  SubjectSearch& search = *searched.search;
  run_guarded(deadline_, deadline_, [&] { search.prepare(); });
  if (is_first(subject)) run_guarded(deadline_, deadline_, [&] { searched.audit = audit(subject, searched); });
  searched.result = searched.audit ? searched.audit->audited : search.run(search_options(subject, *searched.symmetry));
  search.add_remarks(cautions_);
  if (!search.objection_to_symmetry().empty()) leave_out_symmetry(*searched.symmetry, search.objection_to_symmetry());
  if (const Checkpoints* checkpoints = settings_.search.checkpoints; checkpoints != nullptr) {
    outcome_.refusal = checkpoints->refusal();
    if (!outcome_.refusal.empty()) return false;
  }
  search_seconds_ += searched.result.seconds + (searched.audit ? searched.audit->exact.seconds : 0);
  return true;
}

/// --audit: the first search, with whatever reduction, beside one with the canonical strategy.
std::optional<OrbitAudit> CheckRun::audit(const Subject& subject, const Searched& searched) {
  if (!settings_.audit) return std::nullopt;
  const SubjectSymmetry& symmetry = *searched.symmetry;
  const auto refuse = [&](const std::string& why) {
    cautions_.push_back(Caution{"--audit" + why});
    return std::nullopt;
  };
  if (symmetry.used == nullptr) return refuse(": there is no reduction here, so no orbit can be lost");
  if (subject.cycles)
    return refuse(" compares the states of two searches, and cannot be used when searching for cycles");
  const ChosenReduction exact = choose_reduction(symmetry.symmetry, "canonical");
  if (exact.reduction == nullptr) return refuse(": " + exact.refusal);
  std::optional<OrbitAudit> audited =
      audit_orbits(searched.search->system(), search_options(subject, symmetry), *exact.reduction);
  const std::string with_partial_orders =
      searched.search->audit_partial_orders(search_options(subject, symmetry), *exact.reduction, audited->exact);
  if (!with_partial_orders.empty()) cautions_.push_back(Caution{"--audit: " + with_partial_orders, false});
  searched.search->unfold_all(audited->audited);
  searched.search->unfold_all(audited->exact);
  if (hooks_.search_ended) hooks_.search_ended();
  return audited;
}

SearchOptions CheckRun::search_options(const Subject& subject, const SubjectSymmetry& symmetry) const {
  SearchOptions options = settings_.search;
  use_deadline(options.limits, hooks_);
  options.progress = hooks_.progress;
  if (is_first(subject) && hooks_.entered) {
    options.entered = [this, &subject](StateView state) { hooks_.entered(*subject.system, state); };
  }
  if (!subject.claim.empty()) {
    options.properties = claim_properties(subject.is_formula);
  } else if (subject.cycles) {
    options.properties = PropertySet::none().add(FindingKind::runtime);
  }
  options.reduction = symmetry.used;
  options.orbits = symmetry.orbits.get();
  options.ranks = settings_.ranks;
  return options;
}

/// The report is that of the first subject; other subjects add their claims to it.
void CheckRun::report_first(const Subject& subject, Searched& searched) {
  SubjectSymmetry& symmetry = *searched.symmetry;
  if (settings_.symmetry == "auto") {
    run_phase(deadline_, phases::explaining, [&] { explain_absence(subject, settings_, symmetry); });
  }
  if (subject.claim.empty()) {
    close_coverage(searched.search->system(), symmetry, settings_, hooks_, searched.result);
  }
  Result figures = searched.result;  // of the first claim, where the program alone is not searched
  if (!subject.name.empty()) {
    figures.violations.clear();
    figures.violation_count = 0;
  }
  if (!deadline_.raised()) deadline_.enter(phases::telling);
  const StopScope scope(&deadline_);
  report_ = make_check_report(*subject.system, std::move(figures), settings_.search.limits);
  // A claim that cannot go on ends the search of a run: what comes behind it may well be reached.
  if (!subject.claim.empty()) {
    std::erase_if(report_.remarks, [](const Remark& r) { return std::holds_alternative<UnreachedPlace>(r); });
  }
  const Grace grace(&deadline_);  // without the structure of the group where there is no time left for it
  run_guarded(deadline_, grace, [&] { report_symmetry(symmetry, *model_.sources, report_); });
  report_.skips_sequential = searched.search->skips_sequential();
  const bool by_levels =
      subject.cycles ? searched.result.by_levels : settings_.search.order == SearchOrder::breadth_first;
  report_.order = by_levels ? "bfs" : "dfs";
  if (searched.audit) add_audit(report_, *subject.system, *searched.audit);
}

void CheckRun::report_claim(const Subject& subject, const Searched& searched) {
  const StopScope scope(&deadline_);
  add_claim(report_, *subject.system, subject.name, subject.claim, searched.result,
            claim_symmetry(*searched.symmetry, searched.result), settings_.search.limits);
  report_.claims.back().leads = is_first(subject);
  report_.claims.back().skips_sequential = searched.search->skips_sequential();
  if (searched.result.verdict != Verdict::verified) return;
  run_phase(deadline_, phases::vacuity, [&] {
    for (Remark& remark : find_vacuous(subject, *model_.sources, searched.result, settings_, hooks_)) {
      report_.remarks.push_back(std::move(remark));
    }
  });
}

/// The subjects behind the last one that was searched.
void CheckRun::report_unchecked(const Subject& last, bool violated) {
  const auto why = violated ? NotChecked::Why::violation_before : NotChecked::Why::limit_before;
  for (const Subject* next = &last + 1; next != model_.subjects.data() + model_.subjects.size(); ++next) {
    report_.remarks.push_back(NotChecked{next->name, why});
  }
}

/// What concerns the whole check, whatever its subjects.
void CheckRun::report_all() {
  if (report_.result.verdict == Verdict::incomplete && deadline_.raised() && deadline_.phase() != phases::search) {
    report_.stopped_while = deadline_.phase();
  }
  report_.version = QUOTIENT_VERSION;
  report_.model = settings_.model.path;
  report_.language = model_.language();
  report_.remarks.insert(report_.remarks.end(), model_.remarks.begin(), model_.remarks.end());
  report_.remarks.insert(report_.remarks.end(), cautions_.begin(), cautions_.end());
  if (const Checkpoints* checkpoints = settings_.search.checkpoints; checkpoints && !checkpoints->failure().empty()) {
    report_.remarks.push_back(Caution{"no further checkpoint could be written: " + checkpoints->failure()});
  }
  if (!report_.result.exact) {
    report_.remarks.push_back(ApproximateStore{settings_.store, report_.result.expected_coverage()});
  }
  report_.limits = settings_.search.limits;
  report_.symmetry.detect = settings_.detection.how;
  report_.threads = settings_.ranks != nullptr
                        ? settings_.search.threads_of_rank
                        : threads_used(settings_.search, report_.audit || report_.symmetry.strategy == "flooding");
  report_.store = settings_.store;
  report_.seconds.load = model_.seconds;
  report_.seconds.search = search_seconds_;
  report_.seconds.total =
      model_.seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  if (settings_.details) {
    run_phase(deadline_, phases::details, [&] { add_details(model_, settings_, *first_symmetry_, hooks_, report_); });
  }
}

}  // namespace quotient::driver
