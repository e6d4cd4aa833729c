#pragma once

#include <memory>
#include <string>

#include "base/source.hpp"
#include "cli/settings.hpp"
#include "system/system.hpp"

namespace quotient::cli {

/// A model, ready to explore. The system may refer to the sources.
struct Model {
  std::string language;
  std::unique_ptr<SourceMap> sources;
  std::unique_ptr<System> system;
  double seconds = 0;  // that loading took
};

/// The language of a file, by its ending: "promela", "b", "mcrl2"; empty where it is unknown.
std::string language_of(const std::string& path);

/// Loads a model. What is wrong with it is printed to standard error, and so are warnings unless `quiet`; `system` is
/// then empty.
Model load_model(const ModelSettings& settings, bool quiet, bool colour);

}  // namespace quotient::cli
