#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop_signal.hpp"
#include "bmethod/evaluate/function_ref.hpp"
#include "bmethod/evaluate/program.hpp"
#include "bmethod/values/relations.hpp"

namespace quotient::bmethod {

/// Solves the plans of ANY and its like in the place of the evaluator.
class PlanSolver {
 public:
  virtual ~PlanSolver() = default;
  /// As Evaluator::run_through, lenient. May leave out solutions whose like is found.
  virtual bool solve(const Plan& plan, FunctionRef<bool()> found) = 0;
};

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
  /// All of its elements; those up to a failure where there is one.
  std::vector<Value> elements_of(const Node* set, std::uint32_t site);
  bool match(const Pattern* pattern, Value value);
  /// Calls back for each solution, the slots of the plan's variables set. Where a step is undefined: `lenient` takes it
  /// for false and keeps the site (see undefined()), otherwise the search ends with failed(). False where it ended
  /// early.
  /// More than `budget` values tried in all is a failure at the variable whose value was next; 0 is the usual limit.
  bool run(const Plan& plan, Solutions found, bool lenient = false, std::uint64_t budget = 0);
  /// The same where nothing of a solution is needed once the call back has returned: its memory is used again.
  bool run_through(const Plan& plan, Solutions found, bool lenient = false, std::uint64_t budget = 0);

  /// A place where values were left out: the site says which, or only where.
  struct LeftOut {
    std::uint32_t site;
    bool says_which;
  };

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
  void clear_failure() { failed_ = exhausted_ = cut_ = false; }
  /// Sites at which a guard or a lenient plan was undefined, each once, until cleared.
  std::vector<std::uint32_t>& undefined() { return undefined_; }

  /// Too many values: ends the whole search for solutions, lenient or not.
  void give_up(std::uint32_t site) {
    exhausted_ = true;
    if (!gave_up_) gave_up_ = site;
    fail(site);
  }
  /// Where something was given up since `resume`, other than for a formula that need not be decided.
  std::optional<std::uint32_t> gave_up() const { return gave_up_; }
  /// Asks something that need not be decided: what is undefined or too much of it is forgotten.
  template <typename F>
  void try_out(F&& f) {
    const std::optional<std::uint32_t> before = gave_up_;
    const std::optional<LeftOut> left_out = left_out_;
    const bool missed = missed_;
    f();
    gave_up_ = before;
    left_out_ = left_out;
    missed_ = missed;
    clear_failure();
  }

  /// Not all of an infinite set was tried, so nobody knows the value: as undefined, but no fault of the machine.
  void cut(std::uint32_t site) {
    if (!left_out_ || left_out_->site == 0) left_out_ = LeftOut{site, false};
    if (!failed_) cut_ = true;
    fail(site);
  }
  bool is_cut() const { return cut_; }
  /// Values that the plan being run should have tried, and that were not: those that were are solutions all the same.
  void miss() {
    missed_ = true;
    if (!left_out_) left_out_ = LeftOut{drawing_, true};
  }
  /// The first that was missed or cut since `resume`, outside of what need not be decided.
  std::optional<LeftOut> left_out() const { return left_out_; }
  void forget_left_out() { left_out_.reset(); }
  /// An infinite set of which no finite value is an element, as NATURAL --> T: there is nothing to draw.
  static bool has_only_infinite_elements(const Node* set);
  /// The fewest and the most elements of a subset that the step draws from so many; fails where a bound is undefined.
  std::pair<std::int64_t, std::int64_t> size_bounds(const Step& step, std::size_t elements);
  /// What is told of a function that a step draws, for each argument.
  struct Points {
    std::vector<std::optional<Value>> values;  // none at all where nothing is told
    std::size_t count = 0;
    bool contradictory = false;  // there is no such function
  };
  Points points(const Step& step, std::span<const Value> from);
  /// Whether it draws one function at most.
  bool is_told(const Step& step);
  /// Whether a function that a step draws may satisfy the filters behind it, as far as these couples tell.
  bool may_become_solution(const Step& step, std::span<const Value> pairs);
  /// POW(S) and its like, not built.
  static bool is_power_set(const Node* set);

  void fail(std::uint32_t site, FindingKind kind = FindingKind::runtime) {
    if (failed_) return;  // the first error explains the rest
    failed_ = true;
    failure_site_ = site;
    failure_kind_ = kind;
  }

