#include <cstdio>
#include <fmt/format.h>
#include <random>
#include <string>

#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/step_walk.hpp"
#include "driver/model.hpp"
#include "driver/values.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

class Simulation {
 public:
  Simulation(const driver::Model& model, const Settings& settings, std::uint64_t seed)
      : system_(model.system()), settings_(settings), walk_(system_, settings), random_(seed) {}

  ExitCode random_run() {
    for (std::uint64_t taken = 0; run().choice_count() > 0; ++taken) {
      if (run().started() && taken > settings_.max_steps) {
        say(fmt::format("ended after {}\n", counted(settings_.max_steps, "step")));
        return ExitCode::verified;
      }
      if (!walk_.take(run().with_its_error(by_chance())) || walk_.violated()) return ExitCode::violated;
      if (walk_.show_findings()) return ExitCode::violated;
    }
    return end(ExitCode::verified);
  }

  ExitCode interactive_run() {
    while (run().choice_count() > 0) {
      walk_.show_choices();
      const std::optional<std::size_t> choice = ask();
      if (!choice) return ExitCode::verified;
      if (!walk_.take(*choice)) return ExitCode::violated;
      walk_.show_findings();
    }
    return end(walk_.violated() ? ExitCode::violated : ExitCode::verified);
  }

 private:
  const Run& run() const { return walk_.run(); }

  /// Where there is no choice.
  ExitCode end(ExitCode code) const {
    const Finding reason = run().too_much();
    if (!reason) {
      say("no step is possible\n");
      return code;
    }
    const FindingText text = system_.narrator().describe(reason);
    say(fmt::format("incomplete: {} ({})\n", printable(text.message), printable(in_words(text.at))));
    return ExitCode::incomplete;
  }

  // Not std::uniform_int_distribution: the same seed must give the same run everywhere.
  std::size_t by_chance() { return random_() % run().choice_count(); }

  /// The choice, or nothing at the end.
  std::optional<std::size_t> ask() {
    std::string line;
    for (;;) {
      say(fmt::format("choose 1-{}, s state, u undo, r random, q quit > ", run().choice_count()));
      std::fflush(stdout);
      if (!read_answer(line) || line == "q") return std::nullopt;
      if (line == "r") return by_chance();
      if (line == "s") {
        walk_.show_state();
      } else if (line == "u") {
        walk_.undo();
        walk_.show_choices();
      } else if (const auto number = driver::parse_count(line);
                 number && *number >= 1 && *number <= run().choice_count()) {
        return static_cast<std::size_t>(*number - 1);
      } else {
        say(fmt::format("  '{}' is not a valid choice\n", printable(line)));
      }
    }
  }

  const System& system_;
  const Settings& settings_;
  StepWalk walk_;
  std::mt19937_64 random_;
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
