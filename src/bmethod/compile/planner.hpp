#pragma once

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/formula_compiler.hpp"

namespace quotient::bmethod {

/// Orders the conjuncts of a predicate into a plan: a filter as soon as its variables are known, and for the next
/// variable the cheapest source of values among `x = e`, `s ^ t = e`, `k |-> x : r`, `x : S`, bounds of an integer, its
/// type, and sets that disjunctions, quantifiers, cases or hints imply.
///
/// Filters keep the order of the text among themselves. One that may be undefined and would overtake another is asked
/// softly at first: it may only say no; it is asked again in its own place. So `x : dom(f) & y : S & f(x) = y` means
/// what it says, whatever the order of evaluation.
class Planner {
 public:
  /// Where solutions `may_repeat`, `x` of `#y.(y : S & x = f(y))` is drawn together with `y`.
  /// `hints` hold wherever a solution is of any use: values may be chosen by them, but they are never asked.
  Planner(ProgramBuilder& builder, FormulaCompiler& formulas, std::span<Symbol* const> variables,
          std::span<const Expr* const> conjuncts, bool may_repeat, std::span<const Expr* const> hints);
  Plan build();

 private:
  struct Conjunct {
    const Expr* expr;
    std::set<const Symbol*> needs;
    bool done = false;
    bool asked = false;  // softly
    const Node* compiled = nullptr;
    std::int32_t unless = -1;  // a slot: where it is TRUE the variables were drawn such that this holds
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
    // Of a set that is implied: where it is, and what to draw from elsewhere.
    const Expr* condition = nullptr;
    std::shared_ptr<Candidate> otherwise;
  };
  struct Implied {
    Expr* set;
    double log_size;
    bool exact;                 // the predicate says no more than that the variable is in the set
    Expr* condition = nullptr;  // null: it is implied in any case
  };

