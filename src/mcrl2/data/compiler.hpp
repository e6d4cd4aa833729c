#pragma once

#include <map>
#include <set>
#include <span>
#include <unordered_map>

#include "mcrl2/data/program.hpp"
#include "mcrl2/data/value.hpp"

namespace quotient::mcrl2 {

/// Compiles the data of a specification. The specification must outlive the program; expressions are added to it while
/// conditions are taken apart.
class Compiler {
 public:
  Compiler(Specification& spec, Program& program, Diagnostics& diagnostics);

  /// Cardinalities, and the rules of all functions.
  void compile_functions();
  /// An expression over the parameters; they are the first locals, in this order.
  RoutineId routine(ExprId expr, std::span<const VarId> parameters);
  /// How to find the values of `variables` that satisfy all conditions. Every other variable is among `captured`.
  Solver solver(std::span<const VarId> variables, std::span<const ExprId> conditions, std::span<const VarId> captured,
                SourceRange range);
  /// Splits a condition at its conjunctions; negations are pushed inwards.
  void conjuncts(ExprId expr, bool negated, std::vector<ExprId>& out);
  const std::vector<VarId>& free_variables(ExprId expr);
  using Substitution = std::map<VarId, ExprId>;
  /// Replaces variables that are not bound in the expression.
  ExprId substitute(ExprId expr, const Substitution& substitution);

 private:
  struct Frame {
    Routine routine;
    std::map<VarId, std::uint32_t> locals;
    std::uint32_t next_local = 0;
    std::uint32_t fresh() {
      routine.locals = std::max(routine.locals, next_local + 1);
      return next_local++;
    }
  };

  void emit(Frame& frame, OpCode op, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
            std::uint32_t d = 0);
  void expression(Frame& frame, ExprId expr);
  void builtin(Frame& frame, const Expr& expr);
  ExprId spelled_out(const Expr& expr);
  void binder(Frame& frame, ExprId id, const Expr& expr);
  void lambda(Frame& frame, ExprId id, const Expr& expr);
  std::uint32_t lambda_index(ExprId key, std::span<const VarId> parameters, ExprId body,
                             std::span<const VarId> captured);
  void push_captured(Frame& frame, std::span<const VarId> captured);
  std::vector<VarId> captured_by(ExprId body, std::span<const VarId> bound);
  RoutineId finish(Frame frame);
  SortId rest_sort(FuncId function, std::size_t arguments);

  void compile_function(FuncId function, const std::vector<const Rule*>& rules);
  RoutineId compile_rules(FuncId function, std::uint32_t arity, const std::vector<const Rule*>& rules,
                          std::optional<std::uint32_t> fewer);
  void pattern(Frame& frame, ExprId expr, std::uint32_t local, std::vector<std::size_t>& fails, const Rule& rule);
  std::optional<Value> literal(ExprId expr);
  std::optional<Value> default_value(SortId sort, int depth);
  std::uint32_t constant(Value value);
  void compute_cardinalities();
  void list_functions();
  std::optional<std::uint64_t> cardinality(SortId sort, std::vector<std::uint8_t>& state);

  // Solving.
  /// What is known while the order of the variables is being chosen.
  struct Search {
    std::vector<ExprId> conditions;  // and what follows from them
    std::vector<VarId> variables;
    std::vector<VarId> layout;  // captured, then variables: the locals of all routines. The last of a name counts
    std::set<VarId> known;
    int depth = 0;  // in cases
    SourceRange range;
  };
  Solver solve(Search search, std::span<const ExprId> conditions, SourceRange range);
  bool closed(const Search& search, ExprId expr);
  bool mentions(ExprId expr, VarId variable);
  ExprId operation(Builtin op, SortId sort, std::vector<ExprId> arguments, SourceRange range);
  ExprId comparison(Builtin op, ExprId left, ExprId right);
  ExprId number(std::int64_t n, SourceRange range);
  VarId fresh_variable(const std::string& name, SortId sort);
  ExprId variable_expression(VarId variable, SourceRange range);
  ExprId with_fresh_binders(ExprId expr);

  // Bounds: compile_bounds.cpp.
  /// factor * variable + rest, and perhaps something that is not known but has a sign.
  struct LinearSum {
    std::int64_t factor = 0;
    ExprId rest;
    bool more = false;  // something >= 0
    bool less = false;  // something <= 0
  };
  std::optional<std::int64_t> factor(ExprId expr) const;
  bool exceeds(ExprId expr, VarId variable);
  bool add_to(LinearSum& sum, const Search& search, ExprId expr, VarId variable, std::int64_t scale);
  std::optional<LinearSum> difference(const Search& search, ExprId left, ExprId right, VarId variable);
  ExprId root_of(const LinearSum& sum);
  void add_implied(ExprId condition, std::vector<ExprId>& out);

  // Cases: compile_cases.cpp.
  struct Case {
    std::vector<VarId> variables;
    std::vector<ExprId> conditions;
  };
  struct Unfolded {
    std::vector<VarId> variables;
    std::vector<ExprId> conditions;
    ExprId value;
  };
  ExprId projected(ExprId expr);
  bool never_holds(ExprId condition);
  std::vector<Unfolded> unfolded(Expr call);  // a copy: expressions are added
  std::vector<Case> ways(ExprId condition, VarId variable);
  std::vector<Case> constructor_ways(const Search& search, VarId variable);
  bool find_cases(Search& search, std::size_t variable, bool partly, Domain& domain);
  bool find_equality(Search& search, std::size_t variable, Domain& domain);
  bool find_in(ExprId pattern, VarId variable, std::vector<PartStep>& path);
  void equations(ExprId left, ExprId right, std::vector<std::pair<ExprId, ExprId>>& out) const;
  bool find_membership(Search& search, std::size_t variable, Domain& domain);
  bool find_range(Search& search, std::size_t variable, Domain& domain);
  bool find_length(Search& search, std::size_t variable, Domain& domain);
  bool is_variable(ExprId expr, VarId variable) const;

  Specification& spec_;
  Program& program_;
  Diagnostics& diagnostics_;
  TermStore store_;                                   // of literals
  std::vector<std::vector<std::uint32_t>> rules_of_;  // by function
  std::uint32_t next_variable_ = 0;
  std::uint32_t cases_left_ = 0;  // to be tried for the solver at hand
  std::map<std::uint64_t, std::uint32_t> constants_;
  std::unordered_map<std::uint32_t, std::vector<VarId>> free_;
  std::map<ExprId, std::uint32_t> lambdas_;
  std::set<std::string> function_names_;
  std::map<std::pair<ExprId, std::vector<VarId>>, RoutineId> routines_;
};

}  // namespace quotient::mcrl2
