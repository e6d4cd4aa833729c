#include "process/symmetry/program_symmetry.hpp"

#include <utility>

#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/scalarset/scalarset.hpp"
#include "process/symmetry/scd/certify.hpp"
#include "process/symmetry/scd/scd.hpp"

namespace quotient {

namespace {

/// What the claim, being part of the system, costs.
std::string order_without_claim(const Program& program) {
  Program alone = program;
  alone.claim = -1;
  alone.propositions.clear();
  return detect_symmetry(alone).group.order().to_string();
}

DiagramFigures in_figures(const Outline& outline, const scd::Result& found) {
  DiagramFigures d;
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

}  // namespace

ProgramSymmetry::ProgramSymmetry(const Program& program, std::vector<Scalarset> scalarsets,
                                 std::optional<Outline> outline)
    : program_(program), scalarsets_(std::move(scalarsets)), outline_(std::move(outline)) {}

DetectedSymmetry ProgramSymmetry::find(const DetectOptions& options) const {
  DetectedSymmetry found;
  if (options.how == "scd") {
    find_in_diagram(options, found);
    return found;
  }
  found.symmetry = detect_symmetry(program_, scalarsets_);
  if (options.how == "scalarset") {
    found.symmetry = declared_symmetry(program_, found.symmetry, scalarsets_);
  } else if (program_.claim >= 0) {
    found.order_without_claim = order_without_claim(program_);
  }
  return found;
}

/// The group of the channel diagram, as far as it is certified.
void ProgramSymmetry::find_in_diagram(const DetectOptions& options, DetectedSymmetry& found) const {
  if (!outline_) return;
  for (const Outline::Objection& o : outline_->objections) found.symmetry.broken_by.push_back({o.reason, o.at});
  if (!outline_->objections.empty()) return;
  const scd::Result result =
      scd::find_valid_group(*outline_, {.random_conjugates = options.random_conjugates, .seconds = options.patience});
  found.diagram = in_figures(*outline_, result);
  const std::vector<ItemPermutation> permutations = permutations_of(*outline_, result.largest);
  if (!permutations.empty()) found.symmetry = certified_part(detect_symmetry(program_), permutations);
}

void ProgramSymmetry::explain_breaks(Symmetry& symmetry, double seconds) const {
  quotient::explain_breaks(program_, symmetry, scalarsets_, seconds);
}

}  // namespace quotient
