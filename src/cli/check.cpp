#include <chrono>
#include <unistd.h>
#include <utility>

#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/model.hpp"
#include "cli/progress_display.hpp"
#include "cli/version.hpp"
#include "report/check_report.hpp"
#include "report/json.hpp"
#include "report/output_file.hpp"
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
  return {violation.trace,
          report.version,
          report.model,
          report.language,
          settings.model.steps,
          settings.model.defines,
          settings.model.include_dirs,
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

}  // namespace

ExitCode check(const Settings& settings) {
  const auto begin = std::chrono::steady_clock::now();
  if (!outputs_writable(settings)) return ExitCode::wrong_input;
  const Model model = load_model(settings.model, settings.quiet, settings.colour_on(STDERR_FILENO));
  if (!model.system) return ExitCode::wrong_input;

  SearchOptions options = settings.search;
  options.limits.interrupt = &catch_interrupts();
  Result result;
  {
    ProgressDisplay display(settings);
    options.progress = display.hook();
    result = explore(*model.system, options);
  }
  const double searched = result.seconds;
  CheckReport report = make_check_report(*model.system, std::move(result));
  report.version = version();
  report.model = settings.model.path;
  report.language = model.language;
  report.limits = options.limits;
  report.symmetry.detect = settings.detect;
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
