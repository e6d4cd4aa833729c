#include "mcrl2/data/typed_value.hpp"

#include <vector>

namespace quotient::mcrl2 {

namespace {

/// The sort of an argument of a function, also of one that its result still takes: b in f(a)(b).
std::optional<SortId> argument_sort(const FuncInfo& function, std::size_t i, const SortTable& sorts) {
  if (i < function.domain.size()) return function.domain[i];
  i -= function.domain.size();
  SortId result = function.codomain;
  while (sorts.kind(result) == SortKind::function) {
    const std::vector<SortId>& parts = sorts.arguments(result);
    if (i + 1 < parts.size()) return parts[i];
    i -= parts.size() - 1;
    result = parts.back();
  }
  return std::nullopt;
}

}  // namespace

std::optional<PartSort> part_sort(const Node* node, SortId sort, std::size_t i, const Program& program) {
  const SortTable& sorts = program.spec->sorts;
  const auto element = [&]() -> std::optional<PartSort> {
    switch (sorts.kind(sort)) {
      case SortKind::list:
      case SortKind::set:
      case SortKind::fset:
      case SortKind::bag:
      case SortKind::fbag:
        return PartSort{sorts.element(sort)};
      default:
        return std::nullopt;
    }
  };
  constexpr PartSort plain{{}, true};
  switch (node->op) {
    case node_op::rational:
      return PartSort{sort};
    case node_op::cons:
      return i == 0 ? element() : PartSort{sort};
    case node_op::set:
    case node_op::co_set:
      return element();
    case node_op::bag:
      return i % 2 == 0 ? element() : plain;
    case node_op::set_of:
    case node_op::bag_of:
      // A comprehension: its function is a closure, whose parts need no sort from here.
      return is_op((*node)[0], node_op::closure) ? std::optional(PartSort{sort}) : std::nullopt;
    case node_op::set_union:
    case node_op::set_intersection:
    case node_op::set_complement:
      return PartSort{sort};
    case node_op::closure: {
      if (i == 0) return plain;
      const Lambda& lambda = program.lambdas[static_cast<std::size_t>((*node)[0].small())];
      return i - 1 < lambda.captured.size() ? std::optional(PartSort{lambda.captured[i - 1]}) : std::nullopt;
    }
    case node_op::function:
      return plain;
    case node_op::update:
      if (sorts.kind(sort) != SortKind::function) return std::nullopt;
      if (i == 0) return PartSort{sort};
      return PartSort{i % 2 == 1 ? sorts.arguments(sort).front() : sorts.codomain(sort)};
    case node_op::big:
    case node_op::stuck_apply:
    case node_op::stuck_builtin:
    case node_op::tuple:
      return std::nullopt;
    default: {
      const FuncInfo& function = program.spec->functions[node->op - node_op::first_function];
      const auto known = argument_sort(function, i, sorts);
      return known ? std::optional(PartSort{*known}) : std::nullopt;
    }
  }
}

bool has_known_sorts(Value value, SortId sort, const Program& program) {
  std::vector<std::pair<Value, SortId>> todo{{value, sort}};
  while (!todo.empty()) {
    const auto [v, s] = todo.back();
    todo.pop_back();
    if (v.is_small() || is_op(v, node_op::big)) continue;
    const Node* node = v.node();
    if (node->op == node_op::stuck_apply || node->op == node_op::stuck_builtin) return false;
    for (std::size_t i = 0; i < node->size; ++i) {
      const auto part = part_sort(node, s, i, program);
      if (!part) return false;
      if (!part->plain) todo.emplace_back((*node)[i], part->sort);
    }
  }
  return true;
}

}  // namespace quotient::mcrl2
