#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/zeroed.hpp"
#include "mcrl2/data/program.hpp"
#include "mcrl2/data/value.hpp"

namespace quotient::mcrl2 {

/// Why a value could not be computed. Thrown inside of this folder; at its border it becomes a finding or a diagnostic.
struct EvaluationError {
  std::string message;
  SourceRange range;
  bool limit = false;  // nothing is known to be wrong: it was too much work
};

/// None by themselves: what takes too long ends with the time and the memory that there is, see `heed`.
struct EvaluationLimits {
  std::uint64_t steps = UINT64_MAX;       // applications of rules in one evaluation
  std::uint64_t enumerated = UINT64_MAX;  // values tried for the variables of one sum or quantifier
};

/// Runs a Program: innermost rewriting, with `if`, `&&`, `||` and `=>` evaluated from the left and only as far as
/// needed. Owns the values it makes. For one thread. Results of functions are remembered in a table of fixed size.
/// Neither recursive functions nor deep values need the stack of the thread.
class Evaluator {
 public:
  Evaluator(const Program& program, EvaluationLimits limits);

  /// Asked now and then while rules are applied and values tried; once it is raised, Stopped is thrown. The
  /// signal of the thread is asked as well.
  void heed(const StopSignal& signal) { signal_ = &signal; }
  /// To be called for each piece of work that there may be many of in one state.
  void heed_stop() {
    if (++asked_ % asks_for_each_look != 0) return;
    if (signal_ != nullptr && signal_->raised()) throw Stopped{signal_->cause()};
    poll_stop();
  }

  /// Evaluates a routine with these arguments. Throws EvaluationError.
  Value run(RoutineId routine, std::span<const Value> arguments);
  /// The same for a condition: true or false, or EvaluationError where it is neither.
  bool test(RoutineId routine, std::span<const Value> arguments);
  /// Whether all conditions hold. As in a conjunction, one that is false makes up for one that is neither.
  bool all_hold(std::span<const RoutineId> conditions, std::span<const Value> arguments);
  Value call(FuncId function, std::span<const Value> arguments);
  Value apply(Value function, std::span<const Value> arguments);

  /// Calls `found` with all solutions (locals: captured values, then variables) until it returns false. `locals` holds
  /// the captured values and has room for the variables.
  void solve(const Solver& solver, std::span<Value> locals, const std::function<bool()>& found);
  /// Every value of a finite sort, in a fixed order.
  const std::vector<Value>& values_of(SortId sort);
  /// Whether a value may be used in a sort: a Pos must not be 0.
  bool admissible(Value value, SortId sort) const;

  /// Whether the value is made of constructors all through, so that different ones of this kind are different data.
  static bool is_plain(Value value) { return value.is_small() || value.node()->plain != 0; }
  /// Whether two values are the same datum; nothing where it cannot be told, as of head([]) and 1.
  std::optional<bool> are_same(Value a, Value b);

  Value application(FuncId function, std::span<const Value> arguments);
  TermStore& store() { return store_; }
  const Program& program() const { return program_; }
  std::string text(Value value, SortId sort) const;

  /// Frees everything when more than `bytes` are in use; all values are then invalid and the result is true. Only
  /// between evaluations.
  bool recycle(std::size_t bytes);

 private:
  struct Frame {
    const Routine* routine;
    std::uint32_t at;
    std::size_t base;    // of its locals on the stack
    std::uint64_t memo;  // where the result goes in the table, or none
    std::uint32_t function;
  };
  struct Memo {
    std::uint32_t function_after;  // its number and one; zero where there is nothing
    std::uint32_t count;
    std::uint64_t arguments[4];  // their bits
    std::uint64_t result;
  };
  static constexpr std::uint64_t no_memo = UINT64_MAX;
  static constexpr std::uint64_t asks_for_each_look = 1024;

