#include "mcrl2/data/read_value.hpp"

#include <algorithm>

#include "mcrl2/data/number.hpp"

namespace quotient::mcrl2 {

namespace {

/// Seven bits a byte, the lowest first. Only the shortest way to write a number is read.
std::optional<std::uint64_t> read_number(std::span<const std::uint8_t>& bytes) {
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const std::uint64_t bits = bytes[i] & 0x7FU;
    if (i == 9 && bits > 1) return std::nullopt;
    n |= bits << (7 * i);
    if (bytes[i] >= 0x80) continue;
    if (i > 0 && bytes[i] == 0) return std::nullopt;
    bytes = bytes.subspan(i + 1);
    return n;
  }
  return std::nullopt;
}

std::size_t operands_of(Builtin op) {
  switch (op) {
    case Builtin::logic_not:
    case Builtin::negate:
    case Builtin::successor:
    case Builtin::predecessor:
    case Builtin::absolute:
    case Builtin::floor:
    case Builtin::ceiling:
    case Builtin::round:
    case Builtin::square_root:
    case Builtin::to_pos:
    case Builtin::to_nat:
    case Builtin::to_int:
    case Builtin::to_real:
    case Builtin::list_length:
    case Builtin::list_head:
    case Builtin::list_tail:
    case Builtin::list_last:
    case Builtin::list_front:
    case Builtin::set_complement:
    case Builtin::set_pick:
    case Builtin::set_size:
    case Builtin::bag_size:
    case Builtin::set_to_bag:
    case Builtin::bag_to_set:
      return 1;
    case Builtin::if_then_else:
    case Builtin::function_update:
      return 3;
    default:
      return 2;
  }
}

}  // namespace

std::optional<Value> ValueReader::read(std::span<const std::uint8_t>& bytes, SortId sort) {
  const auto value = term(bytes);
  return value && has_sort(*value, sort) ? value : std::nullopt;
}

bool ValueReader::is_op_known(std::uint64_t op) const {
  return op < node_op::first_function + program_.spec->functions.size() && op != node_op::tuple;
}

/// A term of any sort, with nodes that have arguments but need not make sense.
std::optional<Value> ValueReader::term(std::span<const std::uint8_t>& bytes) {
  struct Open {
    std::uint32_t op;
    std::size_t size;
    std::size_t first;  // of its arguments on `done`
  };
  std::vector<Open> open;
  std::vector<Value> done;
  do {
    const auto tag = read_number(bytes);
    if (!tag) return std::nullopt;
    if ((*tag & 1U) != 0) {
      const std::uint64_t folded = *tag >> 1U;
      const auto n = static_cast<std::int64_t>((folded >> 1U) ^ (~(folded & 1U) + 1));
      if (!Value::fits(n)) return std::nullopt;
      done.push_back(Value::small(n));
    } else {
      const auto size = read_number(bytes);
      if (!size || *size > bytes.size() || !is_op_known(*tag >> 1U)) return std::nullopt;  // each takes a byte or more
      const auto op = static_cast<std::uint32_t>(*tag >> 1U);
      if (op == node_op::big) {
        std::vector<Value> words;
        for (std::uint64_t i = 0; i < *size; ++i) {
          const auto word = read_number(bytes);
          if (!word) return std::nullopt;
          words.push_back(Value::raw(*word));
        }
        done.push_back(store_.make(op, words));
      } else {
        open.push_back({op, static_cast<std::size_t>(*size), done.size()});
      }
    }
    while (!open.empty() && done.size() - open.back().first == open.back().size) {
      const Open top = open.back();
      open.pop_back();
      const Value made = store_.make(top.op, std::span(done).subspan(top.first));
      done.resize(top.first);
      done.push_back(made);
    }
  } while (!open.empty());
  return done.front();
}

bool ValueReader::has_sort(Value value, SortId sort) {
  todo_.assign(1, {value, sort});
  std::vector<const Node*> nodes;
  for (std::size_t i = 0; i < todo_.size(); ++i) {  // grows
    const Typed next = todo_[i];
    if (next.value.is_small()) {
      if (!small_has_sort(next.value, next.sort)) return false;
      continue;
    }
    if (!node_has_sort(next.value.node(), next.sort)) return false;
    nodes.push_back(next.value.node());
  }
  // Parts before the whole: only what is known to be well formed is computed with.
  return std::all_of(nodes.rbegin(), nodes.rend(), [this](const Node* node) { return is_normal(node); });
}

