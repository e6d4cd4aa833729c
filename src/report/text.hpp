#pragma once

#include <span>
#include <string>

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

/// The steps of a run, one or more lines each. `first` is the number of the first step. A long run is cut in the middle
/// where `shorten` says so.
std::string tell_run(std::span<const ToldStep> steps, std::size_t first, bool shorten, bool colour);

/// "x = 1   y = 2 …", wrapped and indented.
std::string tell_cells(const std::vector<CellValue>& cells);

/// One line for a terminal, without its end: how far a search has come.
std::string progress_line(const Progress& progress);

/// Whether a stream of this file descriptor should be coloured by itself: it is a terminal, and NO_COLOR is not set.
bool wants_colour(int file_descriptor);

}  // namespace quotient
