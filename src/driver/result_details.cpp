#include "driver/result_details.hpp"

#include <algorithm>

#include "driver/phase.hpp"
#include "report/run_projection.hpp"

namespace quotient::driver {

namespace {

/// Beyond this a text is left out: a result is to be read, and models are short.
constexpr std::size_t most_text = std::size_t{4} << 20;

/// Without what stands for no file: the command line, parts that the front ends add.
std::vector<SourceText> source_texts(const SourceMap& sources) {
  std::vector<SourceText> out;
  std::size_t total = 0;
  for (std::uint32_t i = 0; i < sources.size(); ++i) {
    const SourceFile& file = sources[FileId{i}];
    const bool known =
        std::any_of(out.begin(), out.end(), [&file](const SourceText& s) { return s.file == file.path(); });
    if (known || file.path().starts_with('<') || total + file.text().size() > most_text) continue;
    total += file.text().size();
    out.push_back({file.path(), std::string(file.text())});
  }
  return out;
}

void add_graph(const Model& model, const CheckSettings& settings, const SubjectSymmetry& symmetry, const Hooks& hooks,
               CheckReport& report) {
  const Subject& subject = model.subjects.front();
  if (report.result.states > GraphReport::most_states && report.violations.empty()) {
    report.graph.emplace().remark = GraphReport::too_many();
    return;
  }
  Limits limits = settings.search.limits;
  use_deadline(limits, hooks);
  // Initial states that symmetry leaves out are part of the graph.
  const System* whole = subject.symmetry == nullptr ? nullptr : subject.symmetry->whole();
  const System& drawn = whole != nullptr ? *whole : *subject.system;
  std::vector<std::vector<std::string>> runs;
  for (const ToldViolation& violation : report.violations) {
    std::vector<std::string>& run = runs.emplace_back();
    if (violation.claim != subject.claim) {
      const auto other = std::find_if(model.subjects.begin(), model.subjects.end(),
                                      [&](const Subject& s) { return s.claim == violation.claim; });
      if (other != model.subjects.end()) run = projected_run(drawn, *other->system, violation.run);
      continue;
    }
    for (const ToldStep& step : violation.run.steps) {
      run.emplace_back(step.state.begin(), step.state.end());
    }
  }
  report.graph = make_graph_report(drawn, symmetry.used, limits, runs);
}

}  // namespace

void add_details(const Model& model, const CheckSettings& settings, const SubjectSymmetry& symmetry, const Hooks& hooks,
                 CheckReport& report) {
  const Subject& subject = model.subjects.front();
  report.sources = source_texts(*model.sources);
  if (subject.diagram && subject.diagram->certain) {
    report.diagram = subject.diagram;
  } else if (subject.exchanges_messages) {
    report.diagram = observed_diagram(*subject.system);
  }
  if (settings.graph) add_graph(model, settings, symmetry, hooks, report);
}

}  // namespace quotient::driver
