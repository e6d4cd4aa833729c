#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "mcrl2/check/specification.hpp"
#include "mcrl2/symmetry/one_number.hpp"

namespace quotient::mcrl2 {

/// Where numbers go in a specification. Every Pos, Nat, Int and Real in the sort of a variable, argument, result or
/// expression is a place; places that one number can be in are one class.
class NumberFlow {
 public:
  using Place = std::uint32_t;
  /// The places in a sort, from left to right.
  using Shape = std::vector<Place>;
  /// Variables of one name and sort are one variable within a rule, or within processes that call each other.
  using Scope = std::uint32_t;
  struct Class {
    bool computed = false;  // the numbers are more than names
    ExprId cause;           // an expression that makes them so; none where another place does
    bool has_pos = false;   // some place has sort Pos
    bool has_nat = false;
    bool has_int = false;
    std::set<std::int64_t> names;  // the numbers that there are
  };
  /// An expression that computes a number from one other: where that one is a name, it is a name too.
  struct Table {
    ExprId expr;
    Scope scope = 0;
    ExprId leaf;                // none where the expression is always the same
    std::optional<Place> from;  // of the leaf
    Place to = 0;
  };

  explicit NumberFlow(const Specification& spec);

  const Class& class_of(Place place) const { return classes_[find(place)]; }
  Place representative(Place place) const { return find(place); }
  /// Where an expression stands. Numbers are looked at one by one, by where they stand: 1 may be a name here and a
  /// number there.
  struct Position {
    enum class Of : std::uint8_t { expression, action, process, pattern, right_side, formula };
    Scope scope = 0;
    Of of = Of::expression;
    std::uint32_t parent = 0;
    std::uint32_t index = 0;
    std::uint32_t action = 0;  // in a multi-action
    friend auto operator<=>(const Position&, const Position&) = default;
  };
  const Shape& number(const Position& position) const { return numbers_.at(position); }
  /// Only of what was met in rules and processes, and is no number.
  const Shape& expression(ExprId expr, Scope scope) const { return shapes_.at({scope, expr}); }
  const Shape& variable(VarId variable, Scope scope) const { return variables_.at({scope, variable}); }
  const Shape& argument(FuncId function, std::size_t i) const { return functions_[function.value][i]; }
  const Shape& result(FuncId function) const { return functions_[function.value].back(); }
  const Shape& argument(ActId action, std::size_t i) const { return actions_[action.value][i]; }
  Scope of_rule(std::size_t rule) const { return static_cast<Scope>(rule); }
  Scope of_process(ProcId process) const { return scopes_[process.value]; }
  Scope of_init() const { return scopes_.back(); }
  Scope of_formula() const { return static_cast<Scope>(spec_.rules.size() + scopes_.size()); }
  /// The number that an expression always is, where it is one by its form.
  std::optional<std::int64_t> fixed(ExprId expr) const;
  struct Range {
    ExprId what;
    std::int64_t first, last;
  };
  std::vector<Range> ranges(ExprId conjunction) const;
  std::size_t places_in(SortId sort) const;
  std::span<const Table> tables() const { return tables_; }
  /// Null where the expression is none.
  const Table* table(ExprId expr, Scope scope) const;
  const OneNumber& one_number() const { return one_number_; }

 private:
  Place find(Place place) const;
  Shape fresh(SortId sort);
  void unite(const Shape& a, const Shape& b);
  void compute(const Shape& shape, ExprId cause = {});
  Shape part(const Shape& whole, SortId sort, std::size_t i) const;
  void find_scopes();
  std::vector<ProcId> sequential_calls(ProcExprId process) const;
  void follow_rule(std::size_t rule);
  void follow_process(ProcExprId process, Scope scope);
  void follow_names(const NameRule& rule);
  void follow_formula();
  const Shape& declared(VarId variable, Scope scope);
  const Shape& follow(ExprId expr, const Position& position);
  const Shape& follow(ExprId parent, std::size_t i, Scope scope);
  Shape follow_expr(ExprId id, Scope scope);
  Shape follow_builtin(ExprId id, Scope scope);
  void follow_order(ExprId id, Scope scope);
  Shape follow_table(ExprId id, Scope scope, const OneNumber::Reading& reading);
  void close_tables();
  bool close(const Table& table);
  Shape apply(SortId function_sort, const Shape& function, const std::vector<Shape>& arguments);

  const Specification& spec_;
  OneNumber one_number_;
  std::vector<Table> tables_;
  std::map<std::pair<Scope, ExprId>, std::size_t> table_of_;
  mutable std::vector<Place> parent_;
  std::vector<Class> classes_;  // by place; of roots
  std::map<std::pair<Scope, ExprId>, Shape> shapes_;
  std::map<Position, Shape> numbers_;
  std::map<std::pair<Scope, VarId>, Shape> variables_;
  std::vector<std::vector<Shape>> functions_;  // arguments, and last the result
  std::vector<std::vector<Shape>> actions_;
  std::vector<std::vector<std::uint32_t>> rules_of_;  // by function
  std::vector<Scope> scopes_;                         // by process, and last of init
  std::set<std::pair<Scope, ProcExprId>> followed_;
};

}  // namespace quotient::mcrl2
