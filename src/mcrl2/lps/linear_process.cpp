#include "mcrl2/lps/linear_process.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient::mcrl2 {

namespace {

constexpr std::uint32_t unused = UINT32_MAX;

class LinearBuilder {
 public:
  explicit LinearBuilder(Model& model) : model_(model), spec_(model.spec), compiler_(spec_, program_, ignored_) {
    compiler_.compile_functions();
  }

  std::optional<LinearProcess> run(std::size_t most, std::string& problem) {
    for (std::uint32_t p = 0; p < model_.processes.size(); ++p) add_process(p);
    // Finished before the first value is computed: an evaluator knows the constants of its program when it is made.
    std::vector<std::pair<ExprId, RoutineId>> closed;
    for (const auto& moves : moves_) {
      for (const SymbolicMove& move : moves) {
        for (const ActionCall& call : move.actions) {
          for (const ExprId e : call.arguments) {
            if (compiler_.free_variables(e).empty()) closed.emplace_back(e, compiler_.routine(e, {}));
          }
        }
      }
    }
    Evaluator evaluator(program_, {});
    std::map<ExprId, std::uint64_t> known;
    for (const auto& [expr, routine] : closed) {
      try {
        known[expr] = evaluator.run(routine, {}).bits();
      } catch (const EvaluationError&) {
        // It stays an expression, and who evaluates it is told.
      }
    }
    auto summands = MultiplyOut(spec_, compiler_, model_.network, moves_, known, most).run(problem);
    if (!summands) return std::nullopt;
    result_.summands = std::move(*summands);
    add_termination();
    return std::move(result_);
  }

 private:
  /// What a process of the network becomes.
  struct Placed {
    std::vector<LocationId> locations;     // reachable
    std::uint32_t counter = unused;        // the parameter for the location; unused where there is only one
    std::vector<std::uint32_t> parameter;  // by cell; unused where the cell never changes
    std::vector<ExprId> constant;          // by cell: its value, where it never changes
  };

  ExprId number(std::size_t n) {
    return spec_.expressions.number(std::to_string(n), spec_.sorts.basic(SortKind::pos), {});
  }

  ExprId variable(VarId v) {
    return spec_.expressions.add({ExprKind::variable, spec_.variables[v.value].sort, v.value, {}, {}, {}});
  }

  VarId fresh(const std::string& name, SortId sort) {
    return spec_.variable(name, sort, {VarLevel::Origin::equations, next_level_++}, false);
  }

  std::uint32_t add_parameter(VarId v, ExprId initial, std::string meaning) {
    result_.parameters.push_back({v, initial, std::move(meaning)});
    return static_cast<std::uint32_t>(result_.parameters.size() - 1);
  }

  /// A value for cells that are not in use; of sorts that have none to write down, a name that stands for any.
  ExprId filler(SortId sort, int depth = 0) {
    if (const auto known = fillers_.find(sort); known != fillers_.end()) return known->second;
    ExprId made;
    const auto plain = [&](ExprKind kind) { return spec_.expressions.add({kind, sort, 0, {}, {}, {}}); };
    switch (spec_.sorts.kind(sort)) {
      case SortKind::boolean:
        made = plain(ExprKind::truth);
        break;
      case SortKind::pos:
        made = number(1);
        break;
      case SortKind::nat:
      case SortKind::integer:
      case SortKind::real:
        made = spec_.expressions.number("0", sort, {});
        break;
      case SortKind::list:
        made = plain(ExprKind::list);
        break;
      case SortKind::set:
      case SortKind::fset:
        made = plain(ExprKind::set);
        break;
      case SortKind::bag:
      case SortKind::fbag:
        made = plain(ExprKind::bag);
        break;
      case SortKind::function: {
        const std::vector<SortId> parts = spec_.sorts.arguments(sort);
        std::vector<VarId> parameters;
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
          parameters.push_back(spec_.variable("x", parts[i], {VarLevel::Origin::equations, next_level_++}, true));
        }
        made = spec_.expressions.add({ExprKind::lambda, sort, 0, {filler(parts.back(), depth + 1)}, parameters, {}});
        break;
      }
      default:
        made = constructed(sort, depth);
        break;
    }
    if (!made) {
      const std::string name = fmt::format("any_{}", sort.value);
      spec_.functions.push_back({name, {}, sort, FuncKind::map, 0, {}, false});
      spec_.globals.push_back(spec_.variable(name, sort, {}, false));
      made = call(FuncId{static_cast<std::uint32_t>(spec_.functions.size() - 1)}, {});
    }
    if (depth == 0) fillers_[sort] = made;
    return made;
  }

