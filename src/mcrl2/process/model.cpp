#include "mcrl2/process/model.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "mcrl2/formula/constant_conditions.hpp"

namespace quotient::mcrl2 {

namespace {

/// Values of sorts whose constructors have no arguments need one or two bytes; all others four.
std::uint32_t width_of(SortId sort, const Model& model) {
  const SortKind kind = model.spec.sorts.kind(sort);
  if (kind == SortKind::boolean) return 1;
  const auto constructors = model.spec.constructors.find(sort);
  if (constructors == model.spec.constructors.end()) return 4;
  for (const FuncId constructor : constructors->second) {
    if (!model.spec.functions[constructor.value].domain.empty()) return 4;
    if (!model.program.functions[constructor.value].by_arity.empty()) return 4;
  }
  // A map without equation may leave a term that is no constructor; the largest codes stay free for those.
  return constructors->second.size() < 0x80 ? 1 : constructors->second.size() < 0x8000 ? 2 : 4;
}

void place_variables(ProcessType& type, const Model& model) {
  std::map<VarId, std::uint32_t> home;
  for (const LocationId id : type.locations) {
    const std::vector<VarId>& variables = model.linear.locations[id.value].variables;
    std::vector<std::uint32_t> slots(variables.size(), UINT32_MAX);
    std::vector<bool> taken(type.cells.size(), false);
    // First those that have a cell from elsewhere, so that values rarely move.
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const auto known = home.find(variables[i]);
      if (known == home.end() || taken[known->second]) continue;
      slots[i] = known->second;
      taken[known->second] = true;
    }
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (slots[i] != UINT32_MAX) continue;
      const SortId sort = model.spec.variables[variables[i].value].sort;
      std::uint32_t cell = 0;
      while (cell < type.cells.size() && (taken[cell] || type.cells[cell].sort != sort)) ++cell;
      if (cell == type.cells.size()) {
        type.cells.push_back({sort, 0, width_of(sort, model), variables[i]});
        taken.push_back(false);
      }
      taken[cell] = true;
      slots[i] = cell;
      home.try_emplace(variables[i], cell);
    }
    type.slots.push_back(std::move(slots));
  }
}

ProcessType type_of(std::span<const LocationId> starts, const Model& model) {
  ProcessType type;
  type.number.assign(model.linear.locations.size(), UINT32_MAX);
  const auto visit = [&](LocationId id) {
    if (type.number[id.value] != UINT32_MAX) return;
    type.number[id.value] = static_cast<std::uint32_t>(type.locations.size());
    type.locations.push_back(id);
  };
  for (const LocationId start : starts) visit(start);
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    for (const Summand& summand : model.linear.locations[type.locations[i].value].summands) visit(summand.next);
  }
  visit(model.linear.done);
  visit(model.linear.ended);
  type.location_width = type.locations.size() <= 0x100 ? 1 : type.locations.size() <= 0x10000 ? 2 : 4;
  place_variables(type, model);
  type.size = type.location_width;
  for (Cell& cell : type.cells) {
    cell.offset = type.size;
    type.size += cell.width;
  }
  return type;
}

/// Compiles what is solved once arguments of actions are known: variables of the location, then these arguments.
class Closer {
 public:
  Closer(const Summand& summand, const std::vector<ExprId>& conditions, const std::vector<VarId>& location_variables,
         Compiler& compiler, Specification& spec)
      : summand_(summand), compiler_(compiler), spec_(spec), captured_(location_variables), conditions_(conditions) {}

  void give(std::uint32_t action, std::uint32_t argument) {
    const ActionCall& call = summand_.actions[action];
    const SortId sort = spec_.actions[call.action.value].arguments[argument];
    const VarId given = spec_.variable("given", sort, {VarLevel::Origin::given, argument, action}, false);
    captured_.push_back(given);
    const ExprId value = spec_.expressions.add({ExprKind::variable, sort, given.value, {}, {}, summand_.range});
    conditions_.push_back(spec_.expressions.add({ExprKind::builtin,
                                                 spec_.sorts.boolean(),
                                                 static_cast<std::uint32_t>(Builtin::equal),
                                                 {call.arguments[argument], value},
                                                 {},
                                                 summand_.range}));
  }
  Solver solver() { return compiler_.solver(summand_.variables, conditions_, captured_, summand_.range); }

 private:
  const Summand& summand_;
  Compiler& compiler_;
  Specification& spec_;
  std::vector<VarId> captured_;
  std::vector<ExprId> conditions_;
};

/// The sets of numbers below `count` with at most `most` members, or all, as bits; the smaller ones first.
std::vector<std::uint32_t> small_sets(std::size_t count, int most) {
  std::vector<std::uint32_t> sets;
  for (std::uint32_t set = 1; set < 1U << count; ++set) {
    if (std::popcount(set) <= most || set + 1 == 1U << count) sets.push_back(set);
  }
  std::stable_sort(sets.begin(), sets.end(),
                   [](std::uint32_t a, std::uint32_t b) { return std::popcount(a) < std::popcount(b); });
  return sets;
}

