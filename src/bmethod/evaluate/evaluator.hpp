#pragma once

#include <cstdint>
#include <vector>

#include "bmethod/evaluate/constraint_solver.hpp"
#include "bmethod/evaluate/outcome.hpp"
#include "bmethod/evaluate/plan_runner.hpp"
#include "bmethod/evaluate/program.hpp"
#include "bmethod/evaluate/set_enumerator.hpp"
#include "bmethod/evaluate/stop_poll.hpp"
#include "bmethod/values/relations.hpp"

namespace quotient::bmethod {

/// Evaluates formulas over slots, with the help of those who enumerate sets and run plans. One for each thread.
class Evaluator {
 public:
  explicit Evaluator(const Program& of);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Value eval(const Node* node);
  std::int64_t number(const Node* node) { return to_int(eval(node)); }
  bool holds(const Node* predicate);
  bool contains(const Node* set, Value element);
  bool included(const Type* type, Value subset, const Node* set);
  bool match(const Pattern* pattern, Value value);
  /// The elements of a comprehension or lambda as far as they are tried.
  struct Solved {
    Value value;
    bool missed;  // there may be more
  };
  Solved solutions_of(const Node* node);

  /// Starts again, but for the slots: no memory is used, nothing has failed, nothing was left out.
  void begin() {
    arena.rewind({});
    outcome.begin();
    stop.resume();
    search.missed = false;
  }
  /// Asks something that need not be decided: what is undefined or too much of it is forgotten.
  template <typename F>
  void try_out(F&& f) {
    const Outcome::Memory before = outcome.memory();
    const bool missed = search.missed;
    f();
    outcome.restore(before);
    search.missed = missed;
  }
  /// Values that the plan being run should have tried were not.
  void miss() {
    search.missed = true;
    outcome.leave_out({search.drawing, LeftOut::What::said});
  }
  bool must_stop() { return stop.must_stop(); }
  /// The same where going on is the rule: gives up where it must stop.
  bool go_on(std::uint32_t site) {
    if (must_stop()) outcome.give_up(site);
    return !outcome.failed();
  }
  /// Hands on a value that was built since the mark, and then gives back its memory where nobody needs it.
  bool hand_on(Arena::Mark before, Value value, PlanRunner::Elements receive) {
    const bool passing = search.passing;
    const bool goes_on = receive(value);
    if (passing) arena.rewind(before);
    return goes_on;
  }

  const Program& program;
  Arena arena;
  std::vector<Value> slots;
  std::vector<Value> scratch;
  Workspace work;  // of the arena and the scratch
  Outcome outcome;
  StopPoll stop;
  Search search;
  ConstraintSolver* constraints = nullptr;  // null: values are tried one by one
  SetEnumerator sets{*this};
  PlanRunner plans{*this};

 private:
  Value failure(const Node* node);
  Value eval_integer(const Node* node);
  Value eval_set(const Node* node);
  Value eval_relation(const Node* node);
  Value eval_sequence(const Node* node);
  Value eval_apply(const Node* node);
  Value eval_recursion(const Node* node);
  Value eval_external(const Node* node);
  Value eval_text(const Node* node);
  Value eval_quantified(const Node* node);
  Value materialise(const Node* node);
  Value restrict_by_test(const Node* node, const Node* relation, const Node* set);
  Value identity_for(const Node* node, Value relation);

  bool compare_infinite(const Node* node);
  void decide_by_one(const Plan& plan, std::uint32_t site, FunctionRef<bool()> decides);
  bool contains_relation(const Node* set, Value relation);
  bool contains_sequence(const Node* set, Value sequence);
  bool failed() const { return outcome.failed(); }

  std::size_t recursion_depth_ = 0;
};

inline bool SetEnumerator::failed() const { return evaluator_.outcome.failed(); }
inline bool PlanRunner::failed() const { return evaluator_.outcome.failed(); }

}  // namespace quotient::bmethod
