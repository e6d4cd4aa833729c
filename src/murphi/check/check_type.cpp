#include <fmt/format.h>
#include <set>

#include "murphi/check/checker.hpp"

namespace quotient::murphi {

const Type* Checker::type(TypeNode& node, const std::string& name) {
  const Type* made = nullptr;
  switch (node.kind) {
    case TypeKind::named: {
      const Symbol* s = find(node.name);
      if (s == nullptr) return nullptr;
      if (s->kind != Symbol::Kind::type) {
        error(node.name.range, fmt::format("'{}' is no type", node.name.text));
        return nullptr;
      }
      return s->type;
    }
    case TypeKind::range:
      made = range_type(node);
      break;
    case TypeKind::scalarset:
      made = scalarset_type(node);
      break;
    case TypeKind::enumeration:
      made = enumeration_type(node);
      break;
    case TypeKind::set_union:
      made = union_type(node);
      break;
    case TypeKind::record:
      made = record_type(node);
      break;
    case TypeKind::array:
      made = array_type(node);
      break;
    case TypeKind::multiset:
      break;
  }
  if (made != nullptr && !name.empty()) model_.types.back().name = name;  // it was made last
  return made;
}

/// What a constant expression has for a value, or nothing.
std::optional<std::int64_t> Checker::fold(const Expression& x) const {
  if (x.type == nullptr) return std::nullopt;
  switch (x.kind) {
    case ExpressionKind::number:
      return x.value;
    case ExpressionKind::name:
      if (x.symbol != nullptr && x.symbol->kind == Symbol::Kind::constant) return x.symbol->value;
      return std::nullopt;
    case ExpressionKind::unary: {
      const auto v = fold(x.operands[0]);
      if (!v) return std::nullopt;
      return x.op == Operator::negate ? -*v : *v == 0 ? 1 : 0;
    }
    case ExpressionKind::conditional: {
      const auto v = fold(x.operands[0]);
      return v ? fold(x.operands[*v != 0 ? 1 : 2]) : std::nullopt;
    }
    case ExpressionKind::binary:
      break;
    default:
      return std::nullopt;
  }
  const auto a = fold(x.operands[0]), b = fold(x.operands[1]);
  return a && b ? computed(x.op, *a, *b) : std::nullopt;
}

std::optional<std::int64_t> Checker::number(Expression& x, std::string_view what) {
  const Type* t = expression(x);
  if (t == nullptr) return std::nullopt;
  const auto value = is_number(t) ? fold(x) : std::nullopt;
  if (!value) {
    error(x.range, fmt::format("{} must be a constant number", what));
    return std::nullopt;
  }
  if (*value < INT32_MIN + 1 || *value > INT32_MAX - 1) {
    error(x.range, "numbers of more than 32 bits are not supported");
    return std::nullopt;
  }
  return value;
}

const Type* Checker::range_type(TypeNode& node) {
  const auto lo = number(node.sizes[0], "a bound of a range"), hi = number(node.sizes[1], "a bound of a range");
  if (!lo || !hi) return nullptr;
  if (*lo > *hi) {
    error(node.range, fmt::format("the range {}..{} is empty", *lo, *hi));
    return nullptr;
  }
  Type& t = model_.types.emplace_back();
  t.lo = *lo;
  t.hi = *hi;
  return &t;
}

const Type* Checker::scalarset_type(TypeNode& node) {
  const auto size = number(node.sizes[0], "the size of a scalarset");
  if (!size) return nullptr;
  if (*size < 1 || *size > 65'535) {
    error(node.range, "a scalarset has between 1 and 65,535 values");
    return nullptr;
  }
  Type& t = model_.types.emplace_back();
  t.kind = TypeKind::scalarset;
  t.count = *size;
  return &t;
}

const Type* Checker::enumeration_type(TypeNode& node) {
  if (node.literals.empty()) {
    error(node.range, "an enumeration needs an element");
    return nullptr;
  }
  Type& t = model_.types.emplace_back();
  t.kind = TypeKind::enumeration;
  for (const Name& literal : node.literals) {
    Symbol& s = declare(literal, Symbol::Kind::constant, NameKind::constant);
    s.type = &t;
    s.value = static_cast<std::int64_t>(t.literals.size());
    t.literals.push_back(literal.text);
  }
  return &t;
}

const Type* Checker::union_type(TypeNode& node) {
  std::vector<const Type*> members;
  for (TypeNode& part : node.parts) {
    const Type* m = type(part);
    if (m == nullptr) return nullptr;
    const bool fits = m->kind == TypeKind::scalarset || m->kind == TypeKind::set_union ||
                      (m->kind == TypeKind::enumeration && !m->is_boolean);
    if (!fits) {
      error(part.range, "a union has scalarsets and enumerations as members");
      return nullptr;
    }
    members.push_back(m);
  }
  if (members.empty()) {
    error(node.range, "a union needs a member");
    return nullptr;
  }
  Type& t = model_.types.emplace_back();
  t.kind = TypeKind::set_union;
  t.members = std::move(members);
  return &t;
}

const Type* Checker::record_type(TypeNode& node) {
  Type made;
  made.kind = TypeKind::record;
  std::set<std::string> known;
  bool right = true;
  for (FieldNode& field : node.fields) {
    const Type* t = type(*field.type);
    right = right && t != nullptr;
    for (const Name& n : field.names) {
      if (!known.insert(n.text).second) error(n.range, fmt::format("there are two fields '{}'", n.text));
      made.fields.emplace_back(n.text, t);
    }
  }
  if (!right) return nullptr;
  return &model_.types.emplace_back(std::move(made));
}

const Type* Checker::array_type(TypeNode& node) {
  const Type* index = type(node.parts[0]);
  const Type* element = type(node.parts[1]);
  if (index == nullptr || element == nullptr) return nullptr;
  if (!index->is_simple()) {
    error(node.parts[0].range, "an array is indexed by a range, an enumeration, a scalarset or a union of these");
    return nullptr;
  }
  if (index->kind == TypeKind::range && index->hi - index->lo >= 1'000'000) {
    error(node.parts[0].range, "an array of more than 1,000,000 elements is not supported");
    return nullptr;
  }
  Type& t = model_.types.emplace_back();
  t.kind = TypeKind::array;
  t.index = index;
  t.element = element;
  return &t;
}

}  // namespace quotient::murphi
