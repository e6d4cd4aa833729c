#include "cli/step_walk.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/messages.hpp"
#include "report/words.hpp"

namespace quotient::cli {

StepWalk::StepWalk(const System& system, const Settings& settings)
    : system_(system), settings_(settings), run_(system_), teller_(settings.look_on(STDOUT_FILENO)) {}

ToldStep StepWalk::told(std::size_t choice) const {
  const StateBytes from(run_.state().begin(), run_.state().end());
  return tell(system_, run_.started() ? &from : nullptr, run_.choice(choice), run_.parallel_before(choice));
}

bool StepWalk::take(std::size_t choice) {
  const ToldStep step = told(choice);
  const Finding finding = run_.choice(choice).finding;
  const std::size_t number = taken_.size();
  const bool completed = run_.take(choice);
  teller_.expect({&step, 1});
  say(teller_.tell(step, number));
  if (finding) show(finding);
  if (completed) taken_.push_back(choice);
  return completed;
}

bool StepWalk::undo() {
  if (taken_.empty()) return false;
  taken_.pop_back();
  run_ = Run(system_);
  for (const std::size_t choice : taken_) run_.take(choice);
  return true;
}

bool StepWalk::show_findings() {
  for (const Finding finding : run_.findings()) show(finding);
  return !run_.findings().empty();
}

void StepWalk::show(Finding finding) {
  const FindingText text = system_.narrator().describe(finding);
  const std::string place = in_words(text.at);
  say(fmt::format("violated: {}{}\n", printable(text.message),
                  place.empty() ? "" : fmt::format(" ({})", printable(place))));
  violated_ = true;
}

void StepWalk::show_state() const {
  say(run_.started() ? tell_cells(system_.narrator().describe(run_.state()), settings_.look_on(STDOUT_FILENO))
                     : "  not started\n");
}

void StepWalk::show_choices() const {
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

}  // namespace quotient::cli
