#include <unistd.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "cli/model.hpp"
#include "cli/subject_symmetry.hpp"
#include "mcrl2/mcrl2.hpp"
#include "report/channel_diagram.hpp"
#include "report/graphviz.hpp"
#include "report/output_file.hpp"
#include "report/symmetry_report.hpp"
#include "symmetry/detect/detect.hpp"
#include "symmetry/structure.hpp"

namespace quotient::cli {

namespace {

SymmetrySummary::Diagram in_figures(const Outline& outline, const scd::Result& found) {
  SymmetrySummary::Diagram d;
  d.processes = outline.processes.size();
  d.channels = outline.channels.size();
  d.links = outline.links.size();
  d.automorphisms = found.automorphisms.order().to_string();
  d.by_valid_generators = found.initial.order().to_string();
  d.largest_valid = found.largest.order().to_string();
  d.complete = found.complete;
  d.cosets_tried = found.cosets_tried;
  d.automorphism_seconds = found.automorphism_seconds;
  d.largest_seconds = found.largest_seconds;
  return d;
}

/// Which items of an outline some renaming takes to one another. Those that none moves are alone.
std::vector<std::uint32_t> orbits_of_items(const Outline& outline, const Symmetry& symmetry) {
  const Orbits orbits = symmetry.group.orbits();
  std::vector<std::uint32_t> out(outline.item_count());
  for (std::uint32_t item = 0; item < out.size(); ++item) {
    out[item] = static_cast<std::uint32_t>(symmetry.atoms.size()) + item;
    for (Point a = 0; a < symmetry.atoms.size(); ++a) {
      const Atom& atom = symmetry.atoms[a];
      const bool same = item < outline.processes.size()
                            ? atom.kind == Atom::Kind::process && atom.number == outline.processes[item].pid
                            : atom.kind == Atom::Kind::channel && atom.name == outline.item_name(item);
      if (same) out[item] = orbits.of[a];
    }
  }
  return out;
}

/// What --dot and --svg ask for.
bool draw(const Settings& settings, const Outline& outline, const Symmetry& symmetry) {
  if (settings.dot_path.empty() && settings.svg_path.empty()) return true;
  const std::string dot = channel_diagram_dot(outline, orbits_of_items(outline, symmetry));
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
  const Model model = load_model(settings.model, settings.quiet, settings.colour_on(STDERR_FILENO));
  if (!model) return ExitCode::wrong_input;
  std::vector<SymmetrySummary> summaries;
  for (const Subject& subject : model.subjects) {
    const auto found = find_group(subject, settings);
    if (!found->refusal.empty()) {
      complain(found->refusal);
      return ExitCode::wrong_input;
    }
    if (subject.specification != nullptr && settings.detect == "system") {
      subject.specification->explain_breaks(found->symmetry);
    }
    if (subject.program != nullptr && settings.detect == "system") {
      explain_breaks(*subject.program, found->symmetry, subject.scalarsets);
    }
    SymmetrySummary s;
    s.claim = subject.name;
    s.order = found->symmetry.group.order().to_string();
    s.structure = recognise_structure(found->symmetry.group).text;
    s.families = families_in_words(found->symmetry);
    s.generators = generators_in_words(found->symmetry);
    s.broken_by = breaks_in_words(found->symmetry, *model.sources);
    s.seconds = found->seconds;
    if (found->scd) s.diagram = in_figures(*subject.outline, *found->scd);
    if (&subject == &model.subjects.front() && subject.outline && !draw(settings, *subject.outline, found->symmetry)) {
      return ExitCode::wrong_input;
    }
    summaries.push_back(std::move(s));
  }
  std::string error;
  if (!settings.json_path.empty() &&
      !write_file(settings.json_path, symmetry_json(settings.model.path, settings.detect, summaries), error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  if (settings.json_path != "-" && settings.dot_path != "-" && settings.svg_path != "-") say(symmetry_text(summaries));
  return ExitCode::verified;
}

}  // namespace quotient::cli