  /// heed_stop, where many rules were applied without an end: then the term is to blame that is being rewritten.
  bool must_end() {
    constexpr std::uint64_t long_rewriting = 1'000'000;
    if (steps_ < long_rewriting) {
      heed_stop();
      return false;
    }
    return ++asked_ % asks_for_each_look == 0 &&
           ((signal_ != nullptr && signal_->raised()) || (current_stop() != nullptr && current_stop()->raised()));
  }
  Value execute(std::size_t floor);
  Value run_part(const Routine& routine, std::uint32_t from, std::uint32_t to, std::size_t base);
  void enter(RoutineId routine, std::size_t arguments);
  void call_function(std::uint32_t function, std::uint32_t count);
  void apply_function(std::uint32_t count, SortId sort);
  void push_result(Value value) { stack_.push_back(value); }
  Value pop() {
    const Value v = stack_.back();
    stack_.pop_back();
    return v;
  }
  bool match(const Instruction& instruction, std::size_t base);
  Value binder(const Binder& binder, std::span<const Value> captured);
  std::vector<Value> all_functions(SortId sort, std::uint32_t lambda);
  std::optional<Value> part_of(Value value, std::span<const PartStep> path, SourceRange range) const;
  std::vector<Value> values_by_cases(const Domain& domain, std::span<const Value> locals);
  /// One call of `solve`.
  struct Solving {
    const Solver& solver;
    std::span<Value> locals;
    const std::function<bool()>& found;
    bool candidates = false;  // all that may be solutions are asked for
    bool more = true;
    std::uint64_t tried = 0;
    RoutineId undecided = {};  // a condition without a value where all others hold, and for which values
    std::vector<Value> undecided_locals = {};
  };
  /// `undecided`: a condition without a value that was passed already.
  void open(Solving& solving, const Domain& domain, std::size_t stage, RoutineId undecided);
  void open_domain(Solving& solving, std::size_t stage, RoutineId undecided);
  bool try_first_numbers(const Domain& domain, std::optional<Value> low, const std::function<bool(Value)>& attempt);
  Value update(Value function, Value key, Value value);

  // Built-in operations: builtin.cpp, builtin_container.cpp.
  Value builtin(Builtin op, std::span<const Value> arguments);
  Value builtin_number(Builtin op, std::span<const Value> arguments);
  Value builtin_list(Builtin op, std::span<const Value> arguments);
  Value builtin_set(Builtin op, std::span<const Value> arguments);
  Value builtin_bag(Builtin op, std::span<const Value> arguments);
  Value stuck(Builtin op, std::span<const Value> arguments);
  Value equal(Value a, Value b);
  std::optional<bool> are_same_parts(Value a, Value b);
  std::optional<bool> are_same_functions(Value a, Value b);
  std::optional<bool> are_same_sets(Value a, Value b);
  std::optional<bool> are_same_terms(Value a, Value b);
  std::optional<std::vector<SortId>> parameters_of(Value function) const;
  std::optional<bool> is_element(std::span<const Value> sorted, Value element);
  Value contains(Value set, Value element);
  Value count_in(Value bag, Value element);
  [[noreturn]] void fail(std::string message, SourceRange range) const;
  [[noreturn]] void give_up(std::string message, SourceRange range) const;  // at a limit
  std::string call_text(std::uint32_t function, std::span<const Value> arguments) const;

  const Program& program_;
  EvaluationLimits limits_;
  const StopSignal* signal_ = nullptr;
  std::uint64_t asked_ = 0;
  TermStore store_;
  std::vector<Value> constants_;
  std::vector<Value> stack_;
  std::vector<Frame> frames_;
  ZeroedTable<Memo> memo_;
  std::unordered_map<std::uint32_t, std::vector<Value>> values_;
  std::vector<Value> scratch_;
  std::uint64_t steps_ = 0;
  std::array<SortId, 2> operand_sorts_;  // of the built-in operation at hand: terms without value keep them
  bool one_is_enough_ = false;           // of the solutions that are looked for: a quantifier asks
  int nesting_ = 0;                      // of evaluations inside of built-in operations
};

}  // namespace quotient::mcrl2
