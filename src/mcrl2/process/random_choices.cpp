#include <algorithm>

#include "mcrl2/process/linear.hpp"

// A random choice (`dist`) is made when what it stands before is entered, as in mcrl22lps: a step leads to a
// distribution over states in which every choice is made, and states never wait for one. So what is entered is stripped
// of the choices at its front. Conditions before a choice are decided on entering, too: they are about values that are
// known by then.

namespace quotient::mcrl2 {

/// Whether a choice stands before the first action.
bool Lineariser::begins_at_random(ProcExprId process) {
  if (!process) return false;
  if (const auto known = begins_at_random_.find(process); known != begins_at_random_.end()) return known->second;
  begins_at_random_[process] = false;  // a process that calls itself before any action is refused elsewhere
  const ProcExpr expr = spec_[process];
  bool result = expr.kind == ProcKind::dist;
  switch (expr.kind) {
    case ProcKind::choice:
    case ProcKind::condition:
    case ProcKind::parallel:
    case ProcKind::sum:
    case ProcKind::at:
      for (const ProcExprId operand : expr.operands) result = begins_at_random(operand) || result;
      break;
    case ProcKind::sequence:
      result = begins_at_random(expr.operands.front());
      break;
    case ProcKind::call:
      result = begins_at_random(spec_.processes[expr.process.value].body);
      break;
    default:
      break;
  }
  return begins_at_random_[process] = result;
}

ExprId Lineariser::variable(VarId v, SourceRange range) {
  return spec_.expressions.add({ExprKind::variable, spec_.variables[v.value].sort, v.value, {}, {}, range});
}

VarId Lineariser::unused(VarId v, const std::vector<VarId>& used) {
  const VarInfo info = spec_.variables[v.value];
  VarId own = v;
  for (VarLevel level = info.level; std::find(used.begin(), used.end(), own) != used.end();) {
    ++level.number;
    own = spec_.variable(info.name, info.sort, level, false);
  }
  return own;
}

/// weight > 0, so that bounds in it are seen: `if(n < 3, 1/3, 0) > 0` is `n < 3`.
ExprId Lineariser::positive(ExprId weight) {
  const Expr expr = spec_[weight];
  const SortId boolean = spec_.sorts.boolean();
  if (expr.kind == ExprKind::number) {
    const bool zero = spec_.expressions.digits(expr).find_first_not_of('0') == std::string::npos;
    return spec_.expressions.add({ExprKind::truth, boolean, zero ? 0U : 1U, {}, {}, expr.range});
  }
  if (expr.kind == ExprKind::builtin && expr.symbol == static_cast<std::uint32_t>(Builtin::if_then_else)) {
    const ExprId yes = positive(expr.arguments[1]), no = positive(expr.arguments[2]);
    return spec_.expressions.add(
        {ExprKind::builtin, boolean, expr.symbol, {expr.arguments[0], yes, no}, {}, expr.range});
  }
  const ExprId zero = spec_.expressions.number("0", expr.sort, expr.range);
  return spec_.expressions.add(
      {ExprKind::builtin, boolean, static_cast<std::uint32_t>(Builtin::less), {zero, weight}, {}, expr.range});
}

Lineariser::Outcome Lineariser::substituted(Outcome outcome, const Substitution& values) {
  for (ExprId& condition : outcome.conditions) condition = compiler_.substitute(condition, values);
  for (ExprId& weight : outcome.weights) weight = compiler_.substitute(weight, values);
  return outcome;
}

/// The same node around each combination of what its operands may come to.
std::vector<Lineariser::Outcome> Lineariser::strip_all(const ProcExpr& expr) {
  std::vector<Outcome> all(1);
  std::vector<std::vector<ProcExprId>> operands(1);
  for (const ProcExprId operand : expr.operands) {
    std::vector<Outcome> next;
    std::vector<std::vector<ProcExprId>> longer;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const Outcome& more : strip(operand)) {
        Outcome& joint = next.emplace_back(all[i]);
        joint.conditions.insert(joint.conditions.end(), more.conditions.begin(), more.conditions.end());
        joint.variables.insert(joint.variables.end(), more.variables.begin(), more.variables.end());
        joint.weights.insert(joint.weights.end(), more.weights.begin(), more.weights.end());
        longer.push_back(operands[i]);
        longer.back().push_back(more.process);
      }
    }
    constexpr std::size_t most = 1000;
    if (next.size() > most && !failed_) {
      failed_ = true;
      diagnostics_.error(expr.range, "too many conditions before random choices that are made at once");
    }
    if (failed_) return {};
    all = std::move(next);
    operands = std::move(longer);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    ProcExpr own = expr;
    own.operands = operands[i];
    all[i].process = spec_.add(std::move(own));
  }
  return all;
}

