#include "driver/result_details.hpp"

#include <algorithm>

#include "bmethod/bmethod.hpp"
#include "driver/phase.hpp"
#include "driver/static_diagram.hpp"

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

/// States that symmetry leaves out when a machine is set up are part of its graph: it is loaded once more, with them.
void add_machine_graph(const CheckSettings& settings, const SubjectSymmetry& symmetry, const Limits& limits,
                       Deadline* deadline, const std::vector<std::vector<std::string>>& runs, CheckReport& report) {
  ModelSettings whole = settings.model;
  whole.up_to_symmetry = false;
  const Model model = load_model(whole, deadline);
  if (!model) return;
  const bmethod::MachineSystem* machine = model.subjects.front().machine;
  const std::unique_ptr<Reduction> reduction =
      symmetry.used != nullptr && machine != nullptr ? machine->reduction(symmetry.strategy) : nullptr;
  report.graph = make_graph_report(model.system(), reduction.get(), limits, StateIdentity::cells, runs);
}

void add_graph(const Model& model, const CheckSettings& settings, const SubjectSymmetry& symmetry, const Hooks& hooks,
               CheckReport& report) {
  const Subject& subject = model.subjects.front();
  if (report.result.states > GraphReport::most_states) {
    report.graph.emplace().remark = GraphReport::too_many();
    return;
  }
  Limits limits = settings.search.limits;
  use_deadline(limits, hooks);
  const StateIdentity identity = subject.machine != nullptr ? StateIdentity::cells : StateIdentity::bytes;
  std::vector<std::vector<std::string>> runs;
  for (const ToldViolation& violation : report.violations) {
    std::vector<std::string>& run = runs.emplace_back();
    if (violation.claim != subject.claim) continue;  // of another system
    for (const ToldStep& step : violation.run.steps) {
      run.push_back(step.state.empty() ? "" : identify(identity, *subject.system, step.state));
    }
  }
  if (subject.machine != nullptr) return add_machine_graph(settings, symmetry, limits, hooks.deadline, runs, report);
  report.graph = make_graph_report(*subject.system, symmetry.used, limits, identity, runs);
}

}  // namespace

void add_details(const Model& model, const CheckSettings& settings, const SubjectSymmetry& symmetry, const Hooks& hooks,
                 CheckReport& report) {
  const Subject& subject = model.subjects.front();
  report.sources = source_texts(*model.sources);
  if (subject.outline && subject.outline->objections.empty()) {
    report.diagram = static_diagram(*subject.outline);
  } else if (subject.program != nullptr) {
    report.diagram = observed_diagram(*subject.system);
  }
  if (settings.graph) add_graph(model, settings, symmetry, hooks, report);
}

}  // namespace quotient::driver
