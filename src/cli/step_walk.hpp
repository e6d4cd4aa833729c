#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/settings.hpp"
#include "report/run_text.hpp"
#include "search/run.hpp"
#include "search/trace.hpp"

namespace quotient::cli {

/// A run that a person steps through, printed as it goes. The system and the settings must outlive it.
class StepWalk {
 public:
  StepWalk(const System& system, const Settings& settings);

  const Run& run() const { return run_; }
  /// Takes a step, and prints it with what is wrong on it. Whether it could be completed.
  bool take(std::size_t choice);
  /// Takes back the last step. False where there is none.
  bool undo();
  void show_choices() const;
  void show_state() const;
  /// Prints what is wrong in the present state. Whether something is.
  bool show_findings();
  /// Whether something wrong was printed.
  bool violated() const { return violated_; }

 private:
  ToldStep told(std::size_t choice) const;
  void show(Finding finding);

  const System& system_;
  const Settings& settings_;
  Run run_;
  RunTeller teller_;
  std::vector<std::size_t> taken_;
  bool violated_ = false;
};

}  // namespace quotient::cli
