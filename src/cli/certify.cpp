#include "driver/certify.hpp"

#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "report/words.hpp"

namespace quotient::cli {

ExitCode certify(const Settings& settings) {
  std::string error;
  const std::optional<std::string> text = read_text_file(settings.second_argument, error);
  if (!text) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const driver::Certification found = driver::certify(settings.model, *text, settings.deadline);
  if (!found.problem.empty()) {
    if (found.wrong.sources != nullptr) show(found.wrong.diagnostics, *found.wrong.sources, settings);
    complain(found.problem);
    return ExitCode::wrong_input;
  }
  if (!found.objection.empty()) {
    say(fmt::format("not certified: {}\n", printable(found.objection)));
    return ExitCode::incomplete;
  }
  say(fmt::format("certified for every number of {} ({}-views: {}; {}, {}); deadlock is not covered\n",
                  printable(found.family), found.viewed, with_commas(found.views), counted(found.states, "state"),
                  counted(found.steps, "step")));
  return ExitCode::verified;
}

}  // namespace quotient::cli
