#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/step_walk.hpp"
#include "driver/expressions.hpp"
#include "driver/values.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

/// Whether the steps of a run from here set something up, before the model itself does anything.
bool is_beginning(const System& system, const Run& run) {
  if (run.choice_count() == 0) return false;
  if (!run.started()) return true;
  const Successor next = run.choice(0);
  return next.completed && !system.narrator().beginning(run.state(), next.state).empty();
}

driver::ExpressionValue value_of(const std::string& expression, const driver::Model& model, const Settings& settings,
                                 const Run& run) {
  return driver::value_in(model, settings.model, expression, run.started() ? std::optional(run.state()) : std::nullopt);
}

/// In the first state of several.
ExitCode evaluate(std::span<const std::string> expressions, const driver::Model& model, const Settings& settings) {
  Run run(model.system());
  while (is_beginning(model.system(), run) && run.take(0)) {
  }
  ExitCode code = ExitCode::verified;
  for (const std::string& each : expressions) {
    const driver::ExpressionValue answer = value_of(each, model, settings, run);
    if (answer.value) {
      say(fmt::format("{} = {}\n", printable(each), printable(*answer.value)));
      continue;
    }
    complain(fmt::format("--eval '{}': {}", printable(each), printable(answer.problem)));
    code = ExitCode::wrong_input;
  }
  return code;
}

class Repl {
 public:
  Repl(const driver::Model& model, const Settings& settings)
      : model_(model), settings_(settings), walk_(model.system(), settings) {}

  ExitCode run_all() {
    while (is_beginning(model_.system(), run()) && run().choice_count() == 1 && walk_.take(0)) walk_.show_findings();
    if (is_beginning(model_.system(), run())) {
      say(fmt::format("there are {} ways to begin: ':' lists them\n", run().choice_count()));
    }
    std::string line;
    for (;;) {
      say("> ");
      std::fflush(stdout);
      if (!read_answer(line)) return ExitCode::verified;
      const std::size_t first = line.find_first_not_of(" \t");
      if (first == std::string::npos) continue;
      line.erase(0, first);
      if (line == ":q") return ExitCode::verified;
      if (line[0] == ':') {
        move(std::string_view(line).substr(1));
      } else {
        const driver::ExpressionValue answer = value_of(line, model_, settings_, run());
        say(fmt::format("  {}\n", printable(answer.value ? *answer.value : "error: " + answer.problem)));
      }
    }
  }

 private:
  const Run& run() const { return walk_.run(); }

  void move(std::string_view command) {
    const auto number = driver::parse_count(std::string(command));
    if (command.empty()) {
      walk_.show_choices();
      if (run().choice_count() == 0) say("  no step is possible\n");
    } else if (command == "s") {
      walk_.show_state();
    } else if (command == "u") {
      if (!walk_.undo()) say("  there is no step to undo\n");
    } else if (number && *number >= 1 && *number <= run().choice_count()) {
      walk_.take(static_cast<std::size_t>(*number - 1));
      walk_.show_findings();
    } else {
      say(fmt::format(
          "  ':{}' is no command: ':' lists the steps, ':N' takes one, ':u' undoes one, ':s' shows the state, "
          "':q' ends\n",
          printable(std::string(command))));
    }
  }

  const driver::Model& model_;
  const Settings& settings_;
  StepWalk walk_;
};

}  // namespace

ExitCode repl(const Settings& settings) {
  const driver::Model model = load_and_show(settings.model, settings);
  if (!model) return ExitCode::wrong_input;
  if (!model.front_end->has_expressions()) {
    complain(fmt::format("{} has no expressions to evaluate here", model.front_end->title()));
    return ExitCode::wrong_input;
  }
  const auto expressions = settings.arguments.options.find("eval");
  if (expressions != settings.arguments.options.end()) return evaluate(expressions->second, model, settings);
  return Repl(model, settings).run_all();
}

}  // namespace quotient::cli
