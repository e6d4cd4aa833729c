#include <utility>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/subject_symmetry.hpp"
#include "report/channel_diagram.hpp"
#include "report/graphviz.hpp"
#include "report/output_file.hpp"
#include "report/symmetry_report.hpp"

namespace quotient::cli {

namespace {

/// What --dot and --svg ask for.
bool draw(const Settings& settings, const ChannelDiagram& diagram, const Symmetry& symmetry) {
  if (settings.dot_path.empty() && settings.svg_path.empty()) return true;
  const std::string dot = channel_diagram_dot(diagram, orbits_of_items(diagram, symmetry));
  std::string error;
  bool done = settings.dot_path.empty() || write_file(settings.dot_path, dot, error);
  if (done && !settings.svg_path.empty()) {
    const std::optional<std::string> svg = draw_svg(dot, error);
    done = svg && write_file(settings.svg_path, *svg, error);
  }
  if (!done) complain(error);
  return done;
}

}  // namespace

ExitCode symmetry(const Settings& settings) {
  const driver::Model model = load_and_show(settings.model, settings);
  if (!model) return ExitCode::wrong_input;
  std::vector<SymmetrySummary> summaries;
  for (const Subject& subject : model.subjects) {
    driver::ToldSymmetry told = driver::tell_symmetry(subject, *model.sources, settings);
    if (!told.refusal.empty()) {
      complain(told.refusal);
      return ExitCode::wrong_input;
    }
    if (&subject == &model.subjects.front() && subject.diagram && !draw(settings, *subject.diagram, told.symmetry)) {
      return ExitCode::wrong_input;
    }
    summaries.push_back(std::move(told.summary));
  }
  std::string error;
  if (!settings.json_path.empty() &&
      !write_file(settings.json_path, symmetry_json(settings.model.path, settings.detection.how, summaries), error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  if (settings.json_path != "-" && settings.dot_path != "-" && settings.svg_path != "-") {
    say(symmetry_text(summaries, settings.look_on(STDOUT_FILENO)));
  }
  return ExitCode::verified;
}

}  // namespace quotient::cli
