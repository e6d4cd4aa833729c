#include "mcrl2/process/fixed_variables.hpp"

#include <deque>

namespace quotient::mcrl2 {

namespace {

/// Where the value of a variable comes from, as far as is known.
struct Origin {
  enum class Kind : std::uint8_t { unknown, start, constant, several };
  Kind kind = Kind::unknown;
  std::uint32_t which = 0;  // the variable of the first location, or the expression
  friend bool operator==(const Origin&, const Origin&) = default;
};

/// What a step hands on for a variable of its target.
Origin origin_of(ExprId value, const std::vector<VarId>& variables, const std::vector<Origin>& origins,
                 const Specification& spec) {
  const Expr& expr = spec[value];
  if (expr.kind == ExprKind::variable) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].value == expr.symbol) return origins[i];
    }
    return {Origin::Kind::several, 0};  // of a sum
  }
  const bool plain = expr.kind == ExprKind::call || expr.kind == ExprKind::number || expr.kind == ExprKind::truth;
  if (plain && expr.arguments.empty()) return {Origin::Kind::constant, value.value};
  return {Origin::Kind::several, 0};
}

}  // namespace

std::vector<std::vector<bool>> fixed_variables(const ProcessType& type, const Model& model) {
  std::vector<std::vector<Origin>> origins;
  for (const LocationId id : type.locations) origins.emplace_back(model.linear.locations[id.value].variables.size());
  for (std::uint32_t i = 0; i < origins.front().size(); ++i) origins.front()[i] = {Origin::Kind::start, i};
  // A variable changes its origin twice at most, so this ends.
  std::deque<std::uint32_t> todo{0};
  std::vector<bool> reached(type.locations.size(), false), waiting(type.locations.size(), false);
  reached.front() = true;
  while (!todo.empty()) {
    const std::uint32_t number = todo.front();
    todo.pop_front();
    waiting[number] = false;
    const ControlLocation& location = model.linear.locations[type.locations[number].value];
    for (const Summand& summand : location.summands) {
      const std::uint32_t next = type.number[summand.next.value];
      bool changed = !reached[next];
      reached[next] = true;
      for (std::size_t i = 0; i < summand.values.size(); ++i) {
        const Origin from = origin_of(summand.values[i], location.variables, origins[number], model.spec);
        Origin& to = origins[next][i];
        if (from == to || to.kind == Origin::Kind::several) continue;
        to = to.kind == Origin::Kind::unknown ? from : Origin{Origin::Kind::several, 0};
        changed = true;
      }
      if (!changed || waiting[next]) continue;
      waiting[next] = true;
      todo.push_back(next);
    }
  }
  std::vector<std::vector<bool>> result;
  for (const std::vector<Origin>& all : origins) {
    std::vector<bool>& fixed = result.emplace_back();
    for (const Origin& each : all) {
      fixed.push_back(each.kind == Origin::Kind::start || each.kind == Origin::Kind::constant);
    }
  }
  return result;
}

}  // namespace quotient::mcrl2
