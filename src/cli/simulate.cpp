#include <cstdio>
#include <fmt/format.h>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "driver/values.hpp"
#include "report/run_text.hpp"
#include "report/words.hpp"
#include "search/run.hpp"
#include "search/trace.hpp"

namespace quotient::cli {

namespace {

class Simulation {
 public:
  Simulation(const driver::Model& model, const Settings& settings, std::uint64_t seed)
      : system_(model.system()),
        settings_(settings),
        run_(system_),
        teller_(settings.look_on(STDOUT_FILENO)),
        random_(seed) {}

  ExitCode random_run() {
    for (std::uint64_t taken = 0; run_.choice_count() > 0; ++taken) {
      if (run_.started() && taken > settings_.max_steps) {
        say(fmt::format("ended after {}\n", counted(settings_.max_steps, "step")));
        return ExitCode::verified;
      }
      if (!take(run_.with_its_error(by_chance()))) return ExitCode::violated;
      if (violated()) return ExitCode::violated;
    }
    return end(ExitCode::verified);
  }

  ExitCode interactive_run() {
    while (run_.choice_count() > 0) {
      show_choices();
      const std::optional<std::size_t> choice = ask();
      if (!choice) return ExitCode::verified;
      if (!take(*choice)) return ExitCode::violated;
      violated();
    }
    return end(violated_ ? ExitCode::violated : ExitCode::verified);
  }

 private:
  /// Where there is no choice.
  ExitCode end(ExitCode code) const {
    const Finding reason = run_.too_much();
    if (!reason) {
      say("no step is possible\n");
      return code;
    }
    const FindingText text = system_.narrator().describe(reason);
    say(fmt::format("incomplete: {} ({})\n", printable(text.message), printable(in_words(text.at))));
    return ExitCode::incomplete;
  }

  // Not std::uniform_int_distribution: the same seed must give the same run everywhere.
  std::size_t by_chance() { return random_() % run_.choice_count(); }

  ToldStep told(std::size_t choice) const {
    const StateBytes from(run_.state().begin(), run_.state().end());
    return tell(system_, run_.started() ? &from : nullptr, run_.choice(choice), run_.parallel_before(choice));
  }

  /// Takes and prints a step. False if it ended in an error.
  bool take(std::size_t choice) {
    const ToldStep step = told(choice);
    const Finding finding = run_.choice(choice).finding;
    const std::size_t number = taken_.size();
    const bool completed = run_.take(choice);
    teller_.expect({&step, 1});
    say(teller_.tell(step, number));
    if (finding) tell_finding(finding);
    if (completed) taken_.push_back(choice);
    return completed && !(finding && !settings_.interactive);
  }

  bool violated() {
    for (const Finding finding : run_.findings()) tell_finding(finding);
    return !run_.findings().empty();
  }

  void tell_finding(Finding finding) {
    const FindingText text = system_.narrator().describe(finding);
    const std::string place = in_words(text.at);
    say(fmt::format("violated: {}{}\n", printable(text.message),
                    place.empty() ? "" : fmt::format(" ({})", printable(place))));
    violated_ = true;
  }

  void show_choices() const {
    for (std::size_t i = 0; i < run_.choice_count(); ++i) {
      const ToldStep step = told(i);
      std::string line = fmt::format("  {:>3}: ", i + 1);
      if (step.events.empty())
        line += run_.started() ? printable(system_.narrator().label(run_.choice(i).label)) : "initial state";
      for (std::size_t e = 0; e < step.events.size(); ++e) {
        const TraceEvent& event = step.events[e];
        const std::string process = event.process.empty() ? "" : event.process + "  ";
        line += fmt::format("{}{}{}  {}", e == 0 ? "" : "; ", e == 0 ? printable(process) : "",
                            printable(in_words(event.at)), printable(event.statement));
      }
      if (const Finding finding = run_.choice(i).finding) {
        line += fmt::format("  ({})", printable(system_.narrator().describe(finding).message));
      }
      say(line + "\n");
    }
  }

  /// The choice, or nothing at the end.
  std::optional<std::size_t> ask() {
    std::string line;
    for (;;) {
      say(fmt::format("choose 1-{}, s state, u undo, r random, q quit > ", run_.choice_count()));
      std::fflush(stdout);
      if (!read_answer(line) || line == "q") return std::nullopt;
      if (line == "r") return by_chance();
      if (line == "s") {
        say(run_.started() ? tell_cells(system_.narrator().describe(run_.state()), settings_.look_on(STDOUT_FILENO))
                           : "  not started\n");
      } else if (line == "u") {
        undo();
        show_choices();
      } else if (const auto number = driver::parse_count(line);
                 number && *number >= 1 && *number <= run_.choice_count()) {
        return static_cast<std::size_t>(*number - 1);
      } else {
        say(fmt::format("  '{}' is not a valid choice\n", printable(line)));
      }
    }
  }

  void undo() {
    if (!taken_.empty()) taken_.pop_back();
    run_ = Run(system_);
    for (const std::size_t choice : taken_) run_.take(choice);
  }

  const System& system_;
  const Settings& settings_;
  Run run_;
  RunTeller teller_;
  std::mt19937_64 random_;
  std::vector<std::size_t> taken_;
  bool violated_ = false;
};

}  // namespace

ExitCode simulate(const Settings& settings) {
  const driver::Model model = load_and_show(settings.model, settings);
  if (!model) return ExitCode::wrong_input;
  const std::uint64_t seed = settings.seed ? *settings.seed : std::random_device()();
  Simulation simulation(model, settings, seed);
  if (settings.interactive) return simulation.interactive_run();
  if (!settings.quiet) say(fmt::format("seed {}\n", seed));
  return simulation.random_run();
}

}  // namespace quotient::cli
