#include "driver/check.hpp"

#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "cli/progress_display.hpp"
#include "driver/phase.hpp"
#include "report/output_file.hpp"
#include "report/page.hpp"
#include "report/result_json.hpp"
#include "report/text.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"

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
  for (const std::string& path : {settings.json_path, settings.trace_path, settings.html_path}) {
    std::string error;
    if (path.empty() || can_write(path, error)) continue;
    complain(error);
    return false;
  }
  return true;
}

/// All that is written, ready.
struct Outputs {
  std::string text, json, page;
};

Outputs make_outputs(const Settings& settings, const CheckReport& report) {
  Outputs made;
  // Standard output holds either the text or a file, not both.
  if (settings.json_path != "-" && settings.trace_path != "-" && settings.html_path != "-") {
    made.text = text_report(report, {settings.look_on(STDOUT_FILENO), settings.quiet});
  }
  const bool to_page = !settings.html_path.empty();
  if (settings.json_path.empty() && !to_page) return made;
  const nlohmann::ordered_json result = result_json(report);
  if (!settings.json_path.empty()) made.json = json_text(result);
  if (to_page) made.page = html_page(result);
  return made;
}

/// Where a limit ends that, what is long is left out. From here on the command has its result: no limit ends it.
Outputs make_outputs_in_time(const Settings& settings, CheckReport& report) {
  Outputs made;
  Deadline& deadline = *settings.deadline;
  const Grace grace(&deadline);
  if (!deadline.raised()) deadline.enter(driver::phases::writing);
  const bool done = driver::run_guarded(deadline, grace, [&] { made = make_outputs(settings, report); });
  deadline.finish();
  if (done) return made;
  const StopScope no_limit(nullptr);
  shorten(report, in_words(stop_reason(deadline.cause()), report.limits));
  return make_outputs(settings, report);
}

bool write_outputs(const Settings& settings, const Outputs& made, const CheckReport& report) {
  std::string error;
  say(made.text);
  if (!settings.json_path.empty() && !write_file(settings.json_path, made.json, error)) {
    complain(error);
    return false;
  }
  if (!settings.html_path.empty() && !write_file(settings.html_path, made.page, error)) {
    complain(error);
    return false;
  }
  if (!settings.trace_path.empty() && !report.violations.empty() && report.violations.front().untold.empty() &&
      !write_file(settings.trace_path, trace_file_text(saved_trace(settings, report)), error)) {
    complain(error);
    return false;
  }
  return true;
}

}  // namespace

ExitCode check(const Settings& settings) {
  if (!outputs_writable(settings)) return ExitCode::wrong_input;
  const driver::Model model = load_and_show(settings.model, settings);
  if (!model && model.stopped == StopCause::none) return ExitCode::wrong_input;

  ProgressDisplay display(settings);
  const driver::Hooks hooks{settings.deadline, display.hook(), [&display] { display.clear(); },
                            settings.look_on(STDOUT_FILENO)};
  driver::CheckOutcome outcome = driver::check(model, settings, hooks);
  if (!outcome.report) {
    show(outcome.diagnostics, *model.sources, settings);
    if (!settings.quiet) say(outcome.account);
    complain(outcome.refusal);
    return ExitCode::wrong_input;
  }
  CheckReport& report = *outcome.report;
  report.arguments = arguments_to_save(settings);
  const Outputs made = make_outputs_in_time(settings, report);
  return write_outputs(settings, made, report) ? exit_code(report.result) : ExitCode::wrong_input;
}

}  // namespace quotient::cli
