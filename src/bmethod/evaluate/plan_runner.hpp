#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bmethod/evaluate/function_ref.hpp"
#include "bmethod/evaluate/program.hpp"

namespace quotient::bmethod {

class Evaluator;

/// How the plan that is being run goes about it. Plans nest.
struct Search {
  std::uint64_t budget = 0;    // values that may still be tried
  std::uint32_t drawing = 0;   // the `cut` of the step that is drawn from
  bool wants_all = true;       // every value that is drawn; not where the first that fits decides
  bool passing = false;        // values that are drawn need not outlive the call that receives them
  std::uint64_t patience = 0;  // values to try before the solver is asked; 0: it is not
  bool weary = false;          // they were tried
  bool missed = false;  // values that should have been tried were not: those that were are solutions all the same
};

/// Finds the solutions of predicates. Part of an evaluator.
class PlanRunner {
 public:
  using Elements = FunctionRef<bool(Value)>;  // returns false to stop
  using Solutions = FunctionRef<bool()>;

  explicit PlanRunner(Evaluator& evaluator) : evaluator_(evaluator) {}

  struct Ran {
    bool complete = true;  // it did not end early
    bool missed = false;   // there may be solutions that were not found
  };
  /// Calls back for each solution, the slots of the plan's variables set. Where a step is undefined: `lenient` takes it
  /// for false and keeps the site (see Outcome::undefined), otherwise the search ends with a failure.
  /// More than `budget` values tried in all is a failure at the variable whose value was next; 0 is the usual limit.
  Ran run(const Plan& plan, Solutions found, bool lenient = false, std::uint64_t budget = 0) {
    return run_as(false, plan, found, lenient, budget);
  }
  /// The same where nothing of a solution is needed once the call back has returned: its memory is used again.
  Ran run_through(const Plan& plan, Solutions found, bool lenient = false, std::uint64_t budget = 0) {
    return run_as(true, plan, found, lenient, budget);
  }

  // The same step by step:
  enum class Answer : std::uint8_t { no, yes, undefined };
  /// A step that draws no values.
  Answer pass(const Step& step);
  /// Calls back for each value that a step draws; none is matched yet. False where the receiver stopped it or it
  /// failed.
  bool draw(const Step& step, Elements receive);
  /// What to do where a step turned out undefined: true to go on with the next candidate.
  bool undefined_step(bool lenient);

  /// Whether so few solutions among the first candidates are for the solver.
  bool is_sparse(std::uint64_t solutions) const;
  /// Whether so many were tried without coming to an end, and they are: nothing is handed out.
  bool is_for_solver(const Plan& plan);
  /// The values of what the plan draws, as bytes.
  std::string drawn_values(const Plan& plan) const;

  /// Whether a function that a step draws may satisfy the filters behind it, as far as these couples tell.
  bool may_become_solution(const Step& step, std::span<const Value> pairs);

 private:
  Ran run_as(bool passing, const Plan& plan, Solutions found, bool lenient, std::uint64_t budget);
  bool run_from(const Plan& plan, std::size_t at, Solutions found, bool lenient);
  bool run_hard(const Plan& plan, Solutions found, bool lenient, std::uint64_t budget);
  bool spend_patience();
  bool draw_values(const Step& step, Elements receive);
  bool split_sequence(const Step& step, Elements receive);
  bool draw_narrowed(const Step& step, Elements receive);
  bool may_hold(const Node* filter);
  bool failed() const;

  Evaluator& evaluator_;
};

}  // namespace quotient::bmethod
