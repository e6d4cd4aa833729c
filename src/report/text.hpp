#pragma once

#include <optional>
#include <string>

#include "report/check_report.hpp"
#include "report/look.hpp"
#include "search/search.hpp"

namespace quotient {

struct TextOptions {
  Look look;
  /// Only the verdict.
  bool quiet = false;
};

/// A check as people read it: the verdict in the first line, then figures, counterexamples, what was never reached.
std::string text_report(const CheckReport& report, const TextOptions& options);

/// The verdict alone, one line.
std::string verdict_line(const CheckReport& report, bool colour);

/// One line for a terminal, without its end: how far a search has come.
std::string progress_line(const Progress& progress, std::optional<double> seconds_left = {});

}  // namespace quotient
