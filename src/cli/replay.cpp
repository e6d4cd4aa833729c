#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "driver/values.hpp"
#include "report/run_text.hpp"
#include "report/trace_file.hpp"
#include "report/words.hpp"
#include "search/trace.hpp"

namespace quotient::cli {

namespace {

/// Which step to show after step `i`, or nothing where the user has seen enough.
std::optional<std::size_t> ask_for_step(const System& system, const ToldRun& run, std::size_t i, const Look& look) {
  const std::size_t last = run.steps.size() - 1;
  std::string line;
  for (;;) {
    say(fmt::format("enter next, b back, 0-{} go there, s state, q quit > ", last));
    std::fflush(stdout);
    if (!read_answer(line) || line == "q") return std::nullopt;
    if (line.empty()) return i + 1;
    if (line == "b") return i == 0 ? 0 : i - 1;
    if (line == "s") {
      say(tell_cells(system.narrator().describe(run.steps[i].state), look));
    } else if (const auto number = driver::parse_count(line); number && *number <= last) {
      return static_cast<std::size_t>(*number);
    } else {
      say(fmt::format("  '{}' is not a valid choice\n", printable(line)));
    }
  }
}

}  // namespace

ExitCode replay(const Settings& given) {
  std::string error;
  const auto text = read_text_file(given.second_argument, error);
  if (!text) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const auto saved = read_trace(*text, given.second_argument, error);
  if (!saved) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const auto joined = with_saved_arguments(given, saved->arguments, error);
  if (!joined) {
    complain(fmt::format("{}: {}", given.second_argument, error));
    return ExitCode::wrong_input;
  }
  const Settings& settings = *joined;
  ModelSettings model_settings = settings.model;
  model_settings.only_claim = saved->claim;
  model_settings.all_never_claims = model_settings.all_formulas = false;
  model_settings.program = true;
  model_settings.accept = model_settings.progress = false;
  model_settings.formulas.clear();
  const driver::Model model = load_and_show(model_settings, settings);
  if (!model) return ExitCode::wrong_input;
  const std::optional<CycleProperty>& cycles = model.subjects.front().cycles;
  const auto run =
      quotient::replay(model.system(), saved->trace, error, cycles ? std::optional(cycles->finding) : std::nullopt);
  if (!run) {
    complain(fmt::format("{}: {}", settings.second_argument, error));
    return ExitCode::wrong_input;
  }

  const FindingText finding = model.system().narrator().describe(saved->trace.finding);
  if (settings.quiet) {
    say(printable(finding.message) + "\n");
    return ExitCode::verified;
  }
  const Look look = settings.look_on(STDOUT_FILENO);
  RunTeller teller(look);
  teller.expect(run->steps);
  const std::size_t count = run->steps.size();
  for (std::size_t i = 0; i < count;) {
    say(teller.tell(run->steps[i], i));
    if (run->cycle_start == i) say(cycle_mark(i + 1 < count, look));
    const bool asks = settings.interactive && i + 1 < count;
    const auto next = asks ? ask_for_step(model.system(), *run, i, look) : std::optional(i + 1);
    if (!next) return ExitCode::verified;
    i = *next;
  }
  const std::string place = in_words(finding.at);
  say(fmt::format("ends with: {}{}\n", printable(finding.message),
                  place.empty() ? "" : fmt::format(" ({})", printable(place))));
  return ExitCode::verified;
}

}  // namespace quotient::cli
