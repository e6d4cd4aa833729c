#include <fmt/format.h>
#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/model.hpp"
#include "report/graph_file.hpp"
#include "report/words.hpp"
#include "search/graph.hpp"

namespace quotient::cli {

ExitCode lts(const Settings& settings) {
  if (settings.output_path.empty()) {
    complain("-o FILE is missing: quotient lts MODEL -o FILE");
    return ExitCode::wrong_input;
  }
  const auto format = graph_format(settings.output_path);
  if (!format) {
    complain(fmt::format("the ending of '{}' names no format: .aut, .dot or .json is expected", settings.output_path));
    return ExitCode::wrong_input;
  }
  std::string error;
  if (!can_write(settings.output_path, error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const Model model = load_model(settings.model, settings.quiet, settings.colour_on(STDERR_FILENO));
  if (!model) return ExitCode::wrong_input;

  Limits limits = settings.search.limits;
  limits.interrupt = &catch_interrupts();
  const StateGraph graph(model.system(), limits);
  if (graph.stopped() != StopReason::nothing) {
    say(fmt::format("incomplete: {} after {}; '{}' was not written\n", in_words(graph.stopped(), limits),
                    counted(graph.state_count(), "state"), printable(settings.output_path)));
    return ExitCode::incomplete;
  }
  OutputFile out(settings.output_path);
  write_graph(model.system(), graph, *format, out);
  if (!out.commit(error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  if (!settings.quiet) {
    say(fmt::format("{}: {}, {}\n", printable(settings.output_path), counted(graph.state_count(), "state"),
                    counted(graph.edges().size(), "step")));
    if (graph.broken_steps() > 0) {
      say(fmt::format("left out: {} that end in an error and lead nowhere\n", counted(graph.broken_steps(), "step")));
    }
  }
  return ExitCode::verified;
}

}  // namespace quotient::cli
