#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "driver/check.hpp"

namespace quotient::lsp {

/// The values that the cells of a model had in the states of a check. Cells are known by their names without the
/// numbers of processes and elements: `p(2).x[3]` is `p.x`.
struct ReachedValues {
  static constexpr std::size_t most_values = 24;
  static constexpr std::uint64_t most_states = 200'000;

  /// Numbers by their size, and before all else.
  struct Before {
    bool operator()(const std::string& a, const std::string& b) const;
  };
  using Values = std::set<std::string, Before>;

  std::map<std::string, Values> by_cell;  // at most one more than are shown
  std::uint64_t states = 0;
  bool complete = false;  // of all states
  bool up_to_symmetry = false;

  void add(const std::vector<CellValue>& cells);
  /// Of a cell that is called like this; null where there is none.
  const Values* find(const std::string& name, const std::string& container) const;
};

/// What a check in the background came to.
struct CheckedModel {
  driver::Model model;  // to which the outcome refers
  driver::CheckOutcome outcome;
  ReachedValues reached;
};

/// A check on a thread of its own. `done` is called there when it has ended. Ends the check when it is destroyed.
class CheckJob {
 public:
  using Done = std::function<void(CheckedModel)>;
  /// Called on the thread of the check, a few times a second. May be empty.
  using Told = std::function<void(const Progress&)>;
  CheckJob(driver::CheckSettings settings, Done done, Told told);
  ~CheckJob();
  CheckJob(const CheckJob&) = delete;
  CheckJob& operator=(const CheckJob&) = delete;

  void stop() { stopped_.raise(); }
  bool has_ended() const { return ended_.load(std::memory_order_acquire); }

 private:
  void run(driver::CheckSettings settings, const Done& done);
  void check(driver::CheckSettings settings, CheckedModel& checked);

  Told told_;
  StopFlag stopped_;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

/// The settings of a check of one claim, or where it is empty of all that `quotient check` looks at.
driver::CheckSettings check_settings(const ModelSettings& model, const std::string& claim, double seconds);

}  // namespace quotient::lsp
