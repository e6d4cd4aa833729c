#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/check_report.hpp"

namespace quotient::dap {

/// A counterexample as a debugger sees it. A step is reached when it is about to be taken: the place that is shown is
/// that of its statement, the values are those before it. Behind the last step the run has ended.
class RecordedRun {
 public:
  RecordedRun() = default;
  explicit RecordedRun(const ToldViolation& violation);

  /// Positions go from 0, the first step, to `end()`, where all are taken.
  std::size_t end() const { return steps_.size(); }
  const std::string& message() const { return message_; }

  /// Those that take part, in the order of their names. Where the language has no processes there is one, the model.
  const std::vector<std::string>& threads() const { return threads_; }
  /// Who moves next; of the end, who moved last.
  std::size_t thread_at(std::size_t position) const;
  /// Where a thread is: at its next statement, or, where it takes no step any more, at its last.
  const TraceEvent* statement_of(std::size_t thread, std::size_t position) const;
  /// The values before the step of a position.
  const std::vector<CellValue>& values_at(std::size_t position) const;

  /// The next position on the way (`forward` or back) from which a step in one of the lines is taken; the first or the
  /// last where there is none. `hit` says whether there is one.
  std::size_t next_breakpoint(std::size_t position, bool forward,
                              const std::map<std::string, std::set<std::uint32_t>>& lines, bool& hit) const;
  /// Whether some step is in this line of a file.
  bool has_step_at(const std::string& file, std::uint32_t line) const;

 private:
  bool is_at(std::size_t position, const std::map<std::string, std::set<std::uint32_t>>& lines) const;

  std::string message_;
  std::vector<ToldStep> steps_;  // without the way to the initial state
  std::vector<std::string> threads_;
  std::vector<std::vector<CellValue>> values_;  // one more than steps
};

}  // namespace quotient::dap
