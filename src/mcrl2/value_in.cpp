#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "base/deep_stack.hpp"
#include "mcrl2/check/check.hpp"
#include "mcrl2/data/compiler.hpp"
#include "mcrl2/data/print.hpp"
#include "mcrl2/data/read_value.hpp"
#include "mcrl2/mcrl2.hpp"
#include "mcrl2/process/model.hpp"
#include "mcrl2/steps/generator.hpp"
#include "mcrl2/syntax/parser.hpp"

namespace quotient::mcrl2 {

namespace {

/// A variable of a process in a state, so that another program can read it.
struct Known {
  std::string name, sort;
  std::vector<std::uint8_t> value;
};

class ValuesOfState final : public Generator {
 public:
  using Generator::Generator;

  /// Those whose names say which process is meant.
  std::vector<Known> read(StateView state) {
    std::map<std::string, std::size_t> count;
    std::vector<Known> all;
    std::vector<Value> values;
    const ExprPrinter printer(model_.spec);
    for (const Process& process : model_.processes) {
      const LocationId id = locals_.coder().decode(process.type, state.data() + process.offset, values);
      const CompiledLocation& location = model_.locations[id.value];
      for (std::size_t i = 0; i < values.size(); ++i) {
        const VarInfo& variable = model_.spec.variables[location.variables[i].value];
        Known known{variable.name, printer.sort(variable.sort), {}};
        serialise(values[i], known.value);
        ++count[known.name];
        all.push_back(std::move(known));
      }
    }
    std::erase_if(all, [&](const Known& each) { return count[each.name] > 1; });
    return all;
  }
};

/// The variables that an expression may name; nullopt if this is no state of the specification.
std::optional<std::vector<Known>> known_in(SourceMap& sources, FileId file, const Options& options,
                                           std::span<const std::uint8_t> lasting, Diagnostics& diagnostics) {
  std::optional<Specification> spec = check(parse(sources, file, diagnostics), diagnostics);
  if (!spec || diagnostics.has_errors()) return std::nullopt;
  const std::unique_ptr<Model> model = build_model(std::move(*spec), sources, diagnostics);
  if (model == nullptr || diagnostics.has_errors()) return std::nullopt;
  SharedTables shared;
  ValuesOfState values(*model, shared, options);
  const auto state = values.recall(lasting);
  if (state) return values.read(*state);
  diagnostics.error({file, 0, 0}, "this is no state of the specification");
  return std::nullopt;
}

/// The expression as the left side of an equation, the one condition of a formula.
std::optional<ExprId> left_of_condition(const Specification& spec) {
  for (const FormulaNode& node : spec.formula.nodes) {
    for (const ExprId condition : node.conditions) {
      const Expr& expr = spec[condition];
      if (expr.kind == ExprKind::builtin && static_cast<Builtin>(expr.symbol) == Builtin::equal)
        return expr.arguments[0];
    }
  }
  return std::nullopt;
}

std::optional<std::string> evaluated(SourceMap& sources, FileId file, const std::string& expression,
                                     const std::vector<Known>& known, Diagnostics& diagnostics) {
  std::string variables;
  for (const Known& each : known)
    variables += fmt::format("{}{}: {}", variables.empty() ? "" : ", ", each.name, each.sort);
  // A line of its own, so that columns are those of the expression. Behind a modality the variables are those of the
  // formula: a quantifier over nothing but data would be part of the expression.
  const std::string text =
      fmt::format("{}val((\n{}\n) == (\n{}\n))", variables.empty() ? "" : fmt::format("forall {} . [true] ", variables),
                  expression, expression);
  const ast::FormulaFile formula = parse_formula(sources, sources.add("expression", text), diagnostics);
  if (!formula.formula || diagnostics.has_errors()) return std::nullopt;
  std::optional<Specification> spec = check(parse(sources, file, diagnostics), *formula.formula, diagnostics);
  if (!spec || diagnostics.has_errors()) return std::nullopt;
  const std::optional<ExprId> expr = left_of_condition(*spec);
  if (!expr) {
    diagnostics.error({file, 0, 0}, "this is no data expression");
    return std::nullopt;
  }
  Program program;
  Compiler compiler(*spec, program, diagnostics);
  compiler.compile_functions();
  const std::vector<VarId> free = compiler.free_variables(*expr);
  const RoutineId routine = compiler.routine(*expr, free);
  if (diagnostics.has_errors()) return std::nullopt;
  Evaluator evaluator(program, {});
  std::vector<Value> arguments;
  for (const VarId variable : free) {
    const VarInfo& info = spec->variables[variable.value];
    const auto found = std::ranges::find(known, info.name, &Known::name);
    std::optional<Value> value;
    if (found != known.end()) {
      std::span<const std::uint8_t> bytes = found->value;
      value = ValueReader(program, evaluator.store()).read(bytes, info.sort);
    }
    if (!value) {
      diagnostics.error({file, 0, 0}, fmt::format("the value of '{}' cannot be used in an expression", info.name));
      return std::nullopt;
    }
    arguments.push_back(*value);
  }
  const SortId sort = (*spec)[*expr].sort;
  try {
    return evaluator.text(evaluator.run(routine, arguments), sort);
  } catch (const EvaluationError& error) {
    diagnostics.error({file, 0, 0}, error.message);
    return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> value_in(SourceMap& sources, FileId file, const Options& options,
                                    const std::string& expression, std::optional<std::span<const std::uint8_t>> state,
                                    Diagnostics& diagnostics) {
  std::optional<std::string> result;
  with_deep_stack([&] {
    std::optional<std::vector<Known>> known = std::vector<Known>();
    if (state) known = known_in(sources, file, options, *state, diagnostics);
    if (known) result = evaluated(sources, file, expression, *known, diagnostics);
  });
  return result;
}

}  // namespace quotient::mcrl2
