#include "driver/check.hpp"

#include <unistd.h>

#include "base/ensure.hpp"
#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/progress_display.hpp"
#include "report/json.hpp"
#include "report/output_file.hpp"
#include "report/page.hpp"
#include "report/text.hpp"
#include "report/trace_file.hpp"

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

bool write_outputs(const Settings& settings, const CheckReport& report) {
  std::string error;
  const bool to_file = !settings.json_path.empty(), to_page = !settings.html_path.empty();
  const std::string json = to_file || to_page ? json_report(report) : "";
  if (to_file && !write_file(settings.json_path, json, error)) {
    complain(error);
    return false;
  }
  if (to_page) {
    const std::optional<std::string> page = html_page(json, settings.html_path, error);
    ensure(page.has_value(), error);
    if (!write_file(settings.html_path, *page, error)) {
      complain(error);
      return false;
    }
  }
  if (!settings.trace_path.empty() && !report.violations.empty() &&
      !write_file(settings.trace_path, trace_file_text(saved_trace(settings, report)), error)) {
    complain(error);
    return false;
  }
  return true;
}

}  // namespace

ExitCode check(const Settings& settings) {
  const std::atomic<bool>& interrupt = catch_interrupts();  // also while the model is loaded
  if (!outputs_writable(settings)) return ExitCode::wrong_input;
  const driver::Model model = load_and_show(settings.model, settings);
  if (!model) return ExitCode::wrong_input;

  ProgressDisplay display(settings);
  const driver::Hooks hooks{&interrupt, display.hook(), [&display] { display.clear(); },
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
  // Standard output holds either the text or a file, not both.
  if (settings.json_path != "-" && settings.trace_path != "-" && settings.html_path != "-") {
    say(text_report(report, {settings.look_on(STDOUT_FILENO), settings.quiet}));
  }
  return write_outputs(settings, report) ? exit_code(report.result) : ExitCode::wrong_input;
}

}  // namespace quotient::cli