  /// Asked now and then while values are tried. Once it is raised all evaluation fails, until `resume`.
  /// Without it the signal of the thread is asked, and Stopped thrown.
  void heed(const StopSignal& signal) { signal_ = &signal; }
  bool stopped() const { return stopped_; }
  void resume() {
    stopped_ = false;
    gave_up_.reset();
    missed_ = false;
    left_out_.reset();
  }
  /// To be asked for each value that is tried.
  bool must_stop() {
    if (++asked_ % asks_for_each_look != 0) return stopped_;
    if (signal_ == nullptr) {
      poll_stop();
    } else {
      stopped_ = stopped_ || signal_->raised();
    }
    return stopped_;
  }

  /// The same where going on is the rule: gives up where it must stop.
  bool go_on(std::uint32_t site) {
    if (must_stop()) give_up(site);
    return !failed_;
  }

  Arena arena;
  std::vector<Value> slots;
  std::vector<Write> writes;
  /// Called by explore for each violation on the way.
  FunctionRef<void()>* violation = nullptr;
  /// Asked by explore where there is one.
  PlanSolver* solver = nullptr;

 private:
  Value failure(const Node* node);
  Value eval_integer(const Node* node);
  Value eval_set(const Node* node);
  Value eval_relation(const Node* node);
  Value eval_sequence(const Node* node);
  Value eval_apply(const Node* node);
  Value eval_external(const Node* node);
  Value eval_text(const Node* node);
  Value eval_quantified(const Node* node);
  Value materialise(const Node* node);
  Value solutions_of(const Node* node);
  Value restrict_by_test(const Node* node, const Node* relation, const Node* set);
  Value identity_for(const Node* node, Value relation);
  std::int64_t number(const Node* node) { return to_int(eval(node)); }

  bool compare_infinite(const Node* node);
  void decide_by_one(const Plan& plan, std::uint32_t site, FunctionRef<bool()> decides);
  bool contains_relation(const Node* set, Value relation);
  bool contains_sequence(const Node* set, Value sequence);
  bool enumerate_subsets(const Node* set, std::uint32_t site, Elements receive);
  bool enumerate_sized_subsets(const Step& step, Elements receive);
  bool enumerate_relations(const Node* set, std::uint32_t site, Elements receive);
  bool draw_relations(const Step& step, Elements receive);
  bool enumerate_sequences(const Node* set, std::uint32_t site, Elements receive);
  bool enumerate_integers(std::int64_t low, std::int64_t high, std::uint32_t site, Elements receive);

  bool run_as(bool passing, const Plan& plan, Solutions found, bool lenient, std::uint64_t budget);
  bool run_from(const Plan& plan, std::size_t at, Solutions found, bool lenient);
  bool hand_on(Arena::Mark before, Value value, Elements receive);
  bool explore_sequence(const Action& action, std::size_t at, std::size_t mark, Solutions outcome);
  bool explore_parallel(const Action& action, std::vector<std::size_t>& marks, Solutions outcome);
  bool explore_loop(const Action& action, std::uint64_t iteration, std::int64_t variant, Solutions outcome);
  bool enters_loop(const Action& action, std::int64_t& variant);
  bool merge_writes(const Action& action, std::span<const std::size_t> marks);
  bool draw_values(const Step& step, Elements receive);
  bool may_hold(const Node* filter);
  bool split_sequence(const Step& step, Elements receive);
  bool explore_part(const Action& action, Solutions outcome);
  bool execute_sequence(const Action& action);
  bool execute_loop(const Action& action);
  bool guard_holds(const Node* guard);
  bool report_violation();
  void apply_writes(std::size_t mark, std::vector<Write>& saved);
  void restore(std::vector<Write>& saved, std::size_t mark);

  static constexpr std::uint64_t asks_for_each_look = 1024;

  const Program& program_;
  const StopSignal* signal_ = nullptr;
  std::uint64_t asked_ = 0;
  bool stopped_ = false;
  std::vector<Value> scratch_;
  Workspace work_;
  std::vector<Write> saved_;
  bool failed_ = false;
  bool exhausted_ = false;
  bool cut_ = false;          // failed, only because an infinite set was not tried to its end
  bool missed_ = false;       // by the plan that is being run
  bool last_missed_ = false;  // by the plan that was run last
  std::optional<LeftOut> left_out_;
  std::uint32_t drawing_ = 0;  // the `cut` of the step that is drawn from
  std::optional<std::uint32_t> gave_up_;
  bool wants_all_ = true;  // every value that is drawn; not where the first that fits decides
  bool passing_ = false;   // values that are drawn need not outlive the call that receives them
  std::uint64_t budget_ = 0;
  FindingKind failure_kind_ = FindingKind::runtime;
  std::uint32_t failure_site_ = 0;
  std::vector<std::uint32_t> undefined_;
};

}  // namespace quotient::bmethod