bool holds_one_of(std::uint32_t set, const std::vector<std::uint32_t>& smaller) {
  return std::any_of(smaller.begin(), smaller.end(), [&](std::uint32_t known) { return (set & known) == known; });
}

/// All sets of actions with few members, the smaller ones first; more than a few actions at once are rare.
void add_closings(CompiledSummand& result, const Summand& summand, const std::vector<ExprId>& conditions,
                  const std::vector<VarId>& location_variables, Compiler& compiler, Specification& spec) {
  constexpr std::size_t most_actions = 8;
  constexpr int most_together = 3;
  const std::size_t actions = std::min(summand.actions.size(), most_actions);
  std::vector<std::uint32_t> enough;
  for (const std::uint32_t set : small_sets(actions, most_together)) {
    if (holds_one_of(set, enough)) continue;
    CompiledSummand::Closing closing;
    Closer closer(summand, conditions, location_variables, compiler, spec);
    for (std::uint32_t a = 0; a < actions; ++a) {
      if ((set >> a & 1U) == 0) continue;
      closing.positions.push_back(a);
      for (std::uint32_t i = 0; i < summand.actions[a].arguments.size(); ++i) closer.give(a, i);
    }
    closing.solver = closer.solver();
    // What is bounded only in some cases is tried with all that can be known.
    if (!closing.solver.bounded && set + 1 != 1U << actions) continue;
    enough.push_back(set);
    result.closings.push_back(std::move(closing));
  }
}

/// The least sets of arguments of one action that bound the sum.
void add_part_closings(CompiledSummand& result, const Summand& summand, const std::vector<ExprId>& conditions,
                       const std::vector<VarId>& location_variables, Compiler& compiler, Specification& spec) {
  constexpr std::size_t most_arguments = 6;
  constexpr int most_together = 3;
  for (std::uint32_t a = 0; a < summand.actions.size(); ++a) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < summand.actions[a].arguments.size(); ++i) {
      if (!result.actions[a].settled[i]) open.push_back(i);
    }
    if (open.size() < 2 || open.size() > most_arguments) continue;
    std::vector<std::uint32_t> enough;
    for (const std::uint32_t set : small_sets(open.size(), most_together)) {
      if (set + 1 == 1U << open.size() || holds_one_of(set, enough)) continue;  // all: a closing
      CompiledSummand::PartClosing part{a, {}, {}};
      Closer closer(summand, conditions, location_variables, compiler, spec);
      for (std::uint32_t i = 0; i < open.size(); ++i) {
        if ((set >> i & 1U) == 0) continue;
        part.arguments.push_back(open[i]);
        closer.give(a, open[i]);
      }
      part.solver = closer.solver();
      if (!part.solver.bounded) continue;
      enough.push_back(set);
      result.part_closings.push_back(std::move(part));
    }
  }
}

/// Variables of the sum that occur in an expression.
std::vector<VarId> sum_variables(ExprId expr, const Summand& summand, Compiler& compiler) {
  std::vector<VarId> found;
  std::ranges::copy_if(compiler.free_variables(expr), std::back_inserter(found),
                       [&](VarId v) { return std::ranges::find(summand.variables, v) != summand.variables.end(); });
  return found;
}

/// What an argument can be, whatever the rest of the summand is. `connected`: all variables are looked at that
/// conditions connect with those of the argument.
std::optional<CompiledSummand::ArgumentRange> range_of(ExprId argument, bool connected, const Summand& summand,
                                                       const std::vector<ExprId>& conditions,
                                                       const std::vector<VarId>& location_variables,
                                                       Compiler& compiler) {
  std::vector<VarId> variables = sum_variables(argument, summand, compiler);
  const auto within = [&](VarId v) { return std::ranges::find(variables, v) != variables.end(); };
  for (bool more = connected; more;) {
    more = false;
    for (const ExprId condition : conditions) {
      const std::vector<VarId> own = sum_variables(condition, summand, compiler);
      if (std::ranges::none_of(own, within)) continue;
      for (const VarId v : own) {
        if (within(v)) continue;
        variables.push_back(v);
        more = true;
      }
    }
  }
  std::vector<ExprId> about;
  std::ranges::copy_if(conditions, std::back_inserter(about), [&](ExprId condition) {
    const std::vector<VarId> own = sum_variables(condition, summand, compiler);
    return !own.empty() && std::ranges::all_of(own, within);
  });
  CompiledSummand::ArgumentRange range;
  range.solver = compiler.solver(variables, about, location_variables, summand.range);
  if (!range.solver.bounded) return std::nullopt;
  std::vector<VarId> layout = location_variables;
  layout.insert(layout.end(), variables.begin(), variables.end());
  range.value = compiler.routine(argument, layout);
  return range;
}

