#include "mcrl2/data/compiler.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "mcrl2/data/number.hpp"
#include "mcrl2/data/print.hpp"
#include "mcrl2/data/sets.hpp"

namespace quotient::mcrl2 {

Compiler::Compiler(Specification& spec, Program& program, Diagnostics& diagnostics)
    : spec_(spec), program_(program), diagnostics_(diagnostics) {
  program_.spec = &spec;
  for (const FuncInfo& function : spec.functions) {
    program_.constructor_index.push_back(function.kind == FuncKind::constructor ? function.index : 0);
    function_names_.insert(function.name);
  }
  rules_of_.resize(spec.functions.size());
  for (std::uint32_t r = 0; r < spec.rules.size(); ++r) rules_of_[spec.rules[r].head.value].push_back(r);
}

void Compiler::emit(Frame& frame, OpCode op, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  frame.routine.code.push_back({op, a, b, c, d});
}

std::uint32_t Compiler::constant(Value value) {
  const auto [place, fresh] =
      constants_.try_emplace(value.bits(), static_cast<std::uint32_t>(program_.constants.size()));
  if (fresh) serialise(value, program_.constants.emplace_back());
  return place->second;
}

const std::vector<VarId>& Compiler::free_variables(ExprId expr) {
  poll_stop();
  if (const auto known = free_.find(expr.value); known != free_.end()) return known->second;
  const Expr& e = spec_[expr];
  std::vector<VarId> result;
  if (e.kind == ExprKind::variable) {
    result.push_back(VarId{e.symbol});
  } else {
    std::size_t first = 0;
    if (e.kind == ExprKind::where) {  // only the body sees the new names
      result = free_variables(e.arguments[0]);
      first = 1;
      std::erase_if(result,
                    [&](VarId v) { return std::find(e.variables.begin(), e.variables.end(), v) != e.variables.end(); });
    }
    for (std::size_t i = first; i < e.arguments.size(); ++i) {
      const std::vector<VarId>& part = free_variables(e.arguments[i]);
      result.insert(result.end(), part.begin(), part.end());
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    if (e.kind != ExprKind::where) {
      std::erase_if(result,
                    [&](VarId v) { return std::find(e.variables.begin(), e.variables.end(), v) != e.variables.end(); });
    }
  }
  return free_[expr.value] = std::move(result);
}

ExprId Compiler::substitute(ExprId id, const Substitution& substitution) {
  poll_stop();
  std::map<ExprId, ExprId> known;
  const auto replace = [&](auto&& self, ExprId e) -> ExprId {
    const auto& free = free_variables(e);
    if (std::none_of(free.begin(), free.end(), [&](VarId v) { return substitution.contains(v); })) return e;
    if (const auto done = known.find(e); done != known.end()) return done->second;
    Expr expr = spec_[e];
    if (expr.kind == ExprKind::variable) return substitution.at(VarId{expr.symbol});
    for (ExprId& argument : expr.arguments) argument = self(self, argument);
    return known[e] = spec_.expressions.add(std::move(expr));
  };
  return replace(replace, id);
}

std::vector<VarId> Compiler::captured_by(ExprId body, std::span<const VarId> bound) {
  std::vector<VarId> result = free_variables(body);
  std::erase_if(result, [&](VarId v) { return std::find(bound.begin(), bound.end(), v) != bound.end(); });
  return result;
}

/// Values that can be written down without evaluating anything: large lists become one constant.
std::optional<Value> Compiler::literal(ExprId expr) {
  const Expr& e = spec_[expr];
  std::vector<Value> parts;
  const auto all_parts = [&] {
    for (const ExprId argument : e.arguments) {
      const auto part = literal(argument);
      if (!part) return false;
      parts.push_back(*part);
    }
    return true;
  };
  switch (e.kind) {
    case ExprKind::number:
      return parse_number(spec_.expressions.digits(e), store_);
    case ExprKind::truth:
      return Value::truth(e.symbol != 0);
    case ExprKind::function: {
      const Value id[] = {Value::small(e.symbol)};
      return store_.make(node_op::function, id);
    }
    case ExprKind::call: {
      const FuncInfo& info = spec_.functions[e.symbol];
      if (info.kind != FuncKind::constructor) return std::nullopt;
      if (!rules_of_[e.symbol].empty() || !all_parts()) return std::nullopt;
      if (parts.empty()) return Value::small(info.index);
      return store_.make(node_op::first_function + e.symbol, parts);
    }
    case ExprKind::list: {
      if (!all_parts()) return std::nullopt;
      Value list = empty_list();
      for (auto it = parts.rbegin(); it != parts.rend(); ++it) list = store_.cons(*it, list);
      return list;
    }
    case ExprKind::set:
      if (!all_parts()) return std::nullopt;
      return make_set(std::move(parts), store_, program_.constructor_index);
    case ExprKind::bag:
      if (!all_parts()) return std::nullopt;
      return make_bag(std::move(parts), store_, program_.constructor_index);
    default:
      return std::nullopt;
  }
}

RoutineId Compiler::finish(Frame frame) {
  emit(frame, OpCode::done);
  program_.routines.push_back(std::move(frame.routine));
  return {static_cast<std::uint32_t>(program_.routines.size() - 1)};
}

RoutineId Compiler::routine(ExprId expr, std::span<const VarId> parameters) {
  const std::pair key(expr, std::vector<VarId>(parameters.begin(), parameters.end()));
  if (const auto known = routines_.find(key); known != routines_.end()) return known->second;
  Frame frame;
  frame.routine.range = spec_[expr].range;
  frame.routine.arity = static_cast<std::uint32_t>(parameters.size());
  for (const VarId parameter : parameters) frame.locals[parameter] = frame.fresh();
  expression(frame, expr);
  return routines_[key] = finish(std::move(frame));
}

void Compiler::push_captured(Frame& frame, std::span<const VarId> captured) {
  for (const VarId v : captured) {
    const auto local = frame.locals.find(v);
    ensure(local != frame.locals.end(), "a variable is used outside its scope");
    emit(frame, OpCode::local, local->second);
  }
}

std::uint32_t Compiler::lambda_index(ExprId key, std::span<const VarId> parameters, ExprId body,
                                     std::span<const VarId> captured) {
  if (const auto known = lambdas_.find(key); known != lambdas_.end()) return known->second;
  std::vector<VarId> all(parameters.begin(), parameters.end());
  all.insert(all.end(), captured.begin(), captured.end());
  const RoutineId code = routine(body, all);
  Lambda made{code, {}, spec_[body].sort, {}, {}};
  for (const VarId v : parameters) made.parameters.push_back(spec_.variables[v.value].sort);
  for (const VarId v : captured) made.captured.push_back(spec_.variables[v.value].sort);
  made.text = lambda_text(spec_, parameters, body, captured, function_names_);
  program_.lambdas.push_back(std::move(made));
  return lambdas_[key] = static_cast<std::uint32_t>(program_.lambdas.size() - 1);
}

void Compiler::lambda(Frame& frame, ExprId id, const Expr& expr) {
  const std::vector<VarId> captured = captured_by(expr.arguments[0], expr.variables);
  const std::uint32_t index = lambda_index(id, expr.variables, expr.arguments[0], captured);
  push_captured(frame, captured);
  emit(frame, OpCode::closure, index, static_cast<std::uint32_t>(captured.size()));
}

void Compiler::binder(Frame& frame, ExprId id, const Expr& expr) {
  const ExprId body = expr.arguments[0];
  const std::vector<VarId> captured = captured_by(body, expr.variables);
  Binder binder;
  binder.kind = expr.kind;
  std::vector<ExprId> conditions;
  if (expr.kind != ExprKind::bag_of) conjuncts(body, expr.kind == ExprKind::forall, conditions);
  binder.solver = solver(expr.variables, conditions, captured, expr.range);
  if (expr.kind == ExprKind::bag_of) {
    std::vector<VarId> all = captured;
    all.insert(all.end(), expr.variables.begin(), expr.variables.end());
    binder.value = routine(body, all);
  }
  if (expr.kind == ExprKind::bag_of || expr.kind == ExprKind::set_of) {
    binder.lambda = lambda_index(id, expr.variables, body, captured);
  }
  program_.binders.push_back(std::move(binder));
  push_captured(frame, captured);
  emit(frame, OpCode::binder, static_cast<std::uint32_t>(program_.binders.size() - 1),
       static_cast<std::uint32_t>(captured.size()));
}

/// Operations whose meaning depends on all values of a finite sort, said with a quantifier or comprehension: functions
/// are equal if they are so everywhere, and the complement of a set is the rest of all values, so that a set has one
/// form.
ExprId Compiler::spelled_out(const Expr& expr) {
  constexpr std::uint64_t most = 4096;
  const SortTable& sorts = spec_.sorts;
  const auto small = [&](SortId sort) {
    const auto count = program_.cardinality[sort.value];
    return count && *count <= most;
  };
  const auto fresh = [&](SortId sort) { return fresh_variable("x", sort); };
  const auto builtin_of = [&](Builtin op, SortId sort, std::vector<ExprId> arguments) {
    return spec_.expressions.add(
        {ExprKind::builtin, sort, static_cast<std::uint32_t>(op), std::move(arguments), {}, expr.range});
  };
  const auto op = static_cast<Builtin>(expr.symbol);
  if (op == Builtin::set_complement && sorts.kind(sorts.element(expr.sort)) == SortKind::unknown) {
    diagnostics_.error(expr.range, "the sort of the elements of this set is not known, and so not what is outside it");
    return {};
  }
  if (op == Builtin::set_complement && small(sorts.element(expr.sort))) {
    const VarId x = fresh(sorts.element(expr.sort));
    const ExprId yes = spec_.expressions.add({ExprKind::truth, sorts.boolean(), 1, {}, {}, expr.range});
    const ExprId all = spec_.expressions.add({ExprKind::set_of, expr.sort, 0, {yes}, {x}, expr.range});
    return builtin_of(Builtin::set_difference, expr.sort, {all, expr.arguments[0]});
  }
  if (op == Builtin::equal || op == Builtin::not_equal) {
    const SortId sort = spec_[expr.arguments[0]].sort;
    if (sorts.kind(sort) != SortKind::function) return {};
    std::vector<VarId> variables;
    std::vector<ExprId> left{expr.arguments[0]};
    std::vector<ExprId> right{expr.arguments[1]};
    const std::vector<SortId> parts = sorts.arguments(sort);
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (!small(parts[i])) return {};
      variables.push_back(fresh(parts[i]));
      left.push_back(spec_.expressions.add({ExprKind::variable, parts[i], variables.back().value, {}, {}, expr.range}));
      right.push_back(left.back());
    }
    const ExprId a = spec_.expressions.add({ExprKind::apply, parts.back(), 0, left, {}, expr.range});
    const ExprId b = spec_.expressions.add({ExprKind::apply, parts.back(), 0, right, {}, expr.range});
    const ExprKind quantifier = op == Builtin::equal ? ExprKind::forall : ExprKind::exists;
    return spec_.expressions.add(
        {quantifier, sorts.boolean(), 0, {builtin_of(op, sorts.boolean(), {a, b})}, variables, expr.range});
  }
  return {};
}

void Compiler::builtin(Frame& frame, const Expr& expr) {
  const auto op = static_cast<Builtin>(expr.symbol);
  std::vector<Instruction>& code = frame.routine.code;
  const auto here = [&] { return static_cast<std::uint32_t>(code.size()); };
  switch (op) {
    case Builtin::if_then_else: {
      expression(frame, expr.arguments[0]);
      const std::size_t branch = code.size();
      emit(frame, OpCode::branch);
      expression(frame, expr.arguments[1]);
      const std::size_t jump = code.size();
      emit(frame, OpCode::jump);
      code[branch].d = here();
      expression(frame, expr.arguments[2]);
      code[jump].d = here();
      return;
    }
    case Builtin::logic_and:
    case Builtin::logic_or:
    case Builtin::logic_implies: {
      expression(frame, expr.arguments[0]);
      const bool conjunction = op == Builtin::logic_and;
      if (op == Builtin::logic_implies) {
        emit(frame, OpCode::builtin, static_cast<std::uint32_t>(Builtin::logic_not), 1);
      }
      const std::size_t branch = code.size();
      emit(frame, conjunction ? OpCode::branch_and : OpCode::branch_or);
      expression(frame, expr.arguments[1]);
      emit(frame, conjunction ? OpCode::merge_and : OpCode::merge_or);
      code[branch].d = here();
      return;
    }
    case Builtin::list_concatenate: {
      // a ++ b ++ c from the right: each list is walked through once, not again for each that follows.
      std::vector<ExprId> lists;
      std::vector<ExprId> todo(expr.arguments.rbegin(), expr.arguments.rend());
      while (!todo.empty()) {
        const Expr& part = spec_[todo.back()];
        if (part.kind == ExprKind::builtin && part.symbol == expr.symbol) {
          todo.pop_back();
          todo.insert(todo.end(), part.arguments.rbegin(), part.arguments.rend());
        } else {
          lists.push_back(todo.back());
          todo.pop_back();
        }
      }
      for (const ExprId list : lists) expression(frame, list);
      const std::uint32_t sort = spec_.sorts.widest(expr.sort).value;
      for (std::size_t i = 1; i < lists.size(); ++i) emit(frame, OpCode::builtin, expr.symbol, 2, sort, sort);
      return;
    }
    default:
      if (const ExprId spelled = spelled_out(expr)) return expression(frame, spelled);
      for (const ExprId argument : expr.arguments) expression(frame, argument);
      // The sorts are for terms without value. Where both operands have the same one, also [] and {} do.
      SortId sorts[2];
      for (std::size_t i = 0; i < 2 && i < expr.arguments.size(); ++i) {
        sorts[i] = spec_.sorts.widest(spec_[expr.arguments[i]].sort);
      }
      if (const auto both = spec_.sorts.join(sorts[0], sorts[1]); both && expr.arguments.size() == 2) {
        sorts[0] = sorts[1] = *both;
      }
      emit(frame, OpCode::builtin, expr.symbol, static_cast<std::uint32_t>(expr.arguments.size()), sorts[0].value,
           sorts[1].value);
  }
}

void Compiler::expression(Frame& frame, ExprId id) {
  poll_stop();
  if (const auto value = literal(id)) {
    emit(frame, OpCode::constant, constant(*value));
    return;
  }
  const Expr expr = spec_[id];  // a copy: compiling may add expressions
  const auto count = static_cast<std::uint32_t>(expr.arguments.size());
  const auto all_arguments = [&] {
    for (const ExprId argument : expr.arguments) expression(frame, argument);
  };
  switch (expr.kind) {
    case ExprKind::variable: {
      const auto local = frame.locals.find(VarId{expr.symbol});
      ensure(local != frame.locals.end(), "a variable is used outside its scope");
      emit(frame, OpCode::local, local->second);
      return;
    }
    case ExprKind::call: {
      all_arguments();
      const bool constructor = spec_.functions[expr.symbol].kind == FuncKind::constructor &&
                               program_.functions[expr.symbol].by_arity.empty();
      emit(frame, constructor ? OpCode::construct : OpCode::call, expr.symbol, count);
      return;
    }
    case ExprKind::builtin:
      builtin(frame, expr);
      return;
    case ExprKind::apply:
      all_arguments();
      emit(frame, OpCode::apply, 0, count - 1, spec_.sorts.widest(spec_[expr.arguments[0]].sort).value);
      return;
    case ExprKind::list:
      all_arguments();
      emit(frame, OpCode::list, 0, count);
      return;
    case ExprKind::set:
      all_arguments();
      emit(frame, OpCode::set, 0, count);
      return;
    case ExprKind::bag:
      all_arguments();
      emit(frame, OpCode::bag, 0, count / 2);
      return;
    case ExprKind::lambda:
      lambda(frame, id, expr);
      return;
    case ExprKind::where: {
      for (std::size_t i = 1; i < expr.arguments.size(); ++i) expression(frame, expr.arguments[i]);
      const auto outer = frame.locals;
      for (std::size_t i = expr.variables.size(); i-- > 0;) {
        const std::uint32_t local = frame.fresh();
        emit(frame, OpCode::store, local);
        frame.locals[expr.variables[i]] = local;
      }
      expression(frame, expr.arguments[0]);
      frame.locals = outer;
      return;
    }
    default:
      binder(frame, id, expr);
      return;
  }
}

}  // namespace quotient::mcrl2
