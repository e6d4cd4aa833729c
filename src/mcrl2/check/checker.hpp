#pragma once

#include <map>
#include <set>
#include <span>
#include <string_view>

#include "mcrl2/check/check.hpp"

namespace quotient::mcrl2 {

/// The state of type checking. Split over check_declarations.cpp, check_data.cpp, check_builtin.cpp,
/// check_process.cpp and check_formula.cpp. Wherever something is wrong it is reported once, and an expression of
/// unknown sort stands in.
class Checker {
 public:
  Checker(const ast::Specification& tree, Diagnostics& diagnostics, NameTable* names)
      : tree_(tree), diagnostics_(diagnostics), names_(names) {}
  std::optional<Specification> run();
  /// The same with a formula, to become Specification::formula.
  std::optional<Specification> run(const ast::Formula& formula);

 private:
  friend class FormulaChecker;
  void check_all();

  // Declarations.
  void declare_sorts();
  void declare_functions();
  void declare_actions();
  void declare_processes();
  void check_equations();
  void check_equation(const ast::Equation& equation);
  bool orders_user_values(const Expr& expr) const;
  bool clash(ExprId a, ExprId b) const;
  std::optional<FuncId> equality_defined(const Expr& left);
  bool makes_constructors_equal(const Expr& left, const Rule& rule) const;
  SortId resolve(const ast::SortExpr& sort);
  SortId resolve_name(std::string_view name, SourceRange range);
  SortId resolve_struct(const ast::SortExpr& sort, std::string name);
  void add_struct_functions(const ast::SortExpr& sort, SortId id);
  FuncId declare(std::string_view name, SortId sort, FuncKind kind, SourceRange range);
  void declared_twice(SourceRange range, const std::string& what, SourceRange first, bool alike);
  void declare_global(const ast::Variable& global);
  void check_inhabited();

  // Data.
  ExprId check(const ast::DataExpr& expr, SortId expected);
  ExprId infer(const ast::DataExpr& expr, SortId hint);
  ExprId infer_name(const ast::DataExpr& expr, SortId hint);
  ExprId infer_apply(const ast::DataExpr& expr, SortId hint);
  bool is_applied_variable(const ast::DataExpr& expr) const;
  bool is_element_of_nothing(const ast::DataExpr& expr) const;
  bool is_overloaded(const ast::DataExpr& expr) const;
  SortId expected_operand(std::string_view name, SortId other) const;
  ExprId infer_call(const ast::DataExpr& expr, std::string_view name, SortId hint);
  ExprId infer_container(const ast::DataExpr& expr, SortId hint);
  ExprId infer_binder(const ast::DataExpr& expr, SortId hint);
  ExprId infer_update(const ast::DataExpr& expr, SortId hint);
  ExprId infer_where(const ast::DataExpr& expr, SortId hint);
  std::optional<ExprId> builtin(std::string_view name, std::vector<ExprId>& arguments, SourceRange range);
  std::optional<ExprId> builtin_number(std::string_view name, std::vector<ExprId>& arguments, SourceRange range);
  std::optional<ExprId> builtin_container(std::string_view name, std::vector<ExprId>& arguments, SourceRange range);
  std::optional<ExprId> builtin_compare(std::string_view name, std::vector<ExprId>& arguments, SourceRange range);
  ExprId make(Builtin builtin, SortId sort, std::vector<ExprId> arguments, SourceRange range);
  bool unsettled(SortId sort) const;
  ExprId settled(ExprId id, SortId sort);
  void settle_operands(Builtin op, std::vector<ExprId>& arguments);
  ExprId apply(ExprId head, const std::vector<ExprId>& arguments, SourceRange range);
  ExprId broken(SourceRange range);
  ExprId number_literal(std::string_view digits, SourceRange range);
  SortId sort_of(ExprId expr) const { return spec_.expressions[expr].sort; }
  bool is_unknown(SortId sort) const { return spec_.sorts.kind(sort) == SortKind::unknown; }
  void report_mismatch(const ast::DataExpr& expr, SortId expected, SortId found);
  void report_mismatch(SourceRange range, SortId expected, SortId found, bool convertible);
  void report_no_candidate(const ast::DataExpr& expr, std::string_view name, std::span<const ExprId> arguments);
  void report_unknown(SourceRange range, std::string_view name, std::string_view what,
                      std::vector<std::string> candidates);
  std::vector<std::string> names_in_scope() const;

  // Processes.
  ProcExprId check(const ast::ProcExpr& expr);
  ProcExprId check_instance(const ast::ProcExpr& expr);
  ProcExprId check_multi(const ast::ProcExpr& expr);
  ProcExprId check_operator(const ast::ProcExpr& expr);
  std::optional<ActionCall> check_action(const ast::ProcExpr& expr);
  ProcExprId call_by_assignment(const ast::ProcExpr& expr, ProcId process);
  std::optional<ProcId> process_with_parameters(const ast::ProcExpr& expr);
  std::optional<ProcId> process_with_arguments(const ast::ProcExpr& expr);
  std::vector<SortId> parameter_sorts(const ProcInfo& process) const;
  std::optional<ActName> action_name(const ast::Name& name);
  bool check_communication(const NameRule& rule, SourceRange range);
  bool check_renaming(const NameRule& rule, SourceRange range);

  // Scopes: the innermost last.
  struct Scoped {
    std::string_view name;
    VarId variable;
    SourceRange range;  // where it is declared
  };
  class Scope {
   public:
    explicit Scope(Checker& checker) : checker_(checker), size_(checker.scope_.size()) {}
    ~Scope() { checker_.scope_.resize(size_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Checker& checker_;
    std::size_t size_;
  };
  VarId bind(const ast::Variable& variable, bool bound);
  VarId bind(std::string_view name, SortId sort, bool bound, SourceRange range);
  void refuse_twice(std::span<const ast::Variable> variables);
  const Scoped* find(std::string_view name) const;

  // For editors: what a name means. `at` may go on behind the name.
  void tell_use(SourceRange at, std::string_view name, SourceRange definition) const;
  void tell_definition(SourceRange at, std::string_view name, NameKind kind, std::string description) const;

  const ast::Specification& tree_;
  Diagnostics& diagnostics_;
  NameTable* names_;  // may be null
  Specification spec_;
  std::vector<Scoped> scope_;
  std::map<std::string_view, const ast::SortDecl*> sort_decls_;
  std::map<std::string_view, SortId> sort_names_;
  std::map<std::string_view, bool> resolving_;
  std::set<std::string> unknown_sorts_;    // that were complained about
  std::map<std::string, SortId> structs_;  // by their text
  bool naming_sorts_ = false;
  std::vector<std::pair<const ast::SortExpr*, SortId>> unfinished_structs_;  // met while sorts are given their names
  std::multimap<std::string, FuncId, std::less<>> functions_;
  std::map<std::string, ActName, std::less<>> action_names_;
  std::multimap<ActName, ActId> actions_;
  std::multimap<std::string_view, ProcId> processes_;  // of one name, in the order of their declarations
  std::optional<ProcId> current_;                      // the process being checked
  std::vector<const ast::ProcDecl*> process_decls_;    // by ProcId
};

}  // namespace quotient::mcrl2
