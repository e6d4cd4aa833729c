#include <fmt/format.h>
#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/induction.hpp"
#include "report/run_text.hpp"
#include "report/words.hpp"
#include "search/trace.hpp"

namespace quotient::cli {

namespace {

std::string in_words(const FindingText& text) {
  const std::string place = quotient::in_words(text.at);
  return printable(text.message) + (place.empty() ? "" : fmt::format(" ({})", printable(place)));
}

void show_counterexample(const System& system, const driver::Induction::Counterexample& found, const Look& look) {
  const Narrator& narrator = system.narrator();
  say(fmt::format("not inductive: {}\n", in_words(narrator.describe(found.finding))));
  say("from a state that satisfies the invariant, reachable or not:\n");
  say(tell_cells(narrator.describe(found.from), look));
  Successor step = found.step;
  step.state = found.to;
  const ToldStep told = tell(system, &found.from, step, 0);
  RunTeller teller(look);
  teller.expect({&told, 1});
  say(teller.tell(told, 1));
}

}  // namespace

ExitCode inductive(const Settings& settings) {
  const driver::Model model = driver::load_beginning_anywhere(settings.model, settings.deadline);
  if (!model.problem.empty()) complain(model.problem);
  show(model.diagnostics, *model.sources, settings);
  if (model.stopped != StopCause::none) throw Stopped{model.stopped};
  if (!model) return ExitCode::wrong_input;
  const System& system = model.system();
  const driver::Induction found = driver::check_induction(system);
  if (found.counterexample) {
    show_counterexample(system, *found.counterexample, settings.look_on(STDOUT_FILENO));
    return ExitCode::incomplete;
  }
  FindingText left_out;
  if (found.too_much) left_out = system.narrator().describe(found.too_much);
  if (const auto shortcoming = system.shortcoming(); shortcoming && left_out.message.empty())
    left_out = shortcoming->first;
  if (!left_out.message.empty()) {
    say(fmt::format("incomplete: {}\n", in_words(left_out)));
    return ExitCode::incomplete;
  }
  say(fmt::format("inductive: every step from a state that satisfies the invariant leads to such a state ({}, {})\n",
                  counted(found.states, "state"), counted(found.steps, "step")));
  return ExitCode::verified;
}

}  // namespace quotient::cli
