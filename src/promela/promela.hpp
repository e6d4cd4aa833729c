#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "system/process_system.hpp"

namespace quotient::promela {

/// How statements become steps.
enum class StepMode {
  full,   // every sound merge and reset
  spin,   // statements merged and dead variables reset as SPIN does by default
  plain,  // each statement is a step, nothing is reset
};

struct Options {
  StepMode steps = StepMode::full;
  std::vector<std::string> defines;       // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_dirs;  // searched after the folder of the including file
};

/// Reads a model: preprocesses, parses, checks and compiles it. Null where there are errors; all that were found are in
/// `diagnostics`, with warnings. The result refers to `sources`, which must outlive it.
std::unique_ptr<ProcessSystem> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics);

}  // namespace quotient::promela
