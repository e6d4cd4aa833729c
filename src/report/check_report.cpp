#include "report/check_report.hpp"

#include <fmt/format.h>
#include <utility>

#include "base/ensure.hpp"
#include "report/words.hpp"

namespace quotient {

CheckReport make_check_report(const System& system, Result result) {
  CheckReport report;
  for (const Violation& violation : result.violations) {
    ToldViolation told;
    told.kind = violation.finding.kind;
    told.text = system.describe(violation.finding);
    told.count = violation.count;
    told.length = violation.length();
    told.trace = retrace(system, violation);
    std::string error;
    std::optional<ToldRun> run = replay(system, told.trace, error);
    ensure(run.has_value(), error);
    told.run = std::move(*run);
    if (!violation.states.empty()) {
      told.first_state = system.describe(violation.states.front());
      told.last_state = system.describe(violation.states.back());
    }
    report.violations.push_back(std::move(told));
  }
  if (result.complete()) report.unreached = system.unreached(result.coverage);
  report.symmetry.represents = std::to_string(result.states);
  report.result = std::move(result);
  return report;
}

std::string reason_of(const CheckReport& report) {
  const Result& result = report.result;
  if (result.verdict == Verdict::violated && !report.violations.empty()) {
    const ToldViolation& first = report.violations.front();
    const std::string place = in_words(first.text.at);
    std::string reason = first.text.message;
    if (!place.empty()) reason += fmt::format(" ({})", place);
    if (report.violations.size() > 1) reason += fmt::format(", and {} more", report.violations.size() - 1);
    return reason;
  }
  if (result.verdict == Verdict::incomplete)
    return in_words(result.stopped, report.limits) + ", no violation until then";
  return in_words(StopReason::nothing, report.limits);
}

}  // namespace quotient
