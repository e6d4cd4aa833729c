#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/system.hpp"
#include "report/look.hpp"
#include "search/trace.hpp"

namespace quotient {

/// Prints the steps of a run, one or more lines each, in columns that grow as needed. If the terminal is too
/// narrow, folders of files are left out first, then what has changed goes to a line of its own, and last the
/// statement.
class RunTeller {
 public:
  explicit RunTeller(const Look& look) : look_(look) {}

  /// Makes room for steps that are to come, so that all lines have the same columns.
  void expect(std::span<const ToldStep> steps);
  std::string tell(const ToldStep& step, std::size_t number) const;

 private:
  Look look_;
  std::size_t process_ = 0;
  std::size_t place_ = 0;
  std::size_t statement_ = 0;
  bool folders_ = true;  // in places

  void make_room(std::span<const ToldStep> steps);
  std::string place_of(const TraceEvent& event) const;
  std::size_t statement_column() const;
  bool stacked() const;
  void tell_event(std::string& out, const TraceEvent& event, std::string_view number) const;
};

/// The line between the stem of a run and its cycle.
std::string cycle_mark(bool has_steps, const Look& look);

/// All steps of a run. The first is the way to the initial state. A very long run is cut in the middle.
std::string tell_run(const ToldRun& run, const Look& look);

/// "x = 1   y = 2 …", wrapped and indented.
std::string tell_cells(const std::vector<CellValue>& cells, const Look& look);

/// Processes, each with where it is and what it would do next: one line each.
/// When each proposition of a formula holds along a run: "true from step 3 on, false before". Empty where there are
/// none.
std::string tell_propositions(const std::vector<std::string>& propositions, const std::vector<std::vector<bool>>& truth,
                              const Look& look);

std::string tell_standing(const std::vector<TraceEvent>& standing, const Look& look);

}  // namespace quotient
