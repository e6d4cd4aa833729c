#include "cli/subject_symmetry.hpp"

#include <chrono>
#include <fmt/format.h>

#include "report/words.hpp"
#include "symmetry/detect/detect.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::cli {

std::unique_ptr<SubjectSymmetry> find_symmetry(const Subject& subject, const Settings& settings) {
  auto found = std::make_unique<SubjectSymmetry>();
  // Cycles are searched for without symmetry: a cycle of orbits is not yet one of states.
  if (settings.symmetry == "off" || subject.program == nullptr || subject.cycles) return found;
  const auto begin = std::chrono::steady_clock::now();
  found->symmetry = detect_symmetry(*subject.program);
  if (!found->symmetry.group.is_trivial()) {
    const bool chosen = settings.symmetry != "auto";
    const std::string strategy = chosen ? settings.symmetry : "canonical";
    ChosenReduction choice = choose_reduction(found->symmetry, strategy, {settings.main_array});
    found->reduction = std::move(choice.reduction);
    if (found->reduction != nullptr) {
      found->strategy = strategy;
    } else if (chosen) {
      found->refusal = fmt::format("--symmetry {}", choice.refusal);
    } else {
      found->symmetry.broken_by.push_back(
          {"the group is too large for canonical, so it is not used; local-search could", {}});
    }
  }
  found->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

std::vector<std::string> generators_in_words(const Symmetry& symmetry) {
  std::vector<std::string> out;
  for (const Permutation& g : symmetry.group.generators()) {
    std::string text;
    for (const std::vector<Point>& cycle : g.cycles()) {
      // Values and control locations follow the processes and channels that they belong to.
      const Atom::Kind kind = symmetry.atoms[cycle.front()].kind;
      if (kind != Atom::Kind::process && kind != Atom::Kind::channel) continue;
      std::string names;
      for (const Point a : cycle) {
        const Atom& atom = symmetry.atoms[a];
        names += (names.empty() ? "" : " ") + (kind == Atom::Kind::process ? std::to_string(atom.number) : atom.name);
      }
      text += "(" + names + ")";
    }
    out.push_back(text.empty() ? "(values)" : text);
  }
  return out;
}

std::vector<std::string> breaks_in_words(const Symmetry& symmetry, const SourceMap& sources) {
  std::vector<std::string> out;
  for (const Symmetry::Break& b : symmetry.broken_by) {
    out.push_back(b.at ? fmt::format("{}: {}", in_words(sources.locate(*b.at)), b.reason) : b.reason);
  }
  return out;
}

void report_symmetry(const SubjectSymmetry& found, const SourceMap& sources, CheckReport& report) {
  report.symmetry.strategy = found.strategy;
  report.symmetry.order = found.reduction != nullptr ? found.symmetry.group.order().to_string() : "1";
  if (found.reduction != nullptr) report.symmetry.generators = generators_in_words(found.symmetry);
  report.symmetry.broken_by = breaks_in_words(found.symmetry, sources);
  report.symmetry.exact = report.result.reduction_exact;
  if (const Strategy* strategy = find_strategy(found.strategy)) report.symmetry.loss = strategy->loss;
  report.seconds.symmetry += found.seconds;
}

}  // namespace quotient::cli
