#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/formula/compiled_formula.hpp"
#include "mcrl2/process/network.hpp"

namespace quotient::mcrl2 {

/// A summand ready to run. Locals of its routines: the variables of the location, then those of the sum.
struct CompiledSummand {
  struct Action {
    ActId action;
    std::vector<RoutineId> arguments;
    std::vector<bool> settled;  // arguments without variables of the sum
  };
  Solver solver;
  std::vector<Action> actions;
  std::optional<RoutineId> time;
  std::uint32_t choice = 0;           // see Summand
  std::vector<RoutineId> weights;     // of a random choice
  std::vector<std::uint32_t> random;  // where the variables that are drawn are among those of the sum
  LocationId next;
  std::vector<RoutineId> values;
  std::uint32_t place = 0;  // among all summands, for coverage
  SourceRange range;
  /// Where conditions alone do not bound the sum: the least sets of its actions that do once their arguments are known
  /// from communications. Locals: the variables of the location, these arguments, the variables of the sum.
  struct Closing {
    std::vector<std::uint32_t> positions;  // of the actions, increasing
    Solver solver;
  };
  std::vector<Closing> closings;
  /// The same for some arguments of one action: a partner in a communication may know one argument and the sum bound
  /// the other. Locals: the variables of the location, these arguments, the variables of the sum.
  struct PartClosing {
    std::uint32_t position = 0;
    std::vector<std::uint32_t> arguments;  // increasing
    Solver solver;
  };
  std::vector<PartClosing> part_closings;
  /// By action, then argument, of a sum that is open: where the conditions on the variables of this argument leave it
  /// finitely many values. Locals: the variables of the location, then some of those of the sum.
  struct ArgumentRange {
    Solver solver;
    RoutineId value;
  };
  std::vector<std::vector<std::optional<ArgumentRange>>> ranges;
  /// Of a bounded sum: the same for single actions, to be given terms without value, which are none of the values
  /// tried.
  std::vector<Closing> term_closings;
};

struct CompiledLocation {
  std::string name;
  std::vector<VarId> variables;
  std::vector<CompiledSummand> summands;
};

/// A variable of a process in the state. One cell has one sort, so that a state can be scanned and permuted without
/// knowing where control is.
struct Cell {
  SortId sort;
  std::uint32_t offset = 0;  // from the first byte of the process
  std::uint32_t width = 1;   // bytes
  VarId variable;            // the first that was placed here; gives the name
};

/// How processes that start at one location are laid out: first the location (its number among `locations`), then
/// cells. Cells that a location does not use are 0.
struct ProcessType {
  std::vector<LocationId> locations;              // reachable
  std::vector<std::uint32_t> number;              // by LocationId; where it is in `locations`
  std::vector<std::vector<std::uint32_t>> slots;  // by number: the cell of each variable of the location
  std::vector<Cell> cells;
  std::uint32_t location_width = 1;
  std::uint32_t size = 0;
};

struct Process {
  std::string name;  // for people; unique
  std::uint32_t type = 0;
  std::uint32_t offset = 0;        // in the state
  std::vector<RoutineId> initial;  // of the variables of its first location
  LocationId start;
};

/// Everything about a specification that exploration needs; immutable.
struct Model {
  Specification spec;
  Program program;
  LinearProcesses linear;
  Network network;
  std::vector<CompiledLocation> locations;
  std::vector<ProcessType> types;
  std::vector<Process> processes;  // one for each leaf; behind them the clock and the formula, where there are any
  std::uint32_t state_size = 0;
  std::uint32_t places = 0;
  /// The formula that is checked; null where none is. What it is about in a state, and the values of its variables, are
  /// kept as one more process, the last, which has no steps of its own: its locations are the positions of the formula,
  /// numbered from `first_position`. A state with that is a position of the game.
  std::unique_ptr<CompiledFormula> formula;
  LocationId first_position;
  std::uint32_t steps_size = 0;  // bytes of a state that are not of the formula
  bool has_steps(std::size_t process) const { return process < network.leaves.size(); }
  /// Where some action has a time: one more process without steps, behind those of the network. Its one variable is the
  /// time of the last action that had one, at first 0: what happens next has no time, or a later one.
  std::optional<std::uint32_t> clock;

  /// By ActName: something outside of the model speaks of actions of this name. Those of other names may change places
  /// in symmetry. Empty: of all.
  std::vector<bool> spoken_of;
  bool renamed = false;  // states will be, for symmetry: values must have parts whose sorts are known
};

/// Links all the parts. Null after errors.
std::unique_ptr<Model> build_model(Specification spec, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
