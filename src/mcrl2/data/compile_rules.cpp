#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/data/compiler.hpp"
#include "mcrl2/data/print.hpp"
#include "mcrl2/data/sets.hpp"

namespace quotient::mcrl2 {

/// Tests whether local `local` has the form of the pattern; where it has not, jumps that `fails` collects.
void Compiler::pattern(Frame& frame, ExprId id, std::uint32_t local, std::vector<std::size_t>& fails,
                       const Rule& rule) {
  const Expr expr = spec_[id];
  const auto test = [&](OpCode op, std::uint32_t b, std::uint32_t c) {
    fails.push_back(frame.routine.code.size());
    emit(frame, op, local, b, c);
  };
  if (expr.kind == ExprKind::variable) {
    const auto [place, fresh] = frame.locals.try_emplace(VarId{expr.symbol}, local);
    if (!fresh) test(OpCode::match_equal, place->second, 0);
    return;
  }
  if (const auto value = literal(id)) {
    test(OpCode::match_constant, constant(*value), 0);
    return;
  }
  std::vector<ExprId> parts = expr.arguments;
  if (expr.kind == ExprKind::list) {  // [a, b] with variables: one cell after the other
    std::uint32_t rest = local;
    for (const ExprId part : parts) {
      const std::uint32_t head = frame.fresh();
      const std::uint32_t tail = frame.fresh();
      fails.push_back(frame.routine.code.size());
      emit(frame, OpCode::match_cons, rest, 0, head);
      pattern(frame, part, head, fails, rule);
      rest = tail;
    }
    fails.push_back(frame.routine.code.size());
    emit(frame, OpCode::match_constant, rest, constant(empty_list()));
    return;
  }
  const bool cons = expr.kind == ExprKind::builtin && static_cast<Builtin>(expr.symbol) == Builtin::list_prepend;
  if (!cons && expr.kind != ExprKind::call) {
    diagnostics_.caution(rule.range, "this equation never applies: its left side is not made of constructors");
    fails.push_back(frame.routine.code.size());
    emit(frame, OpCode::jump);
    // The variables must have a place all the same.
    for (const VarId v : free_variables(id)) frame.locals.try_emplace(v, local);
    return;
  }
  const std::uint32_t first = frame.next_local;
  for (std::size_t i = 0; i < parts.size(); ++i) frame.fresh();
  if (cons) {
    test(OpCode::match_cons, 0, first);
  } else {
    test(OpCode::match_call, expr.symbol, first);
  }
  for (std::uint32_t i = 0; i < parts.size(); ++i) pattern(frame, parts[i], first + i, fails, rule);
}

/// What a function applied to so many arguments yields: all of its domain, perhaps those of its result, or none.
SortId Compiler::rest_sort(FuncId function, std::size_t arguments) {
  const FuncInfo& info = spec_.functions[function.value];
  if (arguments < info.domain.size()) return spec_.sorts.widest(spec_.sorts.function(info.domain, info.codomain));
  SortId result = info.codomain;
  for (std::size_t taken = info.domain.size(); taken < arguments && spec_.sorts.kind(result) == SortKind::function;) {
    taken += spec_.sorts.arguments(result).size() - 1;
    result = spec_.sorts.codomain(result);
  }
  return spec_.sorts.widest(result);
}

/// The rules in the order of the text: match, check the condition, evaluate the right side. Where none applies, rules
/// for `fewer` arguments may yield a function to apply to the rest.
RoutineId Compiler::compile_rules(FuncId function, std::uint32_t arity, const std::vector<const Rule*>& rules,
                                  std::optional<std::uint32_t> fewer) {
  Frame frame;
  frame.routine.arity = arity;
  frame.routine.range = rules.front()->range;
  for (std::uint32_t i = 0; i < arity; ++i) frame.fresh();
  for (const Rule* rule : rules) {
    if (rule->patterns.size() != arity) continue;
    frame.locals.clear();
    frame.next_local = arity;
    std::vector<std::size_t> fails;
    for (std::uint32_t i = 0; i < arity; ++i) pattern(frame, rule->patterns[i], i, fails, *rule);
    if (rule->condition) {
      expression(frame, rule->condition);
      fails.push_back(frame.routine.code.size());
      emit(frame, OpCode::guard);
    }
    expression(frame, rule->right);
    emit(frame, OpCode::done);
    for (const std::size_t at : fails) frame.routine.code[at].d = static_cast<std::uint32_t>(frame.routine.code.size());
  }
  if (fewer) {
    for (std::uint32_t i = 0; i < *fewer; ++i) emit(frame, OpCode::local, i);
    emit(frame, OpCode::call, function.value, *fewer);
    frame.next_local = arity;
    const std::uint32_t result = frame.fresh();
    const std::uint32_t scratch = frame.next_local;
    for (std::uint32_t i = 0; i < *fewer; ++i) frame.fresh();
    emit(frame, OpCode::store, result);
    const std::size_t test = frame.routine.code.size();
    emit(frame, OpCode::match_call, result, function.value, scratch);
    emit(frame, OpCode::give_up, function.value, arity);
    frame.routine.code[test].d = static_cast<std::uint32_t>(frame.routine.code.size());
    emit(frame, OpCode::local, result);
    for (std::uint32_t i = *fewer; i < arity; ++i) emit(frame, OpCode::local, i);
    emit(frame, OpCode::apply, 0, arity - *fewer, rest_sort(function, *fewer).value);
  } else {
    emit(frame, OpCode::give_up, function.value, arity);
  }
  return finish(std::move(frame));
}

void Compiler::compile_function(FuncId function, const std::vector<const Rule*>& rules) {
  for (auto& [arity, routine] : program_.functions[function.value].by_arity) {
    std::optional<std::uint32_t> fewer;
    for (const auto& [other, unused] : program_.functions[function.value].by_arity) {
      if (other < arity) fewer = other;
    }
    routine = compile_rules(function, arity, rules, fewer);
  }
}

std::optional<Value> Compiler::default_value(SortId sort, int depth) {
  switch (spec_.sorts.kind(sort)) {
    case SortKind::boolean:
    case SortKind::nat:
    case SortKind::integer:
    case SortKind::real:
      return Value::small(0);
    case SortKind::pos:
      return Value::small(1);
    case SortKind::list:
      return empty_list();
    case SortKind::set:
    case SortKind::fset:
      return make_set({}, store_, program_.constructor_index);
    case SortKind::bag:
    case SortKind::fbag:
      return make_bag({}, store_, program_.constructor_index);
    case SortKind::user:
      break;
    default:
      return std::nullopt;
  }
  const auto constructors = spec_.constructors.find(sort);
  if (constructors == spec_.constructors.end() || depth > 20) return std::nullopt;
  for (const FuncId constructor : constructors->second) {
    const FuncInfo& info = spec_.functions[constructor.value];
    std::vector<Value> fields;
    for (const SortId field : info.domain) {
      const auto value = default_value(field, depth + 1);
      if (!value) break;
      fields.push_back(*value);
    }
    if (fields.size() != info.domain.size()) continue;
    if (fields.empty()) return Value::small(info.index);
    return store_.make(node_op::first_function + constructor.value, fields);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Compiler::cardinality(SortId sort, std::vector<std::uint8_t>& state) {
  constexpr std::uint64_t most = 1'000'000'000;
  auto& known = program_.cardinality[sort.value];
  if (state[sort.value] == 2) return known;
  if (state[sort.value] == 1) return std::nullopt;  // contains itself
  state[sort.value] = 1;
  std::optional<std::uint64_t> result;
  const SortKind kind = spec_.sorts.kind(sort);
  if (kind == SortKind::boolean) {
    result = 2;
  } else if (kind == SortKind::set || kind == SortKind::fset) {
    const auto elements = cardinality(spec_.sorts.element(sort), state);
    if (elements && *elements <= 20) result = std::uint64_t{1} << *elements;
  } else if (const auto constructors = spec_.constructors.find(sort);
             constructors != spec_.constructors.end() && !spec_.unlisted.contains(sort)) {
    result = 0;
    for (const FuncId constructor : constructors->second) {
      std::optional<std::uint64_t> product = 1;
      for (const SortId field : spec_.functions[constructor.value].domain) {
        const auto values = cardinality(field, state);
        product = product && values && *product * *values <= most ? std::optional(*product * *values) : std::nullopt;
      }
      result = result && product && *result + *product <= most ? std::optional(*result + *product) : std::nullopt;
    }
  }
  state[sort.value] = 2;
  return known = result;
}

void Compiler::compute_cardinalities() {
  program_.cardinality.assign(spec_.sorts.size(), std::nullopt);
  std::vector<std::uint8_t> state(spec_.sorts.size(), 0);
  for (std::uint32_t i = 0; i < spec_.sorts.size(); ++i) cardinality(SortId{i}, state);
}

/// Functions from few values to few values.
void Compiler::list_functions() {
  constexpr std::uint64_t most = 1'000'000;
  for (std::uint32_t i = 0; i < spec_.sorts.size(); ++i) {
    const SortId sort{i};
    if (spec_.sorts.kind(sort) != SortKind::function || spec_.sorts.arguments(sort).size() != 2) continue;
    const SortId codomain = spec_.sorts.codomain(sort);
    const auto arguments = program_.cardinality[spec_.sorts.arguments(sort).front().value];
    const auto results = program_.cardinality[codomain.value];
    if (!arguments || !results || *results == 0) continue;
    std::uint64_t count = 1;
    for (std::uint64_t a = 0; a < *arguments && count <= most; ++a) count *= *results;
    const auto base = default_value(codomain, 0);
    if (count > most || !base) continue;
    Frame frame;
    frame.routine.arity = 1;
    frame.routine.locals = 1;
    emit(frame, OpCode::constant, constant(*base));
    Lambda lambda{finish(std::move(frame)), {spec_.sorts.arguments(sort).front()}, codomain, {}, {}};
    lambda.text.variables = "x: " + spec_.sorts.text(spec_.sorts.arguments(sort).front());
    lambda.text.pieces = {value_text(*base, codomain, program_)};
    program_.listed_functions[sort] = static_cast<std::uint32_t>(program_.lambdas.size());
    program_.lambdas.push_back(std::move(lambda));
  }
}

void Compiler::compile_functions() {
  compute_cardinalities();
  list_functions();
  std::vector<std::vector<const Rule*>> rules(spec_.functions.size());
  for (const Rule& rule : spec_.rules) rules[rule.head.value].push_back(&rule);
  program_.functions.resize(spec_.functions.size());
  for (std::uint32_t f = 0; f < rules.size(); ++f) {
    std::vector<std::pair<std::uint32_t, RoutineId>>& by_arity = program_.functions[f].by_arity;
    for (const Rule* rule : rules[f]) {
      const auto arity = static_cast<std::uint32_t>(rule->patterns.size());
      if (!program_.functions[f].with(arity) &&
          std::none_of(by_arity.begin(), by_arity.end(), [&](const auto& row) { return row.first == arity; })) {
        by_arity.emplace_back(arity, RoutineId{});
      }
    }
    // A function is always called with all its arguments, whatever its rules take.
    const auto declared = static_cast<std::uint32_t>(spec_.functions[f].domain.size());
    if (!by_arity.empty() &&
        std::all_of(by_arity.begin(), by_arity.end(), [&](const auto& row) { return row.first < declared; })) {
      by_arity.emplace_back(declared, RoutineId{});
    }
    std::sort(by_arity.begin(), by_arity.end());
  }
  for (std::uint32_t f = 0; f < rules.size(); ++f) compile_function(FuncId{f}, rules[f]);
  for (const VarId global : spec_.globals) {
    const VarInfo& info = spec_.variables[global.value];
    for (std::uint32_t f = 0; f < spec_.functions.size(); ++f) {
      if (spec_.functions[f].name != info.name || !program_.functions[f].by_arity.empty()) continue;
      const auto value = default_value(info.sort, 0);
      if (!value || !spec_.functions[f].domain.empty()) continue;
      Frame frame;
      emit(frame, OpCode::constant, constant(*value));
      program_.functions[f].by_arity.emplace_back(0, finish(std::move(frame)));
    }
  }
}

}  // namespace quotient::mcrl2