bool ValueReader::small_has_sort(Value value, SortId sort) const {
  const Specification& spec = *program_.spec;
  switch (spec.sorts.kind(sort)) {
    case SortKind::boolean:
      return value.small() == 0 || value.small() == 1;
    case SortKind::pos:
      return value.small() > 0;
    case SortKind::nat:
      return value.small() >= 0;
    case SortKind::integer:
    case SortKind::real:
      return true;
    case SortKind::list:
      return value == empty_list();
    case SortKind::user: {
      const auto constructors = spec.constructors.find(sort);
      if (constructors == spec.constructors.end() || value.small() < 0) return false;
      const auto index = static_cast<std::size_t>(value.small());
      return index < constructors->second.size() && spec.functions[constructors->second[index].value].domain.empty();
    }
    default:
      return false;
  }
}

/// Whether a node may be a value of the sort if its parts are what `todo_` then asks of them.
bool ValueReader::node_has_sort(const Node* node, SortId sort) {
  const SortTable& sorts = program_.spec->sorts;
  const SortKind kind = sorts.kind(sort);
  switch (node->op) {
    case node_op::big: {
      const bool well_formed = node->size >= 2 && (*node)[0].bits() <= 1 && (*node)[node->size - 1].bits() != 0;
      const bool negative = well_formed && (*node)[0].bits() == 1;
      return well_formed && sorts.numeric(sort) && (!negative || kind == SortKind::integer || kind == SortKind::real);
    }
    case node_op::rational:
      return kind == SortKind::real && node->size == 2 && expect((*node)[0], sorts.basic(SortKind::integer)) &&
             expect((*node)[1], sorts.basic(SortKind::pos));
    case node_op::closure: {
      const Lambda* lambda = lambda_of(node);
      return lambda != nullptr && function_has_sort(lambda->parameters, lambda->result, sort);
    }
    case node_op::function: {
      if (kind != SortKind::function || node->size != 1 || !(*node)[0].is_small()) return false;
      const std::int64_t number = (*node)[0].small();
      if (number < 0 || static_cast<std::uint64_t>(number) >= program_.spec->functions.size()) return false;
      const FuncInfo& info = program_.spec->functions[static_cast<std::size_t>(number)];
      return !info.domain.empty() && function_has_sort(info.domain, info.codomain, sort);
    }
    case node_op::update: {
      if (kind != SortKind::function || sorts.arguments(sort).size() != 2 || node->size < 3 || node->size % 2 == 0) {
        return false;
      }
      expect((*node)[0], sort);
      for (std::uint32_t i = 1; i < node->size; ++i) {
        expect((*node)[i], i % 2 == 1 ? sorts.arguments(sort).front() : sorts.codomain(sort));
      }
      return !is_op((*node)[0], node_op::update);
    }
    case node_op::stuck_apply: {
      const auto function = node->size < 3 ? std::nullopt : sort_in((*node)[0]);
      if (!function || sorts.kind(*function) != SortKind::function) return false;
      const std::vector<SortId>& parts = sorts.arguments(*function);
      if (node->size != parts.size() + 1) return false;
      expect((*node)[1], *function);
      for (std::uint32_t i = 2; i < node->size; ++i) expect((*node)[i], parts[i - 2]);
      return true;
    }
    case node_op::stuck_builtin:
      return stuck_builtin_is_whole(node);
    default:
      return node->op < node_op::first_function ? container_has_sort(node, sort) : application_has_sort(node, sort);
  }
}

bool ValueReader::container_has_sort(const Node* node, SortId sort) {
  const SortTable& sorts = program_.spec->sorts;
  const SortKind kind = sorts.kind(sort);
  const bool is_set = kind == SortKind::set || kind == SortKind::fset;
  const bool is_bag = kind == SortKind::bag || kind == SortKind::fbag;
  switch (node->op) {
    case node_op::cons:
      return kind == SortKind::list && node->size == 2 && expect((*node)[0], sorts.element(sort)) &&
             expect((*node)[1], sort);
    case node_op::set:
    case node_op::co_set:
      if (!is_set || (node->op == node_op::co_set && kind != SortKind::set)) return false;
      for (const Value element : node->arguments()) expect(element, sorts.element(sort));
      return true;
    case node_op::bag:
      if (!is_bag || node->size % 2 != 0) return false;
      for (std::uint32_t i = 0; i < node->size; ++i) {
        expect((*node)[i], i % 2 == 0 ? sorts.element(sort) : sorts.basic(SortKind::pos));
      }
      return true;
    case node_op::set_of:
      return kind == SortKind::set && comprehension_has_sort(node, sort);
    case node_op::bag_of:
      return kind == SortKind::bag && comprehension_has_sort(node, sort);
    case node_op::set_union:
    case node_op::set_intersection:
      return kind == SortKind::set && node->size == 2 && expect((*node)[0], sort) && expect((*node)[1], sort);
    case node_op::set_complement:
      return kind == SortKind::set && node->size == 1 && expect((*node)[0], sort);
    default:
      return false;
  }
}

