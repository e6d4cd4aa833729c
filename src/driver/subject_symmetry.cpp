#include "driver/subject_symmetry.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "base/deadline.hpp"
#include "base/time_share.hpp"
#include "report/words.hpp"
#include "symmetry/group/structure.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::driver {

namespace {

bool has_name_of_its_own(Atom::Kind kind) {
  // Values and control locations follow the processes and channels that they belong to.
  return kind != Atom::Kind::value && kind != Atom::Kind::location;
}

/// Symmetry is there to save time: of --time it gets a tenth.
double seconds_for_detection() {
  constexpr double least = 2;
  const auto* const deadline = dynamic_cast<const Deadline*>(current_stop());
  if (deadline == nullptr || !deadline->options().time) return std::numeric_limits<double>::infinity();
  return std::max(least, deadline->options().time->count() / 10);
}

/// Chooses how the symmetry that was found is used.
void use_symmetry(const Subject& subject, const CheckSettings& settings, SubjectSymmetry& found) {
  const bool chosen = settings.symmetry != "auto";
  const std::string strategy = chosen ? settings.symmetry : "canonical";
  // A cycle of orbits can be fair although none of states is: who waits in one orbit need not be who moves in the next.
  // So processes are followed along the permutations, which takes keys that are permuted states.
  if (subject.cycles && subject.cycles->fairness != Fairness::none) {
    if (chosen && strategy != "canonical") {
      found.refusal = fmt::format("--symmetry {}: fairness ({}) needs canonical; use that, or --fairness none",
                                  strategy, subject.name);
      return;
    }
    if (settings.search.store != StoreKind::exact) {
      found.remark = "without symmetry, which together with fairness needs --store exact";
      return;
    }
  }
  if (subject.cycles || subject.game != nullptr) {
    found.orbits = StateOrbits::of(found.symmetry);
    if (subject.cycles && found.orbits == nullptr && chosen && strategy != "canonical") {
      found.refusal = fmt::format(
          "--symmetry {}: a cycle of {}: infinite runs need canonical, for which this group is "
          "too large; use --symmetry off",
          strategy, subject.name);
      return;
    }
  }
  ChosenReduction choice;
  if (found.orbits != nullptr && strategy == "canonical") {
    found.used = &found.orbits->reduction();
  } else {
    choice = choose_reduction(found.symmetry, strategy, {settings.main_array});
    found.note = std::move(choice.note);
    found.reduction = std::move(choice.reduction);
    found.used = found.reduction.get();
  }
  const bool needs_states = subject.cycles || subject.game != nullptr;
  if (needs_states && found.used != nullptr && found.used->floods()) {
    found.refusal =
        subject.cycles ? fmt::format("--symmetry {}: it cannot be used for infinite runs ({}); use canonical", strategy,
                                     subject.name)
                       : fmt::format("--symmetry {}: {} is not checked with it; use canonical", strategy, subject.name);
  } else if (found.used != nullptr) {
    found.strategy = strategy;
  } else if (chosen) {
    found.refusal = fmt::format("--symmetry {}", choice.refusal);
  } else {
    found.symmetry.broken_by.push_back(
        {"the group is too large for canonical, so it is not used; local-search could", {}});
  }
}

}  // namespace

std::vector<std::vector<std::string>> families_in_words(const Symmetry& symmetry) {
  const Orbits orbits = symmetry.group.orbits();
  std::vector<std::vector<std::string>> out;
  for (const std::vector<Point>& orbit : orbits.members) {
    if (orbit.size() < 2 || !has_name_of_its_own(symmetry.atoms[orbit.front()].kind)) continue;
    out.emplace_back();
    for (const Point a : orbit) out.back().push_back(symmetry.atoms[a].name);
  }
  return out;
}

