#pragma once

#include <optional>
#include <set>
#include <vector>

#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/formula_compiler.hpp"

namespace quotient::bmethod {

/// Orders the conjuncts of a predicate into a plan: a filter as soon as its variables are known, and for the next
/// variable the cheapest source of values among `x = e`, `s ^ t = e`, `k |-> x : r`, `x : S`, bounds of an integer, and
/// its type.
///
/// Filters keep the order of the text among themselves. One that may be undefined and would overtake another is asked
/// softly at first: it may only say no; it is asked again in its own place. So `x : dom(f) & y : S & f(x) = y` means
/// what it says, whatever the order of evaluation.
class Planner {
 public:
  /// Where solutions `may_repeat`, `x` of `#y.(y : S & x = f(y))` is drawn together with `y`.
  Planner(ProgramBuilder& builder, FormulaCompiler& formulas, std::span<Symbol* const> variables,
          std::span<const Expr* const> conjuncts, bool may_repeat);
  Plan build();

 private:
  struct Conjunct {
    const Expr* expr;
    std::set<const Symbol*> needs;
    bool done = false;
    bool asked = false;  // softly
    const Node* compiled = nullptr;
  };
  struct Candidate {
    double cost = 0;
    Step step;
    std::optional<std::size_t> conjunct;
    bool consumes = true;
    std::vector<const Symbol*> binds;
    // What remains to be compiled once chosen:
    const Expr* source = nullptr;
    const Expr* shape = nullptr;
    const Expr* key = nullptr;
    bool subsets = false;
    Symbol* variable = nullptr;
  };

  void split(const Expr* expr);
  void place_filters();
  bool ready(const std::set<const Symbol*>& needs) const;
  bool known(const Expr* expr) const;
  bool is_unbound(const Expr* expr) const;
  bool is_shape(const Expr* expr, std::vector<const Symbol*>& binds) const;
  void consider(Candidate candidate);
  void consider_equality(std::size_t index, const Expr* shape, const Expr* value);
  void consider_membership(std::size_t index);
  void consider_subset(std::size_t index);
  void consider_union(std::size_t index, Expr* parts, Expr* whole);
  bool is_disjoint(const Symbol* variable, const Expr* part) const;
  bool open_exists();
  void consider_cut_type();
  void consider_type(Symbol* variable, std::size_t order);
  /// One end of the values that an integer may have: `value` and a number besides.
  struct Bound {
    Expr* value;
    std::int64_t shift;
    bool upper;
  };
  std::vector<Bound> bounds_of(const Symbol* variable, bool of_size = false) const;
  bool is_bounded(const Expr* expr, const Symbol* variable, bool of_size) const;
  void add_bounds(const Symbol* variable, bool of_size, Expr* side, Expr* other, Op relation,
                  std::vector<Bound>& into) const;
  void set_bounds(const Symbol* variable, Step& step, bool of_size = false);
  void consider_range(Symbol* variable, std::size_t order);
  /// What holds for all values of some variables, where guards do.
  struct Guarded {
    std::vector<Symbol*> bound;
    std::vector<Expr*> guards;
  };
  void find_points(const Symbol* variable, bool total, const Expr* says, Guarded& guarded,
                   std::vector<const Expr*>& into) const;
  std::vector<const Expr*> points_of(const Symbol* variable, const Expr* set) const;
  void emit(Candidate& chosen);
  const Pattern* pattern(const Expr* shape);
  double log_size(const Expr* set) const;
  static bool is_relation_value(const Expr* set);

  ProgramBuilder& builder_;
  FormulaCompiler& formulas_;
  std::vector<Symbol*> variables_;
  bool may_repeat_;
  std::vector<Conjunct> conjuncts_;
  std::set<const Symbol*> bound_;
  std::optional<Candidate> best_;
  Plan plan_;
};

/// Fills `early` of the steps of a plan.
void find_early_filters(Plan& plan);

}  // namespace quotient::bmethod
