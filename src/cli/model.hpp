#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "cli/settings.hpp"
#include "system/system.hpp"

namespace quotient::cli {

/// What one search explores: the program alone, or together with one of its claims.
struct Subject {
  std::string claim;  // its name; empty: the program alone
  std::unique_ptr<System> system;
  /// The claim also speaks of infinite runs, so that a search for states alone cannot verify it.
  bool needs_cycles = false;
};

/// A model, ready to explore. Its systems may refer to the sources.
struct Model {
  std::string language;
  std::unique_ptr<SourceMap> sources;
  std::vector<Subject> subjects;  // none where something was wrong
  double seconds = 0;             // that loading took

  explicit operator bool() const { return !subjects.empty(); }
  /// For commands that explore only one thing.
  const System& system() const { return *subjects.front().system; }
};

/// The language of a file, by its ending: "promela", "b", "mcrl2"; empty where it is unknown.
std::string language_of(const std::string& path);

/// Loads a model. What is wrong with it is printed to standard error, and so are warnings unless `quiet`; the
/// model then has no subjects.
Model load_model(const ModelSettings& settings, bool quiet, bool colour);

}  // namespace quotient::cli
