#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/diagnostics.hpp"
#include "mcrl2/check/specification.hpp"

namespace quotient::mcrl2 {

/// Instructions of the evaluator, a stack machine: expressions push one value. `a` to `d` are operands.
enum class OpCode : std::uint8_t {
  local,      // push local a
  constant,   // push constant a
  store,      // pop into local a
  call,       // function a with b arguments
  construct,  // constructor a with b arguments
  builtin,    // Builtin a with b arguments, the first of sort c, the second of sort d
  apply,      // a function of sort c below b arguments
  closure,    // lambda a over b captured values
  list,       // of b values
  set,
  bag,         // of b elements, each with its count
  binder,      // quantifier or comprehension a over b captured values
  jump,        // to d
  branch,      // pop; to d if false
  branch_and,  // to d, leaving it, if the top is false
  branch_or,
  merge_and,  // pop two: both operands were needed
  merge_or,
  guard,           // pop; to d unless true
  match_call,      // local a is function b applied: its arguments into locals c and on; else to d
  match_cons,      // the same for a list that is not empty
  match_constant,  // local a equals constant b; else to d
  match_equal,     // local a equals local b; else to d
  give_up,         // return function a applied to the first b locals: no rule applies
  done             // return the top
};

struct Instruction {
  OpCode op = OpCode::done;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
};

struct RoutineId {
  std::uint32_t value = UINT32_MAX;
  explicit operator bool() const { return value != UINT32_MAX; }
  friend auto operator<=>(RoutineId, RoutineId) = default;
};

struct Routine {
  std::vector<Instruction> code;
  std::uint32_t arity = 0;
  std::uint32_t locals = 0;
  SourceRange range;  // what it was made from, for messages
};

/// From a value to one of its parts.
struct PartStep {
  std::optional<FuncId> constructor;  // none: a list that is not empty
  std::uint32_t index = 0;
};

struct Solver;

/// Where the values of a variable come from while its conditions are being solved. They are candidates: the conditions
/// are tested all the same.
struct Domain {
  enum class Kind : std::uint8_t { equal, member, range, lists, cases, all };
  Kind kind = Kind::all;
  std::uint32_t variable = 0;  // index among the variables
  SortId sort;
  std::vector<RoutineId> sources;    // equal and member: one. range: upper bounds, included; lists: of the length
  std::vector<RoutineId> lower;      // of a range, included
  std::vector<bool> sources_strict;  // the bound itself is left out
  std::vector<bool> lower_strict;
  SortKind container = SortKind::list;  // of member
  std::vector<PartStep> path;           // equal: where in the value of the source it is
  std::vector<Domain> instead;          // of member: what to do where the set is not finite; at most one
  /// Of cases: problems of their own, of which the first variable is this one. Their captured values are all locals.
  std::vector<Solver> cases;
};

/// Finds all values of `variables` for which the conditions hold: variables in the order of `domains`, each condition
/// as soon as its variables are known. Locals are the captured values, then the variables.
struct Solver {
  std::vector<SortId> sorts;  // of the variables
  std::uint32_t captured = 0;
  std::vector<Domain> domains;
  std::vector<std::vector<RoutineId>> checks;  // checks[i] before the domain i is opened; the last when all are known
  bool bounded = true;                         // false: some variable has infinitely many values, or is a function
  bool enumerable = true;                      // false: some variable has infinitely many values
  std::uint32_t unbounded_variable = 0;
  SourceRange range;
  std::vector<std::string> names;
};

struct Binder {
  ExprKind kind = ExprKind::exists;
  Solver solver;
  RoutineId value;           // bag_of: the count
  std::uint32_t lambda = 0;  // set_of and bag_of that cannot be enumerated
};

/// A lambda or comprehension in words, with holes for the captured values: piece, hole, piece, …, piece.
struct LambdaText {
  std::string variables;  // x: Nat, y: Bool
  std::vector<std::string> pieces;
  std::vector<std::uint32_t> holes;  // which of the captured values
};

struct Lambda {
  RoutineId routine;
  std::vector<SortId> parameters;
  SortId result;
  std::vector<SortId> captured;
  LambdaText text;
};

/// The rules of a function, by the number of arguments they take, fewest first.
struct FunctionCode {
  std::vector<std::pair<std::uint32_t, RoutineId>> by_arity;
  RoutineId with(std::uint32_t arity) const {
    for (const auto& [n, routine] : by_arity) {
      if (n == arity) return routine;
    }
    return {};
  }
  /// With how many arguments rules apply at most: f(a)(b)(c) may have rules where f(a)(b) has none.
  std::uint32_t most() const { return by_arity.empty() ? 0 : by_arity.back().first; }
};

/// All data of a specification, compiled. Immutable and shared; evaluators run it.
struct Program {
  const Specification* spec = nullptr;
  std::vector<Routine> routines;
  std::vector<FunctionCode> functions;           // by FuncId
  std::vector<std::uint32_t> constructor_index;  // by FuncId
  std::vector<Lambda> lambdas;
  std::vector<Binder> binders;
  std::vector<std::vector<std::uint8_t>> constants;       // serialised
  std::vector<std::optional<std::uint64_t>> cardinality;  // by SortId; nothing is infinitely many, or functions
  /// Sorts of functions whose arguments and results are few: all functions can be listed, as updates of this lambda.
  std::map<SortId, std::uint32_t> listed_functions;

  /// The number of values of a sort.
  bool finite(SortId sort) const { return cardinality[sort.value].has_value(); }
};

}  // namespace quotient::mcrl2
