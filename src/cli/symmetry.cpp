#include <fmt/format.h>
#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "cli/model.hpp"
#include "cli/subject_symmetry.hpp"
#include "report/output_file.hpp"
#include "report/symmetry_report.hpp"
#include "symmetry/detect/detect.hpp"
#include "symmetry/structure.hpp"

namespace quotient::cli {

ExitCode symmetry(const Settings& settings) {
  const Model model = load_model(settings.model, settings.quiet, settings.colour_on(STDERR_FILENO));
  if (!model) return ExitCode::wrong_input;
  std::vector<SymmetrySummary> summaries;
  for (const Subject& subject : model.subjects) {
    if (subject.program == nullptr && subject.machine == nullptr) {
      complain(fmt::format("symmetry of {} models is not available in this version", model.language));
      return ExitCode::wrong_input;
    }
    const auto found = find_symmetry(subject, settings);
    if (subject.program != nullptr) explain_breaks(*subject.program, found->symmetry);
    SymmetrySummary s;
    s.claim = subject.name;
    s.order = found->symmetry.group.order().to_string();
    s.structure = recognise_structure(found->symmetry.group).text;
    s.families = families_in_words(found->symmetry);
    s.generators = generators_in_words(found->symmetry);
    s.broken_by = breaks_in_words(found->symmetry, *model.sources);
    s.seconds = found->seconds;
    summaries.push_back(std::move(s));
  }
  std::string error;
  if (!settings.json_path.empty() &&
      !write_file(settings.json_path, symmetry_json(settings.model.path, settings.detect, summaries), error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  if (settings.json_path != "-") say(symmetry_text(summaries));
  return ExitCode::verified;
}

}  // namespace quotient::cli