  void split_products();
  void split_extensions();
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
  void consider_cut_type(Symbol* variable);
  void consider_type(Symbol* variable, std::size_t order);
  /// One end of the values that an integer may have: `value` and a number besides.
  struct Bound {
    Expr* value;
    std::int64_t shift;
    bool upper;
    bool derived = false;       // by way of other unknowns
    const Expr* set = nullptr;  // an end of this set, which the variable could be drawn from as well
  };
  std::vector<Bound> bounds_of(const Symbol* variable, bool of_size = false) const;
  void bounds_in(const Expr* predicate, const Symbol* variable, bool of_size, std::vector<Bound>& into) const;
  bool is_bounded(const Expr* expr, const Symbol* variable, bool of_size) const;
  /// A sum: so many times the variable, and so many times each of some known terms.
  struct Linear {
    std::int64_t factor = 0;
    std::vector<std::pair<Expr*, std::int64_t>> terms;
    std::vector<std::pair<Expr*, std::int64_t>> open;  // terms that are not known
    bool keeps_open = false;
  };
  /// What was looked at on the way to a bound: an unknown that is being bounded cannot bound itself.
  struct Derivation {
    std::vector<const Symbol*> visiting;
    std::size_t steps = 0;
  };
  Expr* literal(std::int64_t number, SourceRange range) const;
  Expr* plus(Expr* sum, Expr* term, std::int64_t times, SourceRange range) const;
  Expr* product_of(Expr* a, Expr* b, SourceRange range) const;
  Expr* end_of(Expr* set, bool upper) const;
  Expr* told_end(const Symbol* variable, bool upper) const;
  const Expr* told_least(const Symbol* variable) const;
  std::optional<std::int64_t> least(Expr* term, Derivation& derivation) const;
  Expr* extreme(Expr* term, bool upper, Derivation& derivation) const;
  std::optional<Bound> solved(const Linear& sum, Op relation, bool upper, SourceRange range,
                              Derivation& derivation) const;
  void derive_from_product(const Symbol* variable, bool upper, const Linear& sum, std::size_t at, Op relation,
                           SourceRange range, Derivation& derivation, std::vector<Bound>& into) const;
  void derive(const Symbol* variable, bool of_size, bool upper, Derivation& derivation, std::vector<Bound>& into) const;
  bool add_terms(const Symbol* variable, bool of_size, Expr* expr, std::int64_t times, Linear& into) const;
  void add_bounds(const Symbol* variable, bool of_size, const Expr* comparison, std::vector<Bound>& into) const;
  void set_bounds(const Symbol* variable, Step& step, bool of_size = false);
  bool has_bounded_length(const Symbol* variable, const Expr* set) const;
  void consider_range(Symbol* variable, std::size_t order);
  /// A relation, or a set, of numbers without end, and what was found about its numbers.
  struct Carried {
    const Symbol* variable = nullptr;
    bool of_range = false;   // it is the range of the variable that is bounded
    bool natural = false;    // none is negative
    Expr* domain = nullptr;  // holds that of the relation, where known
    Expr* low = nullptr;
    Expr* high = nullptr;
    Expr* within = nullptr;
  };
  void find_carried(const Expr* says, Carried& carried) const;
  void find_carried_by_all(const Expr* says, Carried& carried) const;
  static bool is_power_set_text(const Expr* set);
  static bool is_value_at(const Expr* expr, const Symbol* argument, const Carried& carried);
  static bool covers_domain(const Expr* guard, const Symbol* argument, const Carried& carried);
  std::optional<std::int64_t> least_of_set(const Expr* set) const;
  static bool covers_domain(const std::vector<const Expr*>& arguments, const Expr* domain);
  void find_carried_by_sum(const Expr* says, Carried& carried) const;
  bool is_weighted_value(const Expr* expr, const Expr* drawn_from, const Symbol* argument,
                         const Carried& carried) const;
  Expr* argument_of(Symbol* symbol, SourceRange range) const;
  Expr* bounded_source(const Symbol* variable, const Expr* set) const;
  /// What holds for all values of some variables, where guards do.
  struct Guarded {
    std::vector<Symbol*> bound;
    std::vector<Expr*> guards;
  };
  void find_points(const Symbol* variable, bool total, const Expr* says, Guarded& guarded,
                   std::vector<const Expr*>& into) const;
  std::vector<const Expr*> points_of(const Symbol* variable, const Expr* set) const;
  Expr* made(Op op, SourceRange range, std::vector<Expr*> args, TypeRef type) const;
  Expr* all_of(std::vector<Expr*> conjuncts, SourceRange range) const;
  Expr* only_where(Expr* condition, Expr* set) const;
  std::optional<Implied> implied(const Expr* predicate, const Symbol* variable) const;
  std::optional<Implied> implied_in(Expr* predicate, const Symbol* variable) const;
  std::optional<Implied> implied_by_all(const std::vector<const Expr*>& conjuncts, const Symbol* variable,
                                        SourceRange range) const;
  std::optional<Implied> implied_by_bounds(const std::vector<const Expr*>& conjuncts, const Symbol* variable,
                                           SourceRange range) const;
  std::optional<Implied> implied_by_some(const Expr* disjunction, const Symbol* variable) const;
  std::optional<Implied> implied_by_witness(const std::vector<Symbol*>& bound,
                                            const std::vector<const Expr*>& conjuncts, const Symbol* variable,
                                            SourceRange range) const;
  std::optional<Implied> implied_by_cases(const Symbol* variable) const;
  std::optional<Implied> implied_by_factor(const Expr* equation, const Symbol* variable) const;
  bool is_sourced(const Symbol* symbol, const std::vector<Expr*>& conjuncts) const;
  double log_of_type(const Symbol* symbol) const;
  void consider_implied();
  void emit(Candidate& chosen);
  Step compiled(Candidate& chosen);
  /// A place to name where values are left out, with a warning unless they are drawn only if nothing else will do.
  std::uint32_t cut_short(SourceRange range, std::string message);
  const Pattern* pattern(const Expr* shape);
  double log_size(const Expr* set) const;
  static bool is_relation_value(const Expr* set);

  ProgramBuilder& builder_;
  FormulaCompiler& formulas_;
  std::vector<Symbol*> variables_;
  bool may_repeat_;
  std::vector<const Expr*> hints_;
  bool is_last_resort_ = false;  // what is being compiled
  std::vector<Conjunct> conjuncts_;
  std::set<const Symbol*> bound_;
  std::optional<Candidate> best_;
  Plan plan_;
};

/// Fills `early` of the steps of a plan.
void find_early_filters(Plan& plan);
/// Fills `hard_from` and `drawn` where what is drawn may be too much to be tried.
void find_hard_part(Plan& plan, const Limits& limits);

}  // namespace quotient::bmethod
