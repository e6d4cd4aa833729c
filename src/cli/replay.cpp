#include <fmt/format.h>
#include <iostream>
#include <string>
#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "cli/model.hpp"
#include "cli/values.hpp"
#include "report/text.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"
#include "search/trace.hpp"

namespace quotient::cli {

namespace {

/// What a trace says about loading passes the same checks as the command line: it may come from anywhere.
bool apply_saved_options(const SavedTrace& saved, const Settings& settings, ModelSettings& model) {
  if (!settings.steps_given) {
    if (saved.steps != "full" && saved.steps != "spin" && saved.steps != "plain") {
      complain(fmt::format("{}: options: 'steps' must be full, spin or plain", settings.trace_argument));
      return false;
    }
    model.steps = saved.steps;
  }
  if (!settings.defines_given) {
    for (const std::string& define : saved.defines) {
      if (is_define(define)) continue;
      complain(fmt::format("{}: options: '{}' is no definition", settings.trace_argument, define));
      return false;
    }
    model.defines = saved.defines;
  }
  if (!settings.include_dirs_given) model.include_dirs = saved.include_dirs;
  return true;
}

}  // namespace

ExitCode replay(const Settings& settings) {
  std::string error;
  const auto text = read_text_file(settings.trace_argument, error);
  if (!text) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const auto saved = read_trace(*text, settings.trace_argument, error);
  if (!saved) {
    complain(error);
    return ExitCode::wrong_input;
  }
  ModelSettings model_settings = settings.model;
  model_settings.only_claim = saved->claim;
  model_settings.all_never_claims = model_settings.all_formulas = false;
  if (!apply_saved_options(*saved, settings, model_settings)) return ExitCode::wrong_input;
  const Model model = load_model(model_settings, settings.quiet, settings.colour_on(STDERR_FILENO));
  if (!model) return ExitCode::wrong_input;
  const auto run = quotient::replay(model.system(), saved->trace, error);
  if (!run) {
    complain(fmt::format("{}: {}", settings.trace_argument, error));
    return ExitCode::wrong_input;
  }

  const FindingText finding = model.system().describe(saved->trace.finding);
  if (settings.quiet) {
    say(printable(finding.message) + "\n");
    return ExitCode::verified;
  }
  RunTeller teller(settings.colour_on(STDOUT_FILENO));
  teller.expect(run->steps);
  for (std::size_t i = 0; i < run->steps.size(); ++i) {
    say(teller.tell(run->steps[i], i));
    if (!settings.interactive || i + 1 == run->steps.size()) continue;
    // Enter goes on, s shows the state, q ends.
    std::string line;
    do {
      say("        > ");
      std::cout.flush();
      if (!std::getline(std::cin, line) || line == "q") {
        say("\n");
        return ExitCode::verified;
      }
      if (line == "s") say(tell_cells(model.system().describe(run->steps[i].state)));
    } while (!line.empty());
  }
  const std::string place = in_words(finding.at);
  say(fmt::format("{}: {}{}\n", name_of(saved->trace.finding.kind), printable(finding.message),
                  place.empty() ? "" : fmt::format(" ({})", printable(place))));
  return ExitCode::verified;
}

}  // namespace quotient::cli
