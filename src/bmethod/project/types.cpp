#include "bmethod/project/types.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient::bmethod {

TypeTable::TypeTable(const std::vector<GivenSet>& sets) : sets_(sets) {
  nodes_.resize(5);
  nodes_[1].kind = Kind::integer;
  nodes_[2].kind = Kind::boolean;
  nodes_[3].kind = Kind::string;
  nodes_[4].kind = Kind::predicate;
}

TypeRef TypeTable::add(Node node) {
  nodes_.push_back(node);
  return {static_cast<std::uint32_t>(nodes_.size() - 1)};
}

TypeRef TypeTable::given(std::uint32_t set) { return add({Kind::given, {}, {}, set}); }
TypeRef TypeTable::set(TypeRef element) { return add({Kind::set, element, {}, 0}); }
TypeRef TypeTable::pair(TypeRef first, TypeRef second) { return add({Kind::pair, first, second, 0}); }
TypeRef TypeTable::fresh() { return add({}); }

TypeRef TypeTable::record(std::vector<Field> fields) {
  std::ranges::sort(fields, {}, &Field::first);
  fields_.push_back(std::move(fields));
  return add({Kind::record, {}, {}, static_cast<std::uint32_t>(fields_.size() - 1)});
}

TypeRef TypeTable::find(TypeRef type) const {
  while (nodes_[type.value].bound) type = nodes_[type.value].first;
  return type;
}

bool TypeTable::occurs(TypeRef variable, TypeRef in) const {
  in = find(in);
  if (in == variable) return true;
  const Node& node = nodes_[in.value];
  switch (node.kind) {
    case Kind::set:
      return occurs(variable, node.first);
    case Kind::pair:
      return occurs(variable, node.first) || occurs(variable, node.second);
    case Kind::record:
      return std::ranges::any_of(fields_[node.given],
                                 [&](const Field& field) { return occurs(variable, field.second); });
    default:
      return false;
  }
}

bool TypeTable::unify(TypeRef a, TypeRef b) {
  a = find(a);
  b = find(b);
  if (a == b) return true;
  if (nodes_[a.value].kind != Kind::variable && nodes_[b.value].kind == Kind::variable) std::swap(a, b);
  if (nodes_[a.value].kind == Kind::variable) {
    // A predicate is no value: nothing of a type still unknown may turn out to be one.
    if (nodes_[b.value].kind == Kind::predicate || occurs(a, b)) return false;
    nodes_[a.value].bound = true;
    nodes_[a.value].first = b;
    return true;
  }
  const Node x = nodes_[a.value];
  const Node y = nodes_[b.value];
  if (x.kind != y.kind) return false;
  switch (x.kind) {
    case Kind::given:
      return x.given == y.given;
    case Kind::set:
      return unify(x.first, y.first);
    case Kind::pair:
      return unify(x.first, y.first) && unify(x.second, y.second);
    case Kind::record: {
      const std::vector<Field> left = fields_[x.given];
      const std::vector<Field> right = fields_[y.given];
      if (left.size() != right.size()) return false;
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i].first != right[i].first || !unify(left[i].second, right[i].second)) return false;
      }
      return true;
    }
    default:
      return true;
  }
}

bool TypeTable::is_ground(TypeRef type) const {
  const Node& it = node(type);
  switch (it.kind) {
    case Kind::variable:
      return false;
    case Kind::set:
      return is_ground(it.first);
    case Kind::pair:
      return is_ground(it.first) && is_ground(it.second);
    case Kind::record:
      return std::ranges::all_of(fields_[it.given], [&](const Field& field) { return is_ground(field.second); });
    default:
      return true;
  }
}

std::string TypeTable::text(TypeRef type) const { return text(type, false); }

std::string TypeTable::text(TypeRef type, bool operand) const {
  const Node& it = node(type);
  switch (it.kind) {
    case Kind::variable:
      return "_";
    case Kind::integer:
      return "INTEGER";
    case Kind::boolean:
      return "BOOL";
    case Kind::string:
      return "STRING";
    case Kind::predicate:
      return "a predicate";
    case Kind::given:
      return sets_[it.given].name;
    case Kind::set:
      return fmt::format("POW({})", text(it.first, false));
    case Kind::pair: {
      const std::string inner = fmt::format("{} * {}", text(it.first, false), text(it.second, true));
      return operand ? "(" + inner + ")" : inner;
    }
    case Kind::record: {
      std::string inner;
      for (const Field& field : fields_[it.given]) {
        inner += fmt::format("{}{}: {}", inner.empty() ? "" : ", ", field.first, text(field.second, false));
      }
      return "struct(" + inner + ")";
    }
  }
  return "_";
}

}  // namespace quotient::bmethod
