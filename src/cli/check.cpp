#include "driver/check.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

#include "base/source.hpp"
#include "cli/checkpoint.hpp"
#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "cli/progress_display.hpp"
#include "cli/ranks.hpp"
#include "cli/version.hpp"
#include "driver/phase.hpp"
#include "report/baseline.hpp"
#include "report/input_errors.hpp"
#include "report/junit.hpp"
#include "report/output_file.hpp"
#include "report/page.hpp"
#include "report/result_json.hpp"
#include "report/run_file.hpp"
#include "report/sarif.hpp"
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

SavedTrace saved_trace(const CheckReport& report) {
  const ToldViolation& violation = report.violations.front();
  return {violation.trace, report.version,   report.model,          report.language,
          violation.claim, report.arguments, violation.text.message};
}

/// A file that cannot be written is better known before a long search than after it.
bool outputs_writable(const Settings& settings) {
  for (const std::string& path : {settings.json_path, settings.trace_path, settings.html_path, settings.sarif_path,
                                  settings.junit_path, settings.certificate}) {
    std::string error;
    if (path.empty() || can_write(path, error)) continue;
    complain(error);
    return false;
  }
  const std::string& spill = settings.search.spill;
  if (!spill.empty() && access(spill.c_str(), W_OK | X_OK) != 0) {
    complain(fmt::format("--spill {}: {}", spill, std::strerror(errno)));
    return false;
  }
  return true;
}

/// All that is written, ready.
struct Outputs {
  std::string text;
  struct File {
    std::string path, text;
  };
  std::vector<File> files;
  std::vector<std::string> changes;  // from the baseline
  std::string problem;               // with the baseline, or with a run that its file cannot express

  /// Standard output holds either the text or a file, not both.
  bool use_standard_output() const {
    return std::any_of(files.begin(), files.end(), [](const File& f) { return f.path == "-"; });
  }
};

