#include "mcrl2/partial_order/known_actions.hpp"

#include <algorithm>
#include <map>

#include "base/stop_signal.hpp"

namespace quotient::mcrl2 {

namespace {

/// Values of the variables of one location, as far as they are known.
using KnownValues = std::vector<std::optional<Value>>;

class ValueFinder {
 public:
  ValueFinder(const Model& model, Evaluator& evaluator, const Process& process)
      : model_(model), evaluator_(evaluator), type_(model.types[process.type]), values_(type_.locations.size()) {
    find(process);
  }

  std::vector<KnownAction> actions_of(std::uint32_t location, std::uint32_t number) {
    const Summand& text = summands(location)[number];
    const CompiledSummand& summand = compiled(location)[number];
    std::vector<KnownAction> out;
    for (std::size_t a = 0; a < summand.actions.size(); ++a) {
      const ActInfo& declared = model_.spec.actions[summand.actions[a].action.value];
      KnownAction& action = out.emplace_back();
      action.name = declared.name;
      action.sorts = declared.arguments;
      for (std::size_t k = 0; k < summand.actions[a].arguments.size(); ++k) {
        action.arguments.push_back(value_of(text.actions[a].arguments[k], summand.actions[a].arguments[k], location,
                                            summand.solver.sorts.size()));
      }
    }
    return out;
  }

 private:
  const std::vector<Summand>& summands(std::uint32_t location) const {
    return model_.linear.locations[type_.locations[location].value].summands;
  }
  const std::vector<CompiledSummand>& compiled(std::uint32_t location) const {
    return model_.locations[type_.locations[location].value].summands;
  }

  void find(const Process& process) {
    const std::uint32_t start = type_.number[process.start.value];
    values_[start].emplace();
    for (const RoutineId routine : process.initial) values_[start]->push_back(plain(routine, {}));
    std::vector<std::uint32_t> waiting = {start};
    while (!waiting.empty()) {
      poll_stop();
      const std::uint32_t location = waiting.back();
      waiting.pop_back();
      for (std::uint32_t s = 0; s < summands(location).size(); ++s) {
        const std::uint32_t next = type_.number[summands(location)[s].next.value];
        if (join(next, values_behind(location, s))) waiting.push_back(next);
      }
    }
  }

  KnownValues values_behind(std::uint32_t location, std::uint32_t number) {
    const Summand& text = summands(location)[number];
    const CompiledSummand& summand = compiled(location)[number];
    KnownValues out;
    for (std::size_t k = 0; k < summand.values.size(); ++k)
      out.push_back(value_of(text.values[k], summand.values[k], location, summand.solver.sorts.size()));
    return out;
  }

  /// Whether that is news of the location.
  bool join(std::uint32_t location, KnownValues found) {
    std::optional<KnownValues>& known = values_[location];
    if (!known) {
      known = std::move(found);
      return true;
    }
    bool news = false;
    for (std::size_t k = 0; k < known->size() && k < found.size(); ++k) {
      if (!(*known)[k] || (*known)[k] == found[k]) continue;
      (*known)[k].reset();
      news = true;
    }
    return news;
  }

  /// Of an expression in the variables of a location, followed by `others`, which are not known.
  std::optional<Value> value_of(ExprId text, RoutineId routine, std::uint32_t location, std::size_t others) {
    const std::vector<VarId>& variables = model_.linear.locations[type_.locations[location].value].variables;
    const std::optional<KnownValues>& known = values_[location];
    if (!known || !mentions_only(text, variables, *known)) return std::nullopt;
    std::vector<Value> locals;
    for (const std::optional<Value>& value : *known) locals.push_back(value.value_or(Value()));
    locals.resize(locals.size() + others);
    return plain(routine, locals);
  }

  /// Whether it has no variables but those whose values are known.
  bool mentions_only(ExprId text, const std::vector<VarId>& variables, const KnownValues& known) const {
    const Expr& expr = model_.spec.expressions[text];
    if (expr.kind == ExprKind::variable) {
      const auto at = std::find(variables.begin(), variables.end(), VarId{expr.symbol});
      return at != variables.end() && known[static_cast<std::size_t>(at - variables.begin())].has_value();
    }
    // What a quantifier or a comprehension binds may have the name of something else: rare, and not worth the trouble.
    if (!expr.variables.empty()) return false;
    return std::all_of(expr.arguments.begin(), expr.arguments.end(),
                       [&](ExprId part) { return mentions_only(part, variables, known); });
  }

  /// Values that are different data where they are different.
  std::optional<Value> plain(RoutineId routine, std::span<const Value> locals) {
    try {
      const Value value = evaluator_.run(routine, locals);
      return evaluator_.is_plain(value) ? std::optional(value) : std::nullopt;
    } catch (const EvaluationError&) {
      return std::nullopt;
    }
  }

  const Model& model_;
  Evaluator& evaluator_;
  const ProcessType& type_;
  std::vector<std::optional<KnownValues>> values_;  // by location; nothing where none was reached yet
};

}  // namespace

bool KnownAction::may_equal(const KnownAction& other) const {
  if (sorts != other.sorts) return true;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k] && other.arguments[k] && *arguments[k] != *other.arguments[k]) return false;
  }
  return true;
}

KnownActions known_actions(const Model& model, Evaluator& evaluator) {
  KnownActions all;
  for (std::size_t p = 0; p < model.network.leaves.size(); ++p) {
    ValueFinder finder(model, evaluator, model.processes[p]);
    const ProcessType& type = model.types[model.processes[p].type];
    auto& locations = all.emplace_back();
    for (std::uint32_t l = 0; l < type.locations.size(); ++l) {
      auto& summands = locations.emplace_back();
      for (std::uint32_t s = 0; s < model.locations[type.locations[l].value].summands.size(); ++s)
        summands.push_back(finder.actions_of(l, s));
    }
  }
  return all;
}

}  // namespace quotient::mcrl2
