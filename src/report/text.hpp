#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/check_report.hpp"
#include "search/search.hpp"

namespace quotient {

struct TextOptions {
  bool colour = false;
  /// Only the verdict.
  bool quiet = false;
};

/// A check as people read it: the verdict in the first line, then figures, counterexamples, what was never reached.
std::string text_report(const CheckReport& report, const TextOptions& options);

/// The verdict alone, one line.
std::string verdict_line(const CheckReport& report, bool colour);

/// Tells the steps of a run, one or more lines each, in columns that grow as they must.
class RunTeller {
 public:
  explicit RunTeller(bool colour) : colour_(colour) {}

  /// Makes room for steps that are to come, so that all lines have the same columns.
  void expect(std::span<const ToldStep> steps);
  std::string tell(const ToldStep& step, std::size_t number) const;

 private:
  bool colour_;
  std::size_t process_ = 0;
  std::size_t place_ = 0;
  std::size_t statement_ = 0;

  void tell_event(std::string& out, const TraceEvent& event, std::string_view number) const;
};

/// The line between the stem of a run and its cycle.
std::string cycle_mark(bool has_steps, bool colour);

/// All steps of a run. The first is the way to the initial state. A very long run is cut in the middle.
std::string tell_run(const ToldRun& run, bool colour);

/// "x = 1   y = 2 …", wrapped and indented.
std::string tell_cells(const std::vector<CellValue>& cells);

/// One line for a terminal, without its end: how far a search has come.
std::string progress_line(const Progress& progress, std::optional<double> seconds_left = {});

/// Whether a stream of this file descriptor should be coloured by itself: it is a terminal, and NO_COLOR is not set.
bool wants_colour(int file_descriptor);

}  // namespace quotient
