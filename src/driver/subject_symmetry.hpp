#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/model.hpp"
#include "driver/settings.hpp"
#include "native/cell_engine.hpp"
#include "report/check_report.hpp"
#include "report/symmetry_report.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient::driver {

/// The symmetry of what one search explores, and how it is used.
struct SubjectSymmetry {
  Symmetry symmetry;
  std::unique_ptr<Reduction> reduction;  // refers to the symmetry
  std::unique_ptr<StateOrbits> orbits;   // of a search for cycles; refers to the symmetry
  const Reduction* used = nullptr;       // that reduction, or the one of the orbits; null: none
  std::string strategy = "off";
  std::string loss;  // what a strategy that is not exact does wrong, where that is not known of it anyway
  RuleReport rules;  // --symmetry rules
  /// Of the search that tried rules: the coverage of all states reached by steps and rules.
  std::optional<std::vector<std::uint8_t>> tried_coverage;
  std::string refusal;                        // the strategy that was asked for does not work here: why, and what does
  Diagnostics diagnostics;                    // of rules that are wrong
  std::string account;                        // of how that shows, as a run
  std::string note;                           // what makes the strategy exact, where it need not be
  std::string remark;                         // why no reduction is used although symmetry is on; else empty
  std::string order_without_claim;            // of the group of the program alone, where there is a claim
  double seconds = 0;                         // that finding it took
  std::optional<DiagramFigures> diagram;      // --detect scd: how it was found
  std::unique_ptr<native::CellEngine> cells;  // native code for the reduction, where there is any; goes before it
};

/// Finds the symmetry of a subject as the settings say, to look at: no reduction is made.
std::unique_ptr<SubjectSymmetry> find_group(const Subject& subject, const CheckSettings& settings);
/// The same, to be used by a search, with the reduction that the settings ask for. On the heap, since the reduction
/// refers to it.
std::unique_ptr<SubjectSymmetry> find_symmetry(const Subject& subject, const CheckSettings& settings);

/// Uses native code for a reduction, as far as it is supported and the settings allow it.
void use_native_code(const CheckSettings& settings, SubjectSymmetry& found);

/// It turned out not to be worth what it costs: reports it as not used.
void leave_out_symmetry(SubjectSymmetry& found, const std::string& why);

/// Where there is no symmetry although processes look alike: what breaks it, in `found`. Takes a second at most.
void explain_absence(const Subject& subject, const CheckSettings& settings, SubjectSymmetry& found);

/// The orbits of atoms, by name.
std::vector<std::vector<std::string>> families_in_words(const Symmetry& symmetry);
/// Generators in the user's names: "(1 2)(link1 link2)"; processes are their numbers.
std::vector<std::string> generators_in_words(const Symmetry& symmetry);
/// What prevents more symmetry: "line 12: …".
std::vector<std::string> breaks_in_words(const Symmetry& symmetry, const SourceMap& sources);

/// How the search of a claim used what was found. `result` is that of this search.
ClaimSymmetry claim_symmetry(const SubjectSymmetry& found, const Result& result);

/// The symmetry of a subject as it is reported, with what breaks it.
struct ToldSymmetry {
  SymmetrySummary summary;
  Symmetry symmetry;
  std::string refusal;  // as of a SubjectSymmetry; the rest is then empty
};
ToldSymmetry tell_symmetry(const Subject& subject, const SourceMap& sources, const CheckSettings& settings);

/// Adds what was found and used to a report.
void report_symmetry(const SubjectSymmetry& found, const SourceMap& sources, CheckReport& report);

}  // namespace quotient::driver
