#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bmethod/evaluate/evaluator.hpp"

namespace quotient::bmethod {

/// Solves the plans of ANY and its like in the place of the evaluator.
class PlanSolver {
 public:
  virtual ~PlanSolver() = default;
  /// As PlanRunner::run_through, lenient. May leave out solutions whose like is found.
  virtual bool solve(const Plan& plan, FunctionRef<bool()> found) = 0;
};

/// Runs substitutions. One for each thread.
///
/// A substitution reads the slots and decides on writes; nothing is written until the whole is done, so that the parts
/// of `S || T` all read the state before. A sequence makes the writes of its first part visible to the second, and
/// takes them back before it hands the outcome on.
class Executor {
 public:
  using Solutions = PlanRunner::Solutions;

  /// The evaluator must outlive it.
  explicit Executor(Evaluator& evaluator) : evaluator_(evaluator) {}

  /// A write that a substitution has decided on.
  struct Write {
    std::int32_t slot;
    Value value;
  };
  /// Runs a deterministic action: its writes are appended to `writes`, the slots stay as they are. False where it has
  /// no outcome, or a violation: then the evaluator has failed.
  bool execute(const Action& action);
  /// Every outcome of any action; at each call back `writes` holds the writes. Violations are handed to `violation`,
  /// after which the search goes on.
  bool explore(const Action& action, Solutions outcome);

  std::vector<Write> writes;
  /// Called by explore for each violation on the way.
  FunctionRef<void()>* violation = nullptr;
  /// Asked by explore where there is one.
  PlanSolver* solver = nullptr;

 private:
  bool explore_sequence(const Action& action, std::size_t at, Solutions outcome);
  bool explore_parallel(const Action& action, std::vector<std::size_t>& marks, Solutions outcome);
  template <typename Rest>
  bool explore_behind(const Action& first, Solutions outcome, Rest rest);
  bool explore_loop(const Action& action, std::uint64_t iteration, std::int64_t variant, Solutions outcome);
  bool explore_part(const Action& action, Solutions outcome);
  bool enters_loop(const Action& action, std::int64_t& variant);
  bool merge_writes(const Action& action, std::span<const std::size_t> marks);
  bool execute_sequence(const Action& action);
  bool execute_loop(const Action& action);
  bool guard_holds(const Node* guard);
  bool report_violation();
  void apply_writes(std::size_t mark, std::vector<Write>& saved);
  void restore(std::vector<Write>& saved, std::size_t mark);
  bool failed() const { return evaluator_.outcome.failed(); }
  Value& slot(std::int32_t index) { return evaluator_.slots[static_cast<std::size_t>(index)]; }

  Evaluator& evaluator_;
  std::vector<Write> saved_;
};

}  // namespace quotient::bmethod