/// What is left of a process when the choices at its front are made, for each way in which the conditions before them
/// may come out.
std::vector<Lineariser::Outcome> Lineariser::strip(ProcExprId process) {
  if (!begins_at_random(process)) return {{{}, {}, {}, process}};
  if (const auto known = stripped_.find(process); known != stripped_.end()) return known->second;
  const ProcExpr expr = spec_[process];
  std::vector<Outcome> result;
  switch (expr.kind) {
    case ProcKind::dist: {
      ProcExpr given;
      given.kind = ProcKind::given;
      given.variables = expr.variables;
      given.range = expr.range;
      std::vector<VarId> chosen;
      Substitution values;
      for (const VarId v : expr.variables) {
        const VarInfo info = spec_.variables[v.value];
        chosen.push_back(spec_.variable(info.name, info.sort, {VarLevel::Origin::drawn, 0, random_count_++}, false));
        values[v] = variable(chosen.back(), expr.range);
        given.arguments.push_back(values[v]);
      }
      const ExprId weight = compiler_.substitute(expr.arguments.front(), values);
      for (const Outcome& inner : strip(expr.operands.front())) {
        Outcome& own = result.emplace_back(substituted(inner, values));
        own.variables.insert(own.variables.begin(), chosen.begin(), chosen.end());
        own.weights.insert(own.weights.begin(), weight);
        given.operands = {inner.process};
        own.process = spec_.add(given);
      }
      break;
    }
    case ProcKind::condition: {
      for (const bool yes : {true, false}) {
        ProcExpr own = expr;
        if (!yes) own.arguments = {negation(expr.arguments.front())};
        const ProcExprId then = yes                        ? expr.operands[0]
                                : expr.operands.size() > 1 ? expr.operands[1]
                                                           : spec_.add(ProcExpr{});
        for (Outcome inner : strip(then)) {
          inner.conditions.insert(inner.conditions.begin(), own.arguments.front());
          own.operands = {inner.process};
          inner.process = spec_.add(own);
          result.push_back(std::move(inner));
        }
      }
      break;
    }
    case ProcKind::sequence: {
      for (Outcome inner : strip(expr.operands.front())) {
        ProcExpr own = expr;
        own.operands.front() = inner.process;
        inner.process = spec_.add(std::move(own));
        result.push_back(std::move(inner));
      }
      break;
    }
    case ProcKind::call: {
      const ProcInfo info = spec_.processes[expr.process.value];
      ProcExpr given;
      given.kind = ProcKind::given;
      given.variables = info.parameters;
      given.arguments = expr.arguments;
      given.range = expr.range;
      Substitution values;
      for (std::size_t i = 0; i < info.parameters.size(); ++i) values[info.parameters[i]] = expr.arguments[i];
      for (const Outcome& inner : strip(info.body)) {
        Outcome& own = result.emplace_back(substituted(inner, values));
        given.operands = {inner.process};
        own.process = spec_.add(given);
      }
      break;
    }
    case ProcKind::sum:
      if (!failed_) {
        diagnostics_.error(expr.range,
                           "'dist' below 'sum' without an action between them is not supported: it would make a "
                           "random choice for each value of the sum");
      }
      failed_ = true;
      return {};
    default:  // choice, parallel, at
      result = strip_all(expr);
      break;
  }
  // Two parts of one process may be the same text, and their choices are two all the same.
  for (Outcome& outcome : result) {
    std::vector<VarId> seen;
    for (const VarId v : outcome.variables) {
      if (std::find(seen.begin(), seen.end(), v) != seen.end() && !failed_) {
        failed_ = true;
        diagnostics_.error(expr.range,
                           "a process that begins with 'dist' stands here twice before any action, which is "
                           "not supported: write its choice twice");
      }
      seen.push_back(v);
    }
  }
  if (failed_) return {};
  return stripped_[process] = std::move(result);
}

