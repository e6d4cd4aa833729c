#include "driver/check.hpp"

#include <fmt/format.h>
#include <utility>

#include "driver/check_run.hpp"
#include "driver/for_every.hpp"

namespace quotient::driver {

namespace {

/// Where nothing of what --property names is in the model, a search would verify nothing. Empty otherwise.
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

/// The report of a check that a limit ended before there was a result: the model could not even be read.
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

/// The phases catch what ends them; where something ends the check between two phases, there is no result.
CheckOutcome check_guarded(Deadline& deadline, const Model& model, const CheckSettings& settings, const Hooks& hooks) {
  CheckOutcome outcome;
  outcome.refusal = nothing_to_check(model, settings);
  if (!outcome.refusal.empty()) return outcome;
  const Grace grace(&deadline);
  const bool done = run_guarded(deadline, grace, [&] {
    outcome = settings.model.for_every.empty() ? CheckRun(deadline, model, settings, hooks).run()
                                               : check_for_every(deadline, model, settings, hooks);
  });
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
