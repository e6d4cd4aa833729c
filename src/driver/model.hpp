#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/deadline.hpp"
#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "base/source.hpp"
#include "frontend/front_end.hpp"
#include "report/remark.hpp"

namespace quotient::driver {

/// A model, ready to explore. Its systems may refer to the sources.
struct Model {
  const FrontEnd* front_end = nullptr;  // of its language; null if unknown
  std::unique_ptr<SourceMap> sources;
  std::vector<Subject> subjects;        // none where something was wrong
  std::vector<Remark> remarks;          // what cannot be checked, warnings that bear on a verdict
  Diagnostics diagnostics;              // of the text
  std::string problem;                  // of no place in the text: a file that cannot be read; else empty
  double seconds = 0;                   // that loading took
  StopCause stopped = StopCause::none;  // what ended loading before it was done; there are no subjects then

  explicit operator bool() const { return !subjects.empty(); }
  /// The name of its language; empty if unknown.
  std::string language() const { return front_end == nullptr ? "" : std::string(front_end->name()); }
  /// For commands that explore only one thing.
  const System& system() const { return *subjects.front().system; }
};

/// Loads a model. Where something is wrong with it, or the deadline ends it, it has no subjects. Records in `names`
/// what the names in the text mean, as far as that can be known.
Model load_model(const ModelSettings& settings, Deadline* deadline = nullptr, NameTable* names = nullptr);
/// The same of a model that begins in every state in which its invariant holds.
Model load_beginning_anywhere(const ModelSettings& settings, Deadline* deadline = nullptr);

}  // namespace quotient::driver