void add_ranges(CompiledSummand& result, const Summand& summand, const std::vector<ExprId>& conditions,
                const std::vector<VarId>& location_variables, Compiler& compiler) {
  for (std::size_t a = 0; a < summand.actions.size(); ++a) {
    auto& row = result.ranges.emplace_back();
    for (std::size_t i = 0; i < summand.actions[a].arguments.size(); ++i) {
      row.emplace_back();
      if (result.actions[a].settled[i]) continue;
      const ExprId argument = summand.actions[a].arguments[i];
      row.back() = range_of(argument, false, summand, conditions, location_variables, compiler);
      if (!row.back()) row.back() = range_of(argument, true, summand, conditions, location_variables, compiler);
    }
  }
}

/// For each action that communicates and has a variable of the sum as an argument.
void add_term_closings(CompiledSummand& result, const Summand& summand, const std::vector<ExprId>& conditions,
                       const std::vector<VarId>& location_variables, Compiler& compiler, Specification& spec,
                       const std::vector<bool>& communicates) {
  for (std::uint32_t a = 0; a < summand.actions.size(); ++a) {
    const std::vector<ExprId>& arguments = summand.actions[a].arguments;
    const bool takes = std::ranges::any_of(arguments, [&](ExprId argument) {
      const Expr& expr = spec[argument];
      return expr.kind == ExprKind::variable &&
             std::ranges::find(summand.variables, VarId{expr.symbol}) != summand.variables.end();
    });
    if (!takes || !communicates[a]) continue;
    CompiledSummand::Closing closing{{a}, {}};
    Closer closer(summand, conditions, location_variables, compiler, spec);
    for (std::uint32_t i = 0; i < arguments.size(); ++i) closer.give(a, i);
    closing.solver = closer.solver();
    if (closing.solver.bounded) result.term_closings.push_back(std::move(closing));
  }
}

CompiledSummand compile(const Summand& summand, const std::vector<VarId>& location_variables, Compiler& compiler,
                        Specification& spec, const Network& network) {
  const auto communicates = [&](const ActionCall& call) {
    const ActName name = spec.actions[call.action.value].name;
    return std::any_of(network.groups.begin(), network.groups.end(), [&](const Group& group) {
      return std::any_of(group.operators.begin(), group.operators.end(), [&](const NameOperator& op) {
        return op.kind == ProcKind::comm && std::any_of(op.names.begin(), op.names.end(), [&](const NameRule& rule) {
                 return std::find(rule.from.begin(), rule.from.end(), name) != rule.from.end();
               });
      });
    });
  };
  CompiledSummand result;
  result.range = summand.range;
  result.next = summand.next;
  std::vector<ExprId> conditions;
  for (const ExprId condition : summand.conditions) compiler.conjuncts(condition, false, conditions);
  result.solver = compiler.solver(summand.variables, conditions, location_variables, summand.range);
  std::vector<VarId> layout = location_variables;
  layout.insert(layout.end(), summand.variables.begin(), summand.variables.end());
  for (const ActionCall& call : summand.actions) {
    CompiledSummand::Action action{call.action, {}, {}};
    for (const ExprId argument : call.arguments) {
      action.arguments.push_back(compiler.routine(argument, layout));
      const std::vector<VarId>& free = compiler.free_variables(argument);
      action.settled.push_back(std::none_of(free.begin(), free.end(), [&](VarId v) {
        return std::find(summand.variables.begin(), summand.variables.end(), v) != summand.variables.end();
      }));
    }
    result.actions.push_back(std::move(action));
  }
  if (summand.time) result.time = compiler.routine(summand.time, layout);
  result.choice = summand.choice;
  for (const ExprId weight : summand.weights) result.weights.push_back(compiler.routine(weight, layout));
  for (const VarId v : summand.random) {
    const auto place = std::find(summand.variables.begin(), summand.variables.end(), v);
    result.random.push_back(static_cast<std::uint32_t>(place - summand.variables.begin()));
  }
  for (const ExprId value : summand.values) result.values.push_back(compiler.routine(value, layout));
  // A function may be written in many ways. One that is received stays as it was sent; only where nobody can send it,
  // all are tried.
  if (result.solver.enumerable && std::none_of(summand.actions.begin(), summand.actions.end(), communicates)) {
    result.solver.bounded = true;
  }
  if (result.solver.bounded) {
    std::vector<bool> which;
    for (const ActionCall& call : summand.actions) which.push_back(communicates(call));
    add_term_closings(result, summand, conditions, location_variables, compiler, spec, which);
    return result;
  }
  add_closings(result, summand, conditions, location_variables, compiler, spec);
  add_part_closings(result, summand, conditions, location_variables, compiler, spec);
  add_ranges(result, summand, conditions, location_variables, compiler);
  return result;
}

