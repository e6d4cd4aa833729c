#include <algorithm>
#include <chrono>
#include <unistd.h>
#include <utility>

#include "bmethod/bmethod.hpp"
#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/model.hpp"
#include "cli/progress_display.hpp"
#include "cli/rules.hpp"
#include "cli/subject_symmetry.hpp"
#include "cli/version.hpp"
#include "report/check_report.hpp"
#include "report/json.hpp"
#include "report/output_file.hpp"
#include "report/text.hpp"
#include "report/trace_file.hpp"
#include "search/orbit_audit.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::cli {

namespace {

ExitCode exit_code(const Result& result) {
  switch (result.verdict) {
    case Verdict::verified:
      return ExitCode::verified;
    case Verdict::violated:
      return ExitCode::violated;
    case Verdict::incomplete:
      break;
  }
  return ExitCode::incomplete;
}

SavedTrace saved_trace(const Settings& settings, const CheckReport& report) {
  const ToldViolation& violation = report.violations.front();
  return {violation.trace,       report.version,  report.model,
          report.language,       violation.claim, arguments_to_save(settings),
          violation.text.message};
}

/// A file that cannot be written is better known before a long search than after it.
bool outputs_writable(const Settings& settings) {
  for (const std::string& path : {settings.json_path, settings.trace_path}) {
    std::string error;
    if (path.empty() || can_write(path, error)) continue;
    complain(error);
    return false;
  }
  return true;
}

bool write_outputs(const Settings& settings, const CheckReport& report) {
  std::string error;
  if (!settings.json_path.empty() && !write_file(settings.json_path, json_report(report), error)) {
    complain(error);
    return false;
  }
  if (!settings.trace_path.empty() && !report.violations.empty() &&
      !write_file(settings.trace_path, trace_file_text(saved_trace(settings, report)), error)) {
    complain(error);
    return false;
  }
  return true;
}

/// A claim is watched for what it forbids; what its own statements assert counts as well.
PropertySet claim_properties() {
  return PropertySet::none()
      .add(FindingKind::ltl)
      .add(FindingKind::acceptance)
      .add(FindingKind::assertion)
      .add(FindingKind::runtime);
}

SearchOptions search_options(const Settings& settings, const Subject& subject, const SubjectSymmetry& symmetry,
                             double seconds_used) {
  SearchOptions options = settings.search;
  options.limits.interrupt = &catch_interrupts();
  if (!subject.claim.empty()) {
    options.properties = claim_properties();
  } else if (subject.cycles) {
    options.properties = PropertySet::none().add(FindingKind::runtime);
  }
  if (options.limits.time) {
    const std::chrono::duration<double> left(options.limits.time->count() - seconds_used);
    options.limits.time = std::max(left, std::chrono::duration<double>::zero());
  }
  options.reduction = symmetry.used;
  options.orbits = symmetry.orbits.get();
  return options;
}

Result search(const Settings& settings, const Subject& subject, SearchOptions options) {
  ProgressDisplay display(settings);
  options.progress = display.hook();
  return subject.cycles ? find_cycles(*subject.system, *subject.cycles, options) : explore(*subject.system, options);
}

/// The first search, with whatever reduction, beside one with the canonical strategy.
std::optional<OrbitAudit> audit(const Settings& settings, const Subject& subject, const SubjectSymmetry& symmetry) {
  if (!settings.audit || symmetry.used == nullptr) return std::nullopt;
  if (subject.cycles) {
    complain("--audit: compares the states of two searches, and is not for one that looks for cycles");
    return std::nullopt;
  }
  const ChosenReduction exact = subject.machine != nullptr
                                    ? ChosenReduction{subject.machine->reduction("canonical"), ""}
                                    : choose_reduction(symmetry.symmetry, "canonical");
  if (exact.reduction == nullptr) {
    complain("--audit: " + exact.refusal);
    return std::nullopt;
  }
  SearchOptions options = search_options(settings, subject, symmetry, 0);
  ProgressDisplay display(settings);
  options.progress = display.hook();
  return audit_orbits(*subject.system, options, *exact.reduction);
}

unsigned threads_used(const SearchOptions& options, bool in_order) {
  const bool shared = options.order == SearchOrder::breadth_first && options.store != StoreKind::bitstate && !in_order;
  return shared ? options.threads : 1;
}

}  // namespace

ExitCode check(const Settings& settings) {
  const auto begin = std::chrono::steady_clock::now();
  if (!outputs_writable(settings)) return ExitCode::wrong_input;
  const Model model = load_model(settings.model, settings.quiet, settings.colour_on(STDERR_FILENO));
  if (!model) return ExitCode::wrong_input;

  CheckReport report;
  double searched = 0;
  for (const Subject& subject : model.subjects) {
    const auto symmetry = settings.symmetry == "rules" ? rule_symmetry(subject, settings, *model.sources)
                                                       : find_symmetry(subject, settings);
    if (!symmetry->refusal.empty()) {
      complain(symmetry->refusal);
      return ExitCode::wrong_input;
    }
    if (subject.cycles && subject.cycles->weak_fairness && settings.search.store == StoreKind::bitstate) {
      complain("--store bitstate: weak fairness needs a store that tells states apart; use --store exact or compact");
      return ExitCode::wrong_input;
    }
    const bool is_first = &subject == &model.subjects.front();
    const std::optional<OrbitAudit> audited = is_first ? audit(settings, subject, *symmetry) : std::nullopt;
    Result result =
        audited ? audited->audited : search(settings, subject, search_options(settings, subject, *symmetry, searched));
    searched += result.seconds + (audited ? audited->exact.seconds : 0);
    const bool found = result.verdict == Verdict::violated, complete = result.complete();
    if (is_first) {
      Result figures = result;  // where there is no search of the program alone, the first claim's count
      if (!subject.name.empty()) {
        figures.violations.clear();
        figures.violation_count = 0;
      }
      report = make_check_report(*subject.system, std::move(figures));
      report_symmetry(*symmetry, *model.sources, report);
      if (audited) add_audit(report, *subject.system, *audited);
    }
    if (!subject.name.empty()) {
      add_claim(report, *subject.system, subject.name, subject.claim, result, claim_symmetry(*symmetry, result));
      report.claims.back().leads = is_first;
    } else {
      admit_shortcoming(report, subject.shortcoming);
    }
    if ((found && !settings.search.all) || (!found && !complete)) break;
  }
  report.version = version();
  report.model = settings.model.path;
  report.language = model.language;
  report.remarks = model.remarks;
  report.limits = settings.search.limits;
  report.symmetry.detect = settings.detect;
  report.threads = threads_used(settings.search, report.audit || report.symmetry.strategy == "flooding");
  report.store = settings.store;
  report.seconds.load = model.seconds;
  report.seconds.search = searched;
  report.seconds.total = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  // Standard output holds either the text or a file, not both.
  if (settings.json_path != "-" && settings.trace_path != "-") {
    say(text_report(report, {settings.colour_on(STDOUT_FILENO), settings.quiet}));
  }
  return write_outputs(settings, report) ? exit_code(report.result) : ExitCode::wrong_input;
}

}  // namespace quotient::cli