bool ValueReader::function_has_sort(std::span<const SortId> domain, SortId codomain, SortId sort) const {
  const SortTable& sorts = program_.spec->sorts;
  if (sorts.kind(sort) != SortKind::function || domain.size() + 1 != sorts.arguments(sort).size()) return false;
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (!sorts.distance(sorts.arguments(sort)[i], domain[i])) return false;
  }
  return sorts.distance(codomain, sorts.codomain(sort)).has_value();
}

/// Of a closure whose captured values are what `todo_` then asks of them; null where it cannot be one.
const Lambda* ValueReader::lambda_of(const Node* node) {
  if (node->op != node_op::closure || node->size == 0 || !(*node)[0].is_small()) return nullptr;
  const std::int64_t index = (*node)[0].small();
  if (index < 0 || static_cast<std::uint64_t>(index) >= program_.lambdas.size()) return nullptr;
  const Lambda& lambda = program_.lambdas[static_cast<std::size_t>(index)];
  if (node->size != lambda.captured.size() + 1) return nullptr;
  for (std::size_t i = 0; i < lambda.captured.size(); ++i) expect((*node)[i + 1], lambda.captured[i]);
  return &lambda;
}

/// {x: S | e} of sort Set(S), or of one whose elements are in S or around it.
bool ValueReader::comprehension_has_sort(const Node* node, SortId sort) {
  if (node->size != 1 || (*node)[0].is_small()) return false;
  const Lambda* lambda = lambda_of((*node)[0].node());
  if (lambda == nullptr || lambda->parameters.size() != 1) return false;
  const SortTable& sorts = program_.spec->sorts;
  const SortId variable = lambda->parameters.front(), element = sorts.element(sort);
  const bool is_test = sorts.kind(lambda->result) == SortKind::boolean;
  return is_test == (node->op == node_op::set_of) &&
         (sorts.distance(variable, element) || sorts.distance(element, variable));
}

/// A constructor with its arguments, or a map that no rule could be applied to; perhaps with arguments of the function
/// that it yields.
bool ValueReader::application_has_sort(const Node* node, SortId sort) {
  const SortTable& sorts = program_.spec->sorts;
  const FuncInfo& info = program_.spec->functions[node->op - node_op::first_function];
  if (node->size == 0 && info.kind == FuncKind::constructor) return false;  // is written as its index
  if (node->size < info.domain.size()) return false;
  for (std::size_t i = 0; i < info.domain.size(); ++i) expect((*node)[i], info.domain[i]);
  SortId result = info.codomain;
  for (std::size_t taken = info.domain.size(); taken < node->size;) {
    if (sorts.kind(result) != SortKind::function) return false;
    const std::vector<SortId>& parts = sorts.arguments(result);
    if (taken + parts.size() - 1 > node->size) return false;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) expect((*node)[taken + i], parts[i]);
    taken += parts.size() - 1;
    result = parts.back();
  }
  return sorts.distance(result, sort).has_value();
}

std::optional<SortId> ValueReader::sort_in(Value value) const {
  if (!value.is_small() || value.small() < 0) return std::nullopt;
  const auto number = static_cast<std::uint64_t>(value.small());
  if (number >= program_.spec->sorts.size()) return std::nullopt;
  return SortId{static_cast<std::uint32_t>(number)};
}

bool ValueReader::stuck_builtin_is_whole(const Node* node) {
  if (node->size < 4 || !(*node)[0].is_small()) return false;
  const std::int64_t number = (*node)[0].small();
  if (number < 0 || number > static_cast<std::int64_t>(Builtin::function_update)) return false;
  const auto op = static_cast<Builtin>(number);
  const std::size_t operands = operands_of(op);
  const auto first = sort_in((*node)[1]), second = sort_in((*node)[2]);
  if (!first || !second || operands > 2 || node->size != operands + 3) return false;
  expect((*node)[3], *first);
  return operands < 2 || expect((*node)[4], *second);
}

/// Of a node whose parts are well formed: numbers in one way only, elements in increasing order.
bool ValueReader::is_normal(const Node* node) const {
  switch (node->op) {
    case node_op::big:
    case node_op::rational:
      return add(Value::of(node), Value::small(0), store_) == Value::of(node);
    case node_op::set:
    case node_op::co_set:
    case node_op::bag:
    case node_op::update: {
      const std::size_t first = node->op == node_op::update ? 1 : 0;
      const std::size_t stride = node->op == node_op::bag || node->op == node_op::update ? 2 : 1;
      for (std::size_t i = first + stride; i < node->size; i += stride) {
        if (compare((*node)[i - stride], (*node)[i], program_.constructor_index) >= 0) return false;
      }
      return true;
    }
    default:
      return true;
  }
}

}  // namespace quotient::mcrl2
