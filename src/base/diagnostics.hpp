#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace quotient {

/// A caution is a warning that what is checked is not what the text seems to say, so that the verdict could be misread:
/// it is shown even where other warnings are not (--quiet).
enum class Severity { error, warning, caution };

struct DiagnosticNote {
  SourceRange range;
  std::string message;
};

/// Something the user should know about the text. `message` is one line without a full stop; `suggestion` completes
/// "did you mean …?" and is empty where there is none.
struct Diagnostic {
  Severity severity = Severity::error;
  SourceRange range;
  std::string message;
  std::vector<DiagnosticNote> notes;
  std::string suggestion;
};

/// Collects what a front end finds wrong. Not thread-safe. Keeps the first 200 errors and counts the rest, so that a
/// hostile file cannot fill the memory with messages.
class Diagnostics {
 public:
  Diagnostic& error(SourceRange range, std::string message);
  Diagnostic& warning(SourceRange range, std::string message);
  Diagnostic& caution(SourceRange range, std::string message);

  bool has_errors() const { return error_count_ > 0; }
  std::size_t error_count() const { return error_count_; }
  std::span<const Diagnostic> all() const { return all_; }

 private:
  Diagnostic& add(Severity severity, SourceRange range, std::string message);

  std::vector<Diagnostic> all_;
  Diagnostic overflow_;  // receives what is no longer kept
  std::size_t error_count_ = 0;
};

/// One diagnostic as people read it:
///     model.pml:3:7: error: unknown variable 'coutn'
///       3 |   x = coutn;
///         |       ^~~~~
///       did you mean 'count'?
std::string render(const SourceMap& sources, const Diagnostic& diagnostic, bool colour);

/// The candidate most like `name`, or nothing when none is close enough to be a likely slip of the finger.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace quotient
