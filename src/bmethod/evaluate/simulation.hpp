#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bmethod/evaluate/executor.hpp"

namespace quotient::bmethod {

/// Finds, for a step of a refinement, the steps of the machines that it refines which go with it: the same parameters,
/// the same results, and a state behind them that the gluing invariant allows. One for each thread.
class Simulation {
 public:
  using Writes = std::vector<Executor::Write>;
  using Found = FunctionRef<void(const Writes&)>;

  /// Both must outlive it. The program must be a product.
  Simulation(Evaluator& evaluator, Executor& executor) : evaluator_(evaluator), executor_(executor) {}

  /// Gives back the memory of all outcomes.
  void begin() { kept_.rewind({}); }
  /// Every outcome of a substitution from the slots as they are. Violations go to `violation`.
  std::vector<Writes> outcomes(const Action& action, FunctionRef<void()> violation);

  /// Computes what the refined machines can do with the parameters in the slots of the operation.
  void prepare(const CompiledOperation& operation);
  /// Calls back with the writes of all machines for each way to follow one outcome of the refinement. Where there is
  /// none: what to report, or nothing where it could not be decided.
  std::optional<std::uint32_t> follow(const CompiledOperation& operation, const Writes& outcome, Found found);
  /// The same for initial states.
  std::optional<std::uint32_t> follow_initialisation(const Writes& outcome, Found found);
  void prepare_initialisation();

 private:
  bool follow_from(const CompiledOperation& operation, std::size_t level, Writes& writes, Found found);
  bool is_glued(std::size_t level, const Writes& writes);
  bool has_same_results(const CompiledOperation& operation, const RefinedOperation& refined, const Writes& outcome,
                        const Writes& other) const;

  Evaluator& evaluator_;
  Executor& executor_;
  Arena kept_;                                // values of outcomes, which outlive the search for the next
  std::vector<std::vector<Writes>> refined_;  // outcomes, for each level
  std::optional<std::uint32_t> broken_;       // a precondition of a level that does not hold
  std::uint32_t site_ = 0;                    // why the deepest level that was reached could not follow
  std::size_t reached_ = 0;
  bool undecided_ = false;
};

}  // namespace quotient::bmethod