Lineariser::Item Lineariser::entered_item(const Item& from, const Outcome& outcome) {
  const bool process = from.kind == Item::Kind::process;
  const auto [place, fresh] = entered_index_.try_emplace({process ? from.id : UINT32_MAX, outcome.process},
                                                         static_cast<std::uint32_t>(entered_.size()));
  if (fresh) {
    EnteredProcess made{outcome.process, process ? ProcId{from.id} : ProcId{UINT32_MAX}, {}};
    if (process) {
      made.variables = spec_.processes[from.id].parameters;  // as at the beginning of a process: all of them live
      made.variables.insert(made.variables.end(), outcome.variables.begin(), outcome.variables.end());
    } else {
      made.variables = free_variables(outcome.process);
    }
    entered_.push_back(std::move(made));
  }
  return {Item::Kind::entered, place->second, {}};
}

/// What a step that leads to `rest` may find there. `used` are variables that random ones must not be called like;
/// those that are made are added to it.
std::vector<Lineariser::Entered> Lineariser::enter(std::vector<Continuation> rest, std::vector<VarId> used) {
  std::vector<Entered> result;
  if (!has_random_ || rest.empty() || rest.front().item.kind == Item::Kind::entered) {
    result.push_back({{}, {}, {}, std::move(rest)});
    return result;
  }
  const Continuation first = rest.front();
  if (first.item.kind == Item::Kind::parallel) {
    result.push_back({{}, {}, {}, rest});
    result.front().rest.front().branches.clear();
    for (const std::vector<Continuation>& branch : first.branches) {
      std::vector<Entered> next;
      for (const Entered& known : result) {
        std::vector<VarId> taken = used;
        taken.insert(taken.end(), known.variables.begin(), known.variables.end());
        for (Entered& more : enter(branch, taken)) {
          Entered& joint = next.emplace_back(known);
          joint.conditions.insert(joint.conditions.end(), more.conditions.begin(), more.conditions.end());
          joint.variables.insert(joint.variables.end(), more.variables.begin(), more.variables.end());
          joint.weights.insert(joint.weights.end(), more.weights.begin(), more.weights.end());
          joint.rest.front().branches.push_back(std::move(more.rest));
        }
      }
      result = std::move(next);
    }
    return result;
  }
  const bool process = first.item.kind == Item::Kind::process;
  const ProcExprId body = process ? spec_.processes[first.item.id].body : ProcExprId{first.item.id};
  if (!begins_at_random(body)) {
    result.push_back({{}, {}, {}, std::move(rest)});
    return result;
  }
  Substitution known;
  const std::vector<VarId> names = variables_of(first.item);
  for (std::size_t i = 0; i < names.size(); ++i) known[names[i]] = first.values[i];
  for (const Outcome& outcome : strip(body)) {
    Substitution values = known;
    Entered& entered = result.emplace_back();
    std::vector<VarId> taken = used;
    for (const VarId v : outcome.variables) {
      const VarId own = unused(v, taken);
      taken.push_back(own);
      entered.variables.push_back(own);
      values[v] = variable(own, range_of(first.item));
    }
    const Outcome own = substituted(outcome, values);
    entered.conditions = own.conditions;
    entered.weights = own.weights;
    for (const ExprId weight : own.weights) entered.conditions.push_back(positive(weight));
    entered.rest = rest;
    Continuation& part = entered.rest.front();
    part.item = entered_item(first.item, outcome);
    part.values.clear();
    for (const VarId v : variables_of(part.item)) part.values.push_back(values.at(v));
  }
  return result;
}

}  // namespace quotient::mcrl2
