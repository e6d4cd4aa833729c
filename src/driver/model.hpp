#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.hpp"
#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "base/source.hpp"
#include "driver/settings.hpp"
#include "model/system.hpp"
#include "process/outline.hpp"
#include "process/process_system.hpp"
#include "process/program.hpp"
#include "process/rules.hpp"
#include "process/scalarset.hpp"
#include "report/remark.hpp"
#include "search/cycles/cycle_search.hpp"

namespace quotient::bmethod {
class MachineSystem;
}
namespace quotient::mcrl2 {
class SpecificationSystem;
}

namespace quotient::driver {

/// Something that must hold now and then for a formula to ask for anything.
struct Condition {
  std::string text;
  SourceRange range;
  /// A system that is violated where the condition holds: the program with a claim that it never does. Null: none.
  std::function<std::unique_ptr<ProcessSystem>()> never;
};

/// What one search explores: the program alone, or together with one of its claims.
struct Subject {
  std::string name;   // of what is checked beside the program's states: a claim, "accept", "progress"; else empty
  std::string claim;  // its name; empty: the program alone
  std::unique_ptr<System> system;
  const Program* program = nullptr;                           // what the system runs, where it is one of processes
  const bmethod::MachineSystem* machine = nullptr;            // the system, where it is a B machine
  const mcrl2::SpecificationSystem* specification = nullptr;  // the same for mCRL2
  /// The infinite runs that are wrong, where the search is to look for them.
  std::optional<CycleProperty> cycles;
  std::vector<Scalarset> scalarsets;    // where the settings ask for them
  std::optional<Outline> outline;       // where the settings ask for it, and the language has one
  const RewriteRules* rules = nullptr;  // where the settings ask for them
  /// With rules and a claim: the program without it. Null where it cannot be compiled.
  std::function<std::unique_ptr<ProcessSystem>()> alone = {};
  bool is_formula = false;                 // the claim is one
  std::vector<Condition> conditions = {};  // of the claim, where it is a formula
};

/// A model, ready to explore. Its systems may refer to the sources.
struct Model {
  std::string language;
  std::unique_ptr<SourceMap> sources;
  std::unique_ptr<RewriteRules> rules;  // to which the subjects refer
  std::vector<Subject> subjects;        // none where something was wrong
  std::vector<Remark> remarks;          // what was assumed, what cannot be checked
  Diagnostics diagnostics;              // of the text
  std::string problem;                  // of no place in the text: a file that cannot be read; else empty
  double seconds = 0;                   // that loading took
  StopCause stopped = StopCause::none;  // what ended loading before it was done; there are no subjects then

  explicit operator bool() const { return !subjects.empty(); }
  /// For commands that explore only one thing.
  const System& system() const { return *subjects.front().system; }
};

/// The language of a file, by its ending: "promela", "b", "mcrl2"; empty where it is unknown.
std::string language_of(const std::string& path);
/// The same by what is written in it; empty where that is not certain.
std::string language_of_text(std::string_view text);

/// Loads a model. Where something is wrong with it, or the deadline ends it, it has no subjects. `names` is told what
/// the names in the text mean, as far as that can be known.
Model load_model(const ModelSettings& settings, Deadline* deadline = nullptr, NameTable* names = nullptr);

}  // namespace quotient::driver