/// The clock as one more process, where some action has a time.
void add_clock(Model& model, Compiler& compiler) {
  const bool timed = std::ranges::any_of(model.linear.locations, [](const ControlLocation& location) {
    return std::ranges::any_of(location.summands, [](const Summand& summand) { return bool{summand.time}; });
  });
  if (!timed) return;
  const SortId real = model.spec.sorts.basic(SortKind::real);
  const VarId now = model.spec.variable("now", real, {VarLevel::Origin::clock}, false);
  const LocationId place{static_cast<std::uint32_t>(model.linear.locations.size())};
  model.linear.locations.push_back({"time", {now}, {}, {}, {}});
  model.locations.push_back({"time", {now}, {}});
  model.types.push_back(type_of(std::span(&place, 1), model));
  model.clock = static_cast<std::uint32_t>(model.processes.size());
  model.processes.push_back({"time",
                             static_cast<std::uint32_t>(model.types.size() - 1),
                             model.state_size,
                             {compiler.routine(model.spec.expressions.number("0", real, {}), {})},
                             place});
  model.state_size += model.types.back().size;
}

/// The formula as one more process.
bool add_formula(Model& model, Compiler& compiler, const SourceMap& sources, Diagnostics& diagnostics) {
  model.formula = compile_formula(model.spec, compiler, sources, diagnostics);
  if (model.formula == nullptr) return false;
  check_constant_conditions(*model.formula, model.program, diagnostics);
  if (diagnostics.has_errors()) return false;
  model.first_position = {static_cast<std::uint32_t>(model.linear.locations.size())};
  std::vector<LocationId> places;
  for (const FormulaPosition& position : model.formula->positions) {
    places.push_back({static_cast<std::uint32_t>(model.linear.locations.size())});
    model.linear.locations.push_back({position.text, position.variables, {}, {}, {}});
    model.locations.push_back({position.text, position.variables, {}});
  }
  std::swap(places.front(), places[model.formula->start]);  // a process starts where its type does
  model.types.push_back(type_of(places, model));
  model.processes.push_back({"formula", static_cast<std::uint32_t>(model.types.size() - 1), model.state_size,
                             model.formula->initial, places.front()});
  model.state_size += model.types.back().size;
  return true;
}

}  // namespace

std::unique_ptr<Model> build_model(Specification spec, const SourceMap& sources, Diagnostics& diagnostics) {
  auto model = std::make_unique<Model>();
  model->spec = std::move(spec);
  Compiler compiler(model->spec, model->program, diagnostics);
  compiler.compile_functions();
  Lineariser lineariser(model->spec, compiler, sources, diagnostics);
  auto network = build_network(model->spec, compiler, lineariser, diagnostics);
  if (!network || diagnostics.has_errors()) return nullptr;
  model->network = std::move(*network);
  lineariser.expand_all();
  if (diagnostics.has_errors()) return nullptr;
  model->linear = lineariser.take();
  if (model->linear.random && model->spec.formula.root) {
    diagnostics.error(model->spec.formula[model->spec.formula.root].range,
                      "formulas are not checked for specifications with 'dist': what holds there has a probability");
    return nullptr;
  }
  for (const ControlLocation& location : model->linear.locations) {
    CompiledLocation compiled;
    compiled.name = location.name;
    compiled.variables = location.variables;
    for (const Summand& summand : location.summands) {
      compiled.summands.push_back(compile(summand, location.variables, compiler, model->spec, model->network));
      compiled.summands.back().place = model->places++;
    }
    model->locations.push_back(std::move(compiled));
  }
  std::map<LocationId, std::uint32_t> types;
  std::map<std::string, int> names;
  for (const Leaf& leaf : model->network.leaves) ++names[leaf.name];
  std::map<std::string, int> seen;
  for (const Leaf& leaf : model->network.leaves) {
    const auto [place, fresh] = types.try_emplace(leaf.location, static_cast<std::uint32_t>(model->types.size()));
    if (fresh) model->types.push_back(type_of(std::span(&leaf.location, 1), *model));
    const std::string name = names[leaf.name] == 1 ? leaf.name : fmt::format("{}#{}", leaf.name, ++seen[leaf.name]);
    Process process{name, place->second, model->state_size, {}, leaf.location};
    for (const ExprId value : leaf.values) process.initial.push_back(compiler.routine(value, {}));
    model->processes.push_back(std::move(process));
    model->state_size += model->types[place->second].size;
  }
  add_clock(*model, compiler);
  model->steps_size = model->state_size;
  if (model->spec.formula.root && !add_formula(*model, compiler, sources, diagnostics)) return nullptr;
  return model;
}

}  // namespace quotient::mcrl2