/// The command line, without what only says where results go.
std::vector<std::string> command_words(const Settings& settings) {
  constexpr std::array<std::string_view, 10> aside{"json",  "trace",    "html",  "sarif",    "junit",
                                                   "quiet", "progress", "color", "baseline", "graph"};
  std::vector<std::string> words{"quotient", std::string(settings.arguments.command->name), settings.model.path};
  const auto options = option_words(settings.arguments, [&](const driver::Option& option) {
    return std::find(aside.begin(), aside.end(), option.key()) == aside.end();
  });
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

void compare_with_baseline(const Settings& settings, const nlohmann::ordered_json& result, Outputs& made) {
  if (settings.baseline_path.empty()) return;
  const std::optional<std::string> text = read_text_file(settings.baseline_path, made.problem);
  if (!text) return;
  auto found = differences(result, *text, settings.baseline_path, made.problem);
  if (found) made.changes = std::move(*found);
}

/// `result` is filled where it is asked for.
Outputs make_outputs(const Settings& settings, const CheckReport& report, RunFormat format,
                     nlohmann::ordered_json& result) {
  Outputs made;
  const auto add = [&made](const std::string& path, const auto& write) {
    if (!path.empty()) made.files.push_back({path, write()});
  };
  if (!settings.json_path.empty() || !settings.html_path.empty() || !settings.baseline_path.empty()) {
    make_result_json(report, result);
    add(settings.json_path, [&] { return json_text(result); });
    add(settings.html_path, [&] { return html_page(result); });
    compare_with_baseline(settings, result, made);
  }
  add(settings.sarif_path, [&] { return sarif_report(report); });
  add(settings.junit_path, [&] { return junit_report(report); });
  if (!report.violations.empty() && report.violations.front().untold.empty()) {
    if (format == RunFormat::replay) {
      add(settings.trace_path, [&] { return trace_file_text(saved_trace(report)); });
    } else if (const auto text = run_file_text(report.violations.front(), format, made.problem)) {
      add(settings.trace_path, [&] { return *text; });
    }
  }
  if (settings.trace_path != "-" && !made.use_standard_output()) {
    made.text = text_report(report, {settings.look_on(STDOUT_FILENO), settings.quiet});
    if (!settings.baseline_path.empty() && made.problem.empty()) {
      made.text += made.changes.empty() ? fmt::format("as in {}\n", printable(settings.baseline_path)) : "";
    }
    for (const std::string& change : made.changes) made.text += fmt::format("changed: {}\n", printable(change));
  }
  return made;
}

/// Where a limit ends that, what is long is left out. From here on the command has its result: no limit ends it.
Outputs make_outputs_in_time(const Settings& settings, CheckReport& report, RunFormat format) {
  Outputs made;
  Deadline& deadline = *settings.deadline;
  const Grace grace(&deadline);
  if (!deadline.raised()) deadline.enter(driver::phases::writing);
  // Left to the system: to free the values of a long run one by one would take as long as to write them.
  static auto& result = *new nlohmann::ordered_json;
  const bool done =
      driver::run_guarded(deadline, grace, [&] { made = make_outputs(settings, report, format, result); });
  deadline.finish();
  if (done) return made;
  const StopScope no_limit(nullptr);
  shorten(report, in_words(stop_reason(deadline.cause()), report.limits));
  nlohmann::ordered_json short_result;
  return make_outputs(settings, report, format, short_result);
}

bool write_outputs(const Outputs& made) {
  std::string error;
  say(made.text);
  for (const Outputs::File& file : made.files) {
    if (write_file(file.path, file.text, error)) continue;
    complain(error);
    return false;
  }
  return true;
}

/// Makes and writes all that was asked for.
ExitCode deliver(const Settings& settings, CheckReport& report, RunFormat format) {
  const Outputs made = make_outputs_in_time(settings, report, format);
  if (!write_outputs(made)) return ExitCode::wrong_input;
  if (!made.problem.empty()) {
    complain(made.problem);
    return ExitCode::wrong_input;
  }
  if (settings.baseline_path.empty()) return exit_code(report.result);
  return made.changes.empty() ? ExitCode::verified : ExitCode::violated;
}

/// What is wrong with the input, as files for programs. `problem` is of no place in the text.
ExitCode refuse(const Settings& settings, const driver::Model& model, const Diagnostics& diagnostics,
                const std::string& problem) {
  InputErrors errors = make_input_errors(diagnostics, *model.sources, problem);
  errors.version = version();
  errors.model = settings.model.path;
  errors.language = model.language();
  Outputs made;
  if (!settings.json_path.empty()) made.files.push_back({settings.json_path, input_errors_json(errors)});
  if (!settings.sarif_path.empty()) made.files.push_back({settings.sarif_path, sarif_report(errors)});
  if (!settings.junit_path.empty()) made.files.push_back({settings.junit_path, junit_report(errors)});
  write_outputs(made);
  return ExitCode::wrong_input;
}

/// `ranks`: null where this process is alone.
ExitCode check_with(const Settings& asked, Transport* ranks) {
  if (!outputs_writable(asked)) return ExitCode::wrong_input;
  const driver::Model model = load_and_show(asked.model, asked);
  if (!model && model.stopped == StopCause::none) return refuse(asked, model, model.diagnostics, model.problem);
  std::string error;
  const bool has_processes = !model.subjects.empty() && model.subjects.front().exchanges_messages;
  const std::optional<RunFormat> format = run_format(asked.trace_path, has_processes, error);
  if (!format) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const std::unique_ptr<Checkpoints> checkpoints = open_checkpoints(asked, model, error);
  if (!error.empty()) {
    complain(error);
    return refuse(asked, model, {}, error);
  }
  if (ranks != nullptr) ranks->gather({});  // all have read the model, and none is about to leave
  Settings settings = asked;
  settings.search.checkpoints = checkpoints.get();
  settings.ranks = ranks;
  ProgressDisplay display(settings);
  const driver::Hooks hooks{settings.deadline, display.hook(), [&display] { display.clear(); },
                            settings.look_on(STDOUT_FILENO)};
  driver::CheckOutcome outcome = driver::check(model, settings, hooks);
  if (!outcome.report) {
    show(outcome.diagnostics, *model.sources, settings);
    if (!settings.quiet) say(outcome.account);
    complain(outcome.refusal);
    return refuse(settings, model, outcome.diagnostics, outcome.refusal);
  }
  CheckReport& report = *outcome.report;
  report.arguments = arguments_to_save(settings);
  if (report.for_every && !report.for_every->searched.empty()) {
    // A counterexample is one of the size that was searched last.
    report.arguments.emplace_back("--set");
    report.arguments.push_back(fmt::format("{}={}", report.for_every->family, report.for_every->searched.back().size));
  }
  report.command = command_words(settings);
  ExitCode code = deliver(settings, report, *format);
  if (!outcome.certificate.empty() && !write_file(settings.certificate, outcome.certificate, error)) {
    complain(error);
    code = ExitCode::wrong_input;
  }
  if (checkpoints != nullptr) note_outcome(*checkpoints, std::string(name_of(report.result.verdict)), code);
  return code;
}

}  // namespace

ExitCode check(const Settings& asked) {
  if (!has_ranks()) return check_with(asked, nullptr);
  std::string error = objection_to_ranks(asked);
  const std::unique_ptr<OrderlyTransport> ranks = error.empty() ? join_ranks(error) : nullptr;
  if (ranks == nullptr) {
    complain(error);
    return ExitCode::wrong_input;
  }
  // Every rank does the same; the first one writes.
  try {
    const ExitCode code = check_with(ranks->rank() == 0 ? asked : without_files(asked), ranks.get());
    asked.deadline->finish();  // the first may still write
    return code;
  } catch (const Stopped& stopped) {
    if (ranks->deserter()) {
      complain(
          fmt::format("rank {} ended before the others: does its machine have the same files?", *ranks->deserter()));
      return ExitCode::wrong_input;
    }
    ranks->leave(stopped.cause);
    throw;
  } catch (const std::bad_alloc&) {
    ranks->leave(StopCause::refused);
    throw;
  }
}

}  // namespace quotient::cli
