#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "mcrl2/process/model.hpp"
#include "mcrl2/symmetry/earlier_rules.hpp"
#include "symmetry/action/step_orbits.hpp"
#include "symmetry/graph/graph.hpp"

namespace quotient::mcrl2 {

/// A whole specification as one coloured graph: processes with their initial values, below the operators of the
/// network; control locations with their summands; the formula that is checked; the functions that these use, by their
/// tables where they are small and by their equations where not. Automorphisms, restricted to constants (constructors
/// without arguments), processes and locations, take steps of the system to steps. Operands that commute, alternatives,
/// conditions, sets and variables have no order.
///
/// Names of actions are vertices as well: where nothing outside of the model speaks of them, processes may change
/// places that do the same under other names. What the operators of the network do with names is drawn, so it stays the
/// same.
///
/// What it does not understand it keeps in place: constants that are compared by `<`, or that occur in functions which
/// can be values (lambda, and comprehensions over infinitely many values).
class CodeGraph {
 public:
  /// What is left out, to see what it stands in the way of.
  struct Without {
    std::set<std::uint32_t> summands = {};  // their places
    std::set<std::uint32_t> rules = {};
    bool initial = false;    // what processes are given that is no constant
    bool names = false;      // that something speaks of names of actions
    bool operators = false;  // what allow, comm and their like do with names of actions
    /// By process: those of different kinds stay apart. Empty: all are of one.
    std::vector<std::uint32_t> kinds = {};
  };
  explicit CodeGraph(const Model& model, Without without);
  explicit CodeGraph(const Model& model);

  ColouredGraph graph() const;
  /// Vertices; none where there is no such thing in what the processes do.
  const std::map<FuncId, Point>& constants() const { return constants_; }
  const std::vector<Point>& processes() const { return processes_; }
  const std::map<LocationId, Point>& locations() const { return locations_; }
  /// Summands, by their places.
  const std::vector<StepVertex>& summands() const { return summands_; }
  /// Equations that were drawn, since their functions have no small table.
  const std::vector<std::uint32_t>& rules() const { return drawn_rules_; }

 private:
  using Colour = std::vector<std::uint32_t>;
  /// The variables of one summand or one equation.
  struct Scope {
    std::map<VarId, Point> variables;
    std::map<ExprId, Point> known;
  };

  Point vertex(Colour colour);
  void edge(Point from, Point to) { edges_.push_back({from, to}); }
  void argument(Point parent, std::size_t position, Point child);

  bool is_constant(FuncId function) const;
  Point constant(FuncId function);
  Point location(LocationId location);
  Point name(ActName name);
  Point draw_operator(const NameOperator& op, std::size_t position);
  void use(FuncId function);
  /// The constants in values of a sort are there, whether the text names them or not.
  void meet(SortId sort);
  void pin(FuncId constant);
  void pin_sort(SortId sort, std::set<SortId>& seen);
  void pin_constants_in(ExprId expr);
  void pin_listed_functions(const Solver& solver);
  void pin_results_of_functions(SortId sort);

  Point expression(ExprId expr, Scope& scope);
  Point builtin(const Expr& expr, Scope& scope);
  void operands(ExprId expr, std::uint32_t symbol, std::vector<ExprId>& out) const;
  void bind(Point parent, const std::vector<VarId>& variables, Scope& scope, bool ordered);
  Point value(Value value, SortId sort);
  bool is_constant_value(Value value, SortId sort) const;
  bool is_drawable(Value value, SortId sort) const;

  void find_lists_of_members();
  void draw_network();
  void draw_formula();
  void draw_location(LocationId location);
  Point draw_summand(Point owner, const Summand& summand, const std::vector<Point>& variables,
                     const std::vector<VarId>& names);
  void draw_function(FuncId function);
  bool draw_table(FuncId function);
  void draw_rules(FuncId function);
  bool is_free_constructor(FuncId function) const;
  std::optional<PatternHead> head_of(ExprId pattern) const;
  bool may_overlap(const Rule& a, const Rule& b) const;
  bool excludes(ExprId a, ExprId b) const;

  const Model& model_;
  const Specification& spec_;
  Without without_;
  std::vector<std::vector<std::uint32_t>> rules_of_;  // by function
  Evaluator evaluator_;
  std::map<Colour, std::uint32_t> colours_;
  std::vector<std::uint32_t> colour_of_;
  std::vector<Edge> edges_;
  std::map<FuncId, Point> constants_;
  std::map<LocationId, Point> locations_;
  std::map<ActName, Point> names_;
  std::vector<LocationId> waiting_locations_;
  std::vector<Point> processes_;
  std::vector<StepVertex> summands_;
  std::set<SortId> met_;
  std::set<FuncId> used_;
  std::vector<FuncId> waiting_functions_;
  std::set<FuncId> pinned_;
  std::set<FuncId> lists_of_members_;
  std::vector<std::uint32_t> drawn_rules_;
  std::size_t table_entries_ = 0;
};

}  // namespace quotient::mcrl2
