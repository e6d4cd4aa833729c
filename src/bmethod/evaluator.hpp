#pragma once

#include <cstdint>
#include <vector>

#include "bmethod/function_ref.hpp"
#include "bmethod/program.hpp"
#include "bmethod/relations.hpp"

namespace quotient::bmethod {

/// Evaluates formulas and substitutions over slots. One for each thread.
///
/// Undefined expressions (f(x) outside the domain, 1/0) do not unwind: `failed()` becomes true, the expression yields a
/// harmless value, and whoever owns the formula looks at the flag once it is done. Only loops look earlier.
class Evaluator {
 public:
  using Elements = FunctionRef<bool(Value)>;  // returns false to stop
  using Solutions = FunctionRef<bool()>;

  explicit Evaluator(const Program& program);

  Value eval(const Node* node);
  bool holds(const Node* predicate);
  bool contains(const Node* set, Value element);
  bool included(const Type* type, Value subset, const Node* set);
  /// False where the receiver stopped it or it failed.
  bool enumerate(const Node* set, std::uint32_t site, Elements receive);
  bool match(const Pattern* pattern, Value value);
  /// Calls back for each solution, the slots of the plan's variables set. Where a step is undefined: `lenient` takes it
  /// for false and keeps the site (see undefined()), otherwise the search ends with failed(). False where it ended
  /// early.
  /// More than `budget` values tried in all is a failure at the variable whose value was next; 0 is the usual limit.
  bool run(const Plan& plan, Solutions found, bool lenient = false, std::uint64_t budget = 0);

  // The same step by step:
  enum class Answer : std::uint8_t { no, yes, undefined };
  /// A step that draws no values.
  Answer pass(const Step& step);
  /// Calls back for each value that a step draws; none is matched yet. False where the receiver stopped it or it
  /// failed.
  bool draw(const Step& step, Elements receive);
  /// What to do where a step turned out undefined: true to go on with the next candidate.
  bool undefined_step(bool lenient);

  /// A write that a substitution has decided on.
  struct Write {
    std::int32_t slot;
    Value value;
  };
  /// Runs a deterministic action: its writes are appended to `writes`, the slots stay as they are. False where it has
  /// no outcome, or a violation: then failed() is true.
  bool execute(const Action& action);
  /// Every outcome of any action; at each call back `writes` holds the writes. Violations are handed to `violation`,
  /// after which the search goes on.
  bool explore(const Action& action, Solutions outcome);

  bool failed() const { return failed_; }
  FindingKind failure_kind() const { return failure_kind_; }
  std::uint32_t failure_site() const { return failure_site_; }
  void clear_failure() { failed_ = exhausted_ = false; }
  /// Sites at which a lenient plan met an undefined guard, each once, until cleared.
  std::vector<std::uint32_t>& undefined() { return undefined_; }

  /// Too many values: ends the whole search for solutions, lenient or not.
  void give_up(std::uint32_t site) {
    exhausted_ = true;
    fail(site);
  }

  void fail(std::uint32_t site, FindingKind kind = FindingKind::runtime) {
    if (failed_) return;  // the first error explains the rest
    failed_ = true;
    failure_site_ = site;
    failure_kind_ = kind;
  }

  Arena arena;
  std::vector<Value> slots;
  std::vector<Write> writes;
  /// Called by explore for each violation on the way.
  FunctionRef<void()>* violation = nullptr;

 private:
  Value failure(const Node* node);
  Value eval_integer(const Node* node);
  Value eval_set(const Node* node);
  Value eval_relation(const Node* node);
  Value eval_sequence(const Node* node);
  Value eval_apply(const Node* node);
  Value eval_quantified(const Node* node);
  Value materialise(const Node* node);
  Value restrict_by_test(const Node* node, const Node* relation, const Node* set);
  Value identity_for(const Node* node, Value relation);
  std::int64_t number(const Node* node) { return to_int(eval(node)); }

  bool contains_relation(const Node* set, Value relation);
  bool contains_sequence(const Node* set, Value sequence);
  bool enumerate_subsets(const Node* set, std::uint32_t site, Elements receive);
  bool enumerate_relations(const Node* set, std::uint32_t site, Elements receive);
  bool enumerate_sequences(const Node* set, std::uint32_t site, Elements receive);
  bool enumerate_integers(std::int64_t low, std::int64_t high, std::uint32_t site, Elements receive);

  bool run_from(const Plan& plan, std::size_t at, Solutions found, bool lenient);
  bool explore_sequence(const Action& action, std::size_t at, std::size_t mark, Solutions outcome);
  bool explore_parallel(const Action& action, std::size_t at, Solutions outcome);
  bool explore_loop(const Action& action, std::uint64_t iteration, std::size_t mark, Solutions outcome);
  bool explore_part(const Action& action, Solutions outcome);
  bool execute_sequence(const Action& action);
  bool execute_loop(const Action& action);
  bool report_violation();
  void apply_writes(std::size_t mark, std::vector<Write>& saved);
  void restore(std::vector<Write>& saved, std::size_t mark);

  const Program& program_;
  std::vector<Value> scratch_;
  Workspace work_;
  std::vector<Write> saved_;
  bool failed_ = false;
  bool exhausted_ = false;
  std::uint64_t budget_ = 0;
  FindingKind failure_kind_ = FindingKind::runtime;
  std::uint32_t failure_site_ = 0;
  std::vector<std::uint32_t> undefined_;
};

}  // namespace quotient::bmethod
