#include <algorithm>

#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/data/sets.hpp"

namespace quotient::mcrl2 {

std::optional<bool> Evaluator::are_same(Value a, Value b) {
  if (a == b) return true;
  if (is_plain(a) && is_plain(b)) return false;
  return are_same_parts(a, b);
}

Value Evaluator::equal(Value a, Value b) {
  if (const auto same = are_same(a, b)) return Value::truth(*same);
  const Value both[] = {a, b};
  return stuck(Builtin::equal, both);
}

namespace {

bool is_function(Value v) {
  return is_op(v, node_op::closure) || is_op(v, node_op::function) || is_op(v, node_op::update);
}

/// Whether the top of a value is known for good: a number, a constructor, a list or a finite collection.
bool has_known_top(Value v, const Specification& spec) {
  if (v.is_small()) return true;
  const std::uint32_t op = v.node()->op;
  if (op >= node_op::first_function) return spec.functions[op - node_op::first_function].kind != FuncKind::map;
  return op == node_op::big || op == node_op::rational || op == node_op::cons || op == node_op::set ||
         op == node_op::co_set || op == node_op::bag;
}

bool is_collection(Value v) { return is_op(v, node_op::set) || is_op(v, node_op::co_set) || is_op(v, node_op::bag); }

}  // namespace

/// Values that are not made alike, and in which there are functions or terms without value: part by part. One
/// difference decides, whatever else is not known.
std::optional<bool> Evaluator::are_same_parts(Value a, Value b) {
  bool unknown = false;
  std::vector<std::pair<Value, Value>> todo{{a, b}};
  while (!todo.empty()) {
    const auto [x, y] = todo.back();
    todo.pop_back();
    if (x == y) continue;
    std::optional<bool> same;
    if (is_function(x) && is_function(y)) {
      same = are_same_functions(x, y);
    } else if (!has_known_top(x, *program_.spec) || !has_known_top(y, *program_.spec)) {
      same = are_same_terms(x, y);
    } else if (is_plain(x) && is_plain(y)) {
      return false;
    } else if (is_collection(x) && is_collection(y)) {
      same = are_same_sets(x, y);
    } else if (x.is_small() || y.is_small() || x.node()->op != y.node()->op) {
      return false;
    } else {
      for (std::size_t i = 0; i < x.node()->size; ++i) todo.emplace_back((*x.node())[i], (*y.node())[i]);
      continue;
    }
    if (same == false) return false;
    unknown = unknown || !same;
  }
  return unknown ? std::nullopt : std::optional(true);
}

/// The sorts of the arguments of a function, by the text that made it.
std::optional<std::vector<SortId>> Evaluator::parameters_of(Value function) const {
  while (is_op(function, node_op::update)) function = (*function.node())[0];
  if (is_op(function, node_op::closure)) {
    return program_.lambdas[static_cast<std::size_t>((*function.node())[0].small())].parameters;
  }
  if (!is_op(function, node_op::function)) return std::nullopt;
  return program_.spec->functions[static_cast<std::size_t>((*function.node())[0].small())].domain;
}

/// Functions of few arguments are compared on all of them. Others are different where they differ at a place where
/// either was updated; more is not known.
std::optional<bool> Evaluator::are_same_functions(Value a, Value b) {
  constexpr std::uint64_t most = 4096;
  const auto parameters = parameters_of(a);
  std::uint64_t count = 1;
  for (const SortId sort : parameters.value_or(std::vector<SortId>{})) {
    const auto values = program_.cardinality[sort.value];
    count = values && *values <= most && count <= most ? count * *values : most + 1;
  }
  if (parameters && count <= most) {
    std::vector<std::vector<Value>> values;
    for (const SortId sort : *parameters) values.push_back(values_of(sort));
    bool unknown = false;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<Value> arguments;
      std::uint64_t rest = i;
      for (const std::vector<Value>& of : values) {
        arguments.push_back(of[rest % of.size()]);
        rest /= of.size();
      }
      const Value left = apply(a, arguments);
      const auto same = are_same(left, apply(b, arguments));
      if (same == false) return false;
      unknown = unknown || !same;
    }
    return unknown ? std::nullopt : std::optional(true);
  }
  for (const Value f : {a, b}) {
    if (!is_op(f, node_op::update)) continue;
    for (std::size_t i = 1; i < f.node()->size; i += 2) {
      const Value key[] = {(*f.node())[i]};
      const Value left = apply(a, key);
      if (are_same(left, apply(b, key)) == false) return false;
    }
  }
  return std::nullopt;
}

/// Whether a collection has an element; `sorted` are its elements alone.
std::optional<bool> Evaluator::is_element(std::span<const Value> sorted, Value element) {
  bool unknown = false;
  for (const Value each : sorted) {
    const auto same = are_same(each, element);
    if (same == true) return true;
    unknown = unknown || !same;
  }
  return unknown ? std::nullopt : std::optional(false);
}

std::optional<bool> Evaluator::are_same_sets(Value a, Value b) {
  if (a.node()->op != b.node()->op) return false;
  // Of bags, counts that may belong together are not added up.
  if (is_op(a, node_op::bag)) {
    return a.node()->size == 0 || b.node()->size == 0 ? std::optional(false) : std::nullopt;
  }
  bool unknown = false;
  for (const bool swapped : {false, true}) {
    for (const Value element : (swapped ? b : a).node()->arguments()) {
      const auto there = is_element((swapped ? a : b).node()->arguments(), element);
      if (there == false) return false;
      unknown = unknown || !there;
    }
  }
  return unknown ? std::nullopt : std::optional(true);
}

/// Terms that no rule could be applied to. Of a sort without constructors, equations may say which of them are equal.
std::optional<bool> Evaluator::are_same_terms(Value a, Value b) {
  const auto sort_of = [&](Value v) -> std::optional<SortId> {
    if (v.is_small() || v.node()->op < node_op::first_function) return std::nullopt;
    return program_.spec->functions[v.node()->op - node_op::first_function].codomain;
  };
  const auto sort = sort_of(a);
  if (!sort || sort != sort_of(b)) return std::nullopt;
  const auto equality = program_.spec->equalities.find(*sort);
  if (equality == program_.spec->equalities.end()) return std::nullopt;
  const Value both[] = {a, b};
  const Value result = call(equality->second, both);
  if (!result.is_true() && !result.is_false()) return std::nullopt;
  return result.is_true();
}

}  // namespace quotient::mcrl2