  ExprId call(FuncId function, std::vector<ExprId> arguments) {
    const SortId sort = spec_.functions[function.value].codomain;
    return spec_.expressions.add({ExprKind::call, sort, function.value, std::move(arguments), {}, {}});
  }

  /// Of the constructors of a sort, one whose arguments need the fewest others.
  ExprId constructed(SortId sort, int depth) {
    const auto constructors = spec_.constructors.find(sort);
    if (constructors == spec_.constructors.end() || depth > 20) return {};
    std::vector<FuncId> order = constructors->second;
    std::stable_sort(order.begin(), order.end(), [&](FuncId a, FuncId b) {
      return spec_.functions[a.value].domain.size() < spec_.functions[b.value].domain.size();
    });
    for (const FuncId constructor : order) {
      const std::vector<SortId> domain = spec_.functions[constructor.value].domain;
      if (std::find(domain.begin(), domain.end(), sort) != domain.end()) continue;
      std::vector<ExprId> arguments;
      for (const SortId field : domain) arguments.push_back(filler(field, depth + 1));
      return call(constructor, std::move(arguments));
    }
    return {};
  }

  std::vector<LocationId> reachable(LocationId start) const {
    std::vector<LocationId> found{start};
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const Summand& summand : model_.linear.locations[found[i].value].summands) {
        if (std::find(found.begin(), found.end(), summand.next) == found.end()) found.push_back(summand.next);
      }
    }
    return found;
  }

  const std::vector<std::uint32_t>& slots(const ProcessType& type, LocationId location) const {
    return type.slots[type.number[location.value]];
  }

  /// The cells that keep the value they start with, whatever the process does.
  std::vector<ExprId> constants(const Process& process, const Leaf& leaf, const std::vector<LocationId>& locations) {
    const ProcessType& type = model_.types[process.type];
    std::vector<ExprId> result(type.cells.size());
    const std::vector<std::uint32_t>& first = slots(type, process.start);
    for (std::size_t i = 0; i < first.size(); ++i) result[first[i]] = leaf.values[i];
    for (const LocationId location : locations) {
      const std::vector<VarId>& variables = model_.linear.locations[location.value].variables;
      for (const Summand& summand : model_.linear.locations[location.value].summands) {
        const std::vector<std::uint32_t>& next = slots(type, summand.next);
        for (std::size_t i = 0; i < next.size(); ++i) {
          if (summand.values[i] == result[next[i]]) continue;
          const Expr& value = spec_[summand.values[i]];
          const auto own = std::find(variables.begin(), variables.end(), VarId{value.symbol});
          const bool kept = value.kind == ExprKind::variable && own != variables.end() &&
                            slots(type, location)[static_cast<std::size_t>(own - variables.begin())] == next[i];
          if (!kept) result[next[i]] = {};
        }
      }
    }
    return result;
  }

  void add_process(std::uint32_t p) {
    const Process& process = model_.processes[p];
    const Leaf& leaf = model_.network.leaves[p];
    const ProcessType& type = model_.types[process.type];
    Placed placed;
    placed.locations = reachable(process.start);
    if (placed.locations.size() > 1) {
      std::string meaning = process.name + " is at";
      for (std::size_t i = 0; i < placed.locations.size(); ++i) {
        const std::string& name = model_.linear.locations[placed.locations[i].value].name;
        meaning += fmt::format("{} {} = {}", i == 0 ? "" : ",", i + 1, name);
      }
      const VarId counter = fresh(fmt::format("s{}", p + 1), spec_.sorts.basic(SortKind::pos));
      placed.counter = add_parameter(counter, number(1), meaning);
    }
    placed.constant = constants(process, leaf, placed.locations);
    placed.parameter.assign(type.cells.size(), unused);
    for (const LocationId location : placed.locations) {
      const std::vector<std::uint32_t>& cells = slots(type, location);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::uint32_t cell = cells[i];
        if (placed.constant[cell] || placed.parameter[cell] != unused) continue;
        const std::string name = spec_.variables[type.cells[cell].variable.value].name;  // a copy: there will be more
        const VarId own = fresh(name, type.cells[cell].sort);
        const ExprId initial = location == process.start ? leaf.values[i] : filler(type.cells[cell].sort);
        placed.parameter[cell] = add_parameter(own, initial, process.name + "." + name);
      }
    }
    std::vector<SymbolicMove> moves;
    sum_variables_.clear();
    for (std::size_t l = 0; l < placed.locations.size(); ++l) {
      const ControlLocation location = model_.linear.locations[placed.locations[l].value];
      for (const Summand& summand : location.summands) moves.push_back(move_of(process, placed, l, summand));
    }
    moves_.push_back(std::move(moves));
    placed_.push_back(std::move(placed));
  }

  ExprId at(const Placed& placed, std::size_t location) {
    return spec_.expressions.add({ExprKind::builtin,
                                  spec_.sorts.boolean(),
                                  static_cast<std::uint32_t>(Builtin::equal),
                                  {variable(result_.parameters[placed.counter].variable), number(location + 1)},
                                  {},
                                  {}});
  }

  /// A summand of a process over the parameters of the whole.
  SymbolicMove move_of(const Process& process, const Placed& placed, std::size_t number_of_location,
                       const Summand& summand) {
    const ProcessType& type = model_.types[process.type];
    const LocationId location = placed.locations[number_of_location];
    const std::vector<VarId> variables = model_.linear.locations[location.value].variables;
    const std::vector<std::uint32_t>& here = slots(type, location);
    SymbolicMove move;
    Compiler::Substitution own;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const std::uint32_t cell = here[i];
      own[variables[i]] =
          placed.constant[cell] ? placed.constant[cell] : variable(result_.parameters[placed.parameter[cell]].variable);
    }
    for (const VarId v : summand.variables) {
      // Summands of one process never move together: they may share variables.
      const auto [place, added] = sum_variables_.try_emplace(v);
      if (added) place->second = fresh(spec_.variables[v.value].name, spec_.variables[v.value].sort);
      move.variables.push_back(place->second);
      own[v] = variable(place->second);
    }
    if (placed.counter != unused) move.conditions.push_back(at(placed, number_of_location));
    for (const ExprId e : summand.conditions) move.conditions.push_back(compiler_.substitute(e, own));
    for (const ActionCall& call : summand.actions) {
      move.actions.push_back({call.action, {}});
      for (const ExprId e : call.arguments) move.actions.back().arguments.push_back(compiler_.substitute(e, own));
    }
    const auto assign = [&](std::uint32_t parameter, ExprId value) {
      if (value != variable(result_.parameters[parameter].variable)) move.assignments.emplace_back(parameter, value);
    };
    if (summand.next != location) {
      const auto next = std::find(placed.locations.begin(), placed.locations.end(), summand.next);
      assign(placed.counter, number(static_cast<std::size_t>(next - placed.locations.begin()) + 1));
    }
    const std::vector<std::uint32_t>& there = slots(type, summand.next);
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (placed.constant[there[i]]) continue;
      assign(placed.parameter[there[i]], compiler_.substitute(summand.values[i], own));
    }
    for (const std::uint32_t cell : here) {
      if (placed.constant[cell] || std::find(there.begin(), there.end(), cell) != there.end()) continue;
      assign(placed.parameter[cell], filler(type.cells[cell].sort));
    }
    std::sort(move.assignments.begin(), move.assignments.end());
    return move;
  }

  /// Where all processes have ended, the whole does `Terminate`, and then nothing.
  void add_termination() {
    SymbolicMove move;
    for (const Placed& placed : placed_) {
      const auto done = std::find(placed.locations.begin(), placed.locations.end(), model_.linear.done);
      if (done == placed.locations.end() || placed.counter == unused) return;
      move.conditions.push_back(at(placed, static_cast<std::size_t>(done - placed.locations.begin())));
      move.assignments.emplace_back(placed.counter, number(placed.locations.size() + 1));
    }
    ActName name{static_cast<std::uint32_t>(spec_.action_names.size())};
    for (std::uint32_t a = 0; a < spec_.actions.size(); ++a) {
      if (spec_.name(ActId{a}) != "Terminate") continue;
      name = spec_.actions[a].name;
      if (spec_.actions[a].arguments.empty()) move.actions = {{ActId{a}, {}}};
    }
    if (move.actions.empty()) {
      if (name.value == spec_.action_names.size()) spec_.action_names.emplace_back("Terminate");
      spec_.actions.push_back({name, {}, {}});
      move.actions = {{ActId{static_cast<std::uint32_t>(spec_.actions.size() - 1)}, {}}};
    }
    result_.summands.push_back(std::move(move));
  }

  Model& model_;
  Specification& spec_;
  Program program_;
  Diagnostics ignored_;  // the model was built from the same text: all was said then
  Compiler compiler_;
  LinearProcess result_;
  std::vector<Placed> placed_;
  std::vector<std::vector<SymbolicMove>> moves_;  // by process
  std::map<SortId, ExprId> fillers_;
  std::map<VarId, VarId> sum_variables_;  // of the process at hand
  std::uint32_t next_level_ = 0;
};

}  // namespace

std::optional<LinearProcess> linear_process(Model& model, std::size_t most, std::string& problem) {
  return LinearBuilder(model).run(most, problem);
}

}  // namespace quotient::mcrl2