std::unique_ptr<SubjectSymmetry> find_group(const Subject& subject, const CheckSettings& settings) {
  auto found = std::make_unique<SubjectSymmetry>();
  if (subject.symmetry == nullptr) return found;
  const auto begin = std::chrono::steady_clock::now();
  DetectedSymmetry detected;
  const double seconds = seconds_for_detection();
  const TimeShare share(current_stop(), seconds);
  try {
    const StopScope scope(&share);
    detected = subject.symmetry->find(settings.detection);
  } catch (const Stopped&) {
    if (share.whole_raised()) throw;
    detected.symmetry.broken_by.push_back(
        {fmt::format("looking for symmetry was ended after {:.3g} seconds, a tenth of --time", seconds), {}});
  }
  found->symmetry = std::move(detected.symmetry);
  found->refusal = std::move(detected.refusal);
  found->order_without_claim = std::move(detected.order_without_claim);
  found->diagram = std::move(detected.diagram);
  found->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

void explain_absence(const Subject& subject, const CheckSettings& settings, SubjectSymmetry& found) {
  const bool absent = found.symmetry.group.is_trivial();
  if (settings.detection.how != "system" || subject.symmetry == nullptr) return;
  if (!settings.explains_symmetry && (!absent || !subject.symmetry->explains_absence())) return;
  const double patience = absent ? 1 : 0.1;  // seconds
  const auto begin = std::chrono::steady_clock::now();
  subject.symmetry->explain_breaks(found.symmetry, patience);
  found.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::unique_ptr<SubjectSymmetry> find_symmetry(const Subject& subject, const CheckSettings& settings) {
  if (settings.symmetry == "off") return std::make_unique<SubjectSymmetry>();
  const auto begin = std::chrono::steady_clock::now();
  auto found = find_group(subject, settings);
  if (found->refusal.empty() && !found->symmetry.group.is_trivial()) use_symmetry(subject, settings, *found);
  found->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

void leave_out_symmetry(SubjectSymmetry& found, const std::string& why) {
  found.used = nullptr;
  found.strategy = "off";
  found.remark = why;
  found.symmetry.broken_by.insert(found.symmetry.broken_by.begin(), {why, {}});
}

void use_native_code(const CheckSettings& settings, SubjectSymmetry& found) {
  if (found.used == nullptr || settings.model.engine == "interpreter") return;
  std::optional<CellsToWrite> cells = found.used->cells_to_write();
  if (!cells) return;
  native::EngineOptions options;
  options.paranoid = settings.model.paranoid;
  found.cells = std::make_unique<native::CellEngine>(std::move(*cells), std::move(options));
  // Where that fails, so did the code for the steps, and that was reported.
  if (settings.model.engine == "native") found.cells->wait_until_ready();
}

namespace {

/// Of a permutation that moves neither processes nor channels: "(x=1 x=2)", by a variable that can have these values.
std::string values_in_words(const Symmetry& symmetry, const Permutation& g) {
  const auto name = [&](Point a) {
    if (symmetry.atoms[a].kind != Atom::Kind::value) return symmetry.atoms[a].name;  // a control location
    for (const Place& place : symmetry.places) {
      if (place.value_class == no_class) continue;
      for (const auto& [value, atom] : symmetry.classes[place.value_class].atoms) {
        const std::string& variable = symmetry.pattern_names[place.pattern].text;
        if (atom == a && !variable.empty()) return fmt::format("{}={}", variable, value);
      }
    }
    return std::string();  // computed on the way, and kept by no variable
  };
  std::string text;
  for (const std::vector<Point>& cycle : g.cycles()) {
    std::string names;
    for (const Point a : cycle) names += (names.empty() ? "" : " ") + name(a);
    if (names.find_first_not_of(' ') != std::string::npos) text += "(" + names + ")";
  }
  return text.empty() ? "(values)" : text;
}

}  // namespace

std::vector<std::string> generators_in_words(const Symmetry& symmetry) {
  std::vector<std::string> out;
  for (const Permutation& g : symmetry.group.generators()) {
    std::string text;
    for (const std::vector<Point>& cycle : g.cycles()) {
      const Atom::Kind kind = symmetry.atoms[cycle.front()].kind;
      if (!has_name_of_its_own(kind)) continue;
      std::string names;
      for (const Point a : cycle) {
        const Atom& atom = symmetry.atoms[a];
        names += (names.empty() ? "" : " ") + (kind == Atom::Kind::process ? std::to_string(atom.number) : atom.name);
      }
      text += "(" + names + ")";
    }
    out.push_back(text.empty() ? values_in_words(symmetry, g) : text);
  }
  return out;
}

namespace {

std::vector<SymmetryReport::Moved> moved_in_words(const Symmetry& symmetry) {
  const Orbits orbits = symmetry.group.orbits();
  std::vector<SymmetryReport::Moved> out;
  for (Point a = 0; a < symmetry.atoms.size(); ++a) {
    const Atom& atom = symmetry.atoms[a];
    if (!has_name_of_its_own(atom.kind)) continue;
    const bool is_process = atom.kind == Atom::Kind::process;
    const std::string kind = is_process ? "process" : atom.kind == Atom::Kind::channel ? "channel" : "element";
    out.push_back({atom.name, is_process ? std::to_string(atom.number) : atom.name, kind, orbits.of[a]});
  }
  return out;
}

}  // namespace

std::vector<std::string> breaks_in_words(const Symmetry& symmetry, const SourceMap& sources) {
  std::vector<std::string> out;
  for (const Symmetry::Break& b : symmetry.broken_by) {
    std::string text = b.at ? fmt::format("{}: {}", in_words(sources.locate(*b.at)), b.reason) : b.reason;
    // What a macro writes several times stands in one line.
    if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
  }
  return out;
}

ToldSymmetry tell_symmetry(const Subject& subject, const SourceMap& sources, const CheckSettings& settings) {
  const auto found = find_group(subject, settings);
  if (!found->refusal.empty()) return {{}, {}, found->refusal};
  constexpr double patience = 1;
  if (subject.symmetry != nullptr && settings.detection.how == "system") {
    subject.symmetry->explain_breaks(found->symmetry, patience);
  }
  SymmetrySummary s;
  s.claim = subject.name;
  s.order = found->symmetry.group.order().to_string();
  s.structure = recognise_structure(found->symmetry.group).text;
  s.families = families_in_words(found->symmetry);
  s.generators = generators_in_words(found->symmetry);
  s.broken_by = breaks_in_words(found->symmetry, sources);
  s.seconds = found->seconds;
  s.diagram = found->diagram;
  return {std::move(s), std::move(found->symmetry), ""};
}

ClaimSymmetry claim_symmetry(const SubjectSymmetry& found, const Result& result) {
  ClaimSymmetry told;
  told.strategy = found.strategy;
  told.rules = found.rules;
  if (found.used != nullptr) {
    told.order = found.symmetry.group.order().to_string();
    told.represents = result.represents;
  }
  told.order_without_claim = found.order_without_claim;
  told.remark = found.remark;
  return told;
}

void report_symmetry(const SubjectSymmetry& found, const SourceMap& sources, CheckReport& report) {
  report.symmetry.strategy = found.strategy;
  report.symmetry.order = found.used != nullptr ? found.symmetry.group.order().to_string() : "1";
  if (found.used != nullptr && !found.symmetry.group.is_trivial()) {
    report.symmetry.generators = generators_in_words(found.symmetry);
    report.symmetry.moved = moved_in_words(found.symmetry);
  }
  report.symmetry.broken_by = breaks_in_words(found.symmetry, sources);
  report.symmetry.exact = report.result.reduction_exact;
  report.symmetry.loss = found.loss;
  report.symmetry.rules = found.rules;
  const Strategy* strategy = find_strategy(found.strategy);
  if (strategy != nullptr && found.used != nullptr && !found.used->exact()) report.symmetry.loss = strategy->loss;
  if (!found.note.empty()) report.remarks.push_back(Caution{found.note, false});
  report.seconds.symmetry += found.seconds;
  if (found.used != nullptr && !found.symmetry.group.is_trivial()) {  // last: it may take long, and be left out
    report.symmetry.structure = recognise_structure(found.symmetry.group).text;
  }
}

}  // namespace quotient::driver
