#include <fmt/format.h>
#include <iostream>
#include <string>
#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "cli/model.hpp"
#include "report/text.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"
#include "search/trace.hpp"

namespace quotient::cli {

ExitCode replay(const Settings& given) {
  std::string error;
  const auto text = read_text_file(given.trace_argument, error);
  if (!text) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const auto saved = read_trace(*text, given.trace_argument, error);
  if (!saved) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const auto joined = with_saved_arguments(given, saved->arguments, error);
  if (!joined) {
    complain(fmt::format("{}: {}", given.trace_argument, error));
    return ExitCode::wrong_input;
  }
  const Settings& settings = *joined;
  ModelSettings model_settings = settings.model;
  model_settings.only_claim = saved->claim;
  model_settings.all_never_claims = model_settings.all_formulas = false;
  model_settings.program = true;
  model_settings.accept = model_settings.progress = false;
  model_settings.formulas.clear();
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
    if (run->cycle_start == i) say(cycle_mark(i + 1 < run->steps.size(), settings.colour_on(STDOUT_FILENO)));
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
