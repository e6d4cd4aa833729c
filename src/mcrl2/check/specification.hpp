#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mcrl2/check/expr.hpp"
#include "mcrl2/check/formula.hpp"
#include "mcrl2/check/sorts.hpp"

namespace quotient::mcrl2 {

struct ProcId {
  std::uint32_t value = 0;
  friend auto operator<=>(ProcId, ProcId) = default;
};
struct ProcExprId {
  std::uint32_t value = UINT32_MAX;
  explicit operator bool() const { return value != UINT32_MAX; }
  friend auto operator<=>(ProcExprId, ProcExprId) = default;
};

/// `level` tells variables of one name and sort apart where one hides another; `bound` marks those of lambda,
/// quantifiers and the like, which never occur in substitutions.
/// Tells variables of one name and sort apart, by who made them.
struct VarLevel {
  enum class Origin : std::uint8_t {
    text,      // the number counts those of that name around it
    compiler,  // bound variables of expressions that the compiler writes
    given,     // arguments of an action that others will give: `which` is the action
    clock,
    drawn,     // at random: `which` is the choice
    equations  // of a linear process that is read or written
  };
  Origin origin = Origin::text;
  std::uint32_t number = 0;
  std::uint32_t which = 0;
  std::uint32_t part = 0;  // of a location: different parts may use one name for different things
  friend auto operator<=>(const VarLevel&, const VarLevel&) = default;
};

struct VarInfo {
  std::string name;
  SortId sort;
  VarLevel level;
  bool bound = false;
};

enum class FuncKind : std::uint8_t { constructor, map };

struct FuncInfo {
  std::string name;
  std::vector<SortId> domain;
  SortId codomain;
  FuncKind kind = FuncKind::map;
  std::uint32_t index = 0;  // of a constructor among those of its sort
  SourceRange range;
  bool generated = false;  // projections and recognisers of a struct
};

/// head(patterns) = right, if condition. Where `patterns` is longer than the domain of the head, the rest are the
/// arguments of the function that it yields.
struct Rule {
  FuncId head;
  std::vector<ExprId> patterns;
  ExprId condition;  // may be none
  ExprId right;
  SourceRange range;
};

struct ActInfo {
  ActName name;
  std::vector<SortId> arguments;
  SourceRange range;
};

enum class ProcKind : std::uint8_t {
  actions,  // a multi-action; none at all is tau
  delta,
  call,      // process, arguments
  sequence,  // of two operands
  choice,
  parallel,
  sum,
  condition,  // one or two operands
  at,         // the first step of the operand happens at the time that is the argument, a Real
  dist,       // variables drawn at random with the probability that is the argument, a Real
  given,      // variables have the values that are the arguments; made where random choices are resolved
  block,
  allow,
  comm,
  hide,
  rename
};

/// a|b -> c; the parts of `from` are sorted.
struct NameRule {
  std::vector<ActName> from;
  ActName to;
  friend auto operator<=>(const NameRule&, const NameRule&) = default;
};

struct ProcExpr {
  ProcKind kind = ProcKind::delta;
  std::vector<ActionCall> actions;
  ProcId process;
  std::vector<ExprId> arguments;  // of the call; the condition
  std::vector<VarId> variables;
  std::vector<ProcExprId> operands;
  std::vector<NameRule> names;
  SourceRange range;
};

struct ProcInfo {
  std::string name;
  std::vector<VarId> parameters;
  ProcExprId body;
  SourceRange range;
};

/// A specification with all names and sorts resolved.
struct Specification {
  SortTable sorts;
  std::map<SortId, std::vector<FuncId>> constructors;  // of user sorts, in the order of the text
  std::set<SortId> unlisted;                           // their values are not all, and never enumerated
  std::vector<VarInfo> variables;
  std::vector<FuncInfo> functions;
  ExprPool expressions;
  std::vector<Rule> rules;
  /// Of sorts without constructors for which equations say what is equal: a map to which these equations belong.
  std::map<SortId, FuncId> equalities;
  std::vector<VarId> globals;
  std::vector<std::string> action_names;
  std::vector<ActInfo> actions;
  std::deque<ProcExpr> process_expressions;  // references stay valid as it grows
  std::vector<ProcInfo> processes;
  ProcExprId init;
  StateFormula formula;  // to be checked; without a root where none is

  VarId variable(const std::string& name, SortId sort, VarLevel level, bool bound);
  ProcExprId add(ProcExpr expr);  // equal ones are one
  bool has_random() const;        // `dist` occurs
  /// The process in whose text this place is; none for that of `init`.
  std::optional<ProcId> process_at(SourceRange range) const;
  /// Its name, or "init".
  std::string process_around(SourceRange range) const;
  const ProcExpr& operator[](ProcExprId id) const { return process_expressions[id.value]; }
  const Expr& operator[](ExprId id) const { return expressions[id]; }
  const std::string& name(ActId action) const { return action_names[actions[action.value].name.value]; }

 private:
  std::map<std::tuple<std::string, SortId, VarLevel, bool>, VarId> variable_index_;
  std::unordered_multimap<std::size_t, ProcExprId> process_index_;
};

}  // namespace quotient::mcrl2
