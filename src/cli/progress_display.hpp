#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/checkpoint.hpp"
#include "cli/settings.hpp"
#include "report/outlook.hpp"
#include "search/search.hpp"

namespace quotient::cli {

/// Shows on standard error how far a search has come: one line that is refreshed in place on a terminal, lines one
/// after the other, and fewer of them, elsewhere; or lines of JSON for programs (--progress json).
class ProgressDisplay {
 public:
  /// `settings` must outlive this.
  explicit ProgressDisplay(const Settings& settings);
  ~ProgressDisplay() { take_away(); }
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// Takes the line away, and begins anew.
  void clear();
  /// To be passed to the search; empty if nothing is to be shown. Must not outlive the display.
  std::function<void(const Progress&)> hook();

 private:
  /// Allocates nothing: memory may be what a search ended for.
  void take_away();
  void look_for_checkpoint(double seconds);
  std::string line(const Progress& progress, std::optional<double> left) const;
  std::string json_line(const Progress& progress, std::optional<double> left) const;

  const Settings& settings_;
  std::optional<LastCheckpoint> checkpoint_;
  double looked_ = -1;  // for a checkpoint, at this second
  bool wanted_;
  bool terminal_;
  bool shown_ = false;
  Outlook outlook_;
  double last_ = 0;
};

}  // namespace quotient::cli
