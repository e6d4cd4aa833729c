#include "murphi/check/model.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient::murphi {

std::vector<std::int64_t> Type::values() const {
  std::vector<std::int64_t> out;
  if (kind == TypeKind::set_union) {
    for (const Type* m : members) {
      const std::vector<std::int64_t> theirs = m->values();
      out.insert(out.end(), theirs.begin(), theirs.end());
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  for (std::int64_t v = lo; v <= hi; ++v) out.push_back(v);
  return out;
}

std::string text_of(const Type& type, std::int64_t value) {
  if (type.kind == TypeKind::set_union) {
    for (const Type* m : type.members) {
      if (m->has(value)) return text_of(*m, value);
    }
  }
  if (!type.has(value)) return "undefined";
  const auto ordinal = static_cast<std::size_t>(value - type.lo);
  if (type.kind == TypeKind::enumeration) return type.literals[ordinal];
  if (type.kind == TypeKind::scalarset && !type.name.empty()) return fmt::format("{}_{}", type.name, ordinal + 1);
  return std::to_string(type.kind == TypeKind::scalarset ? value - type.lo + 1 : value);
}

std::string name_of(const Type& type) {
  if (!type.name.empty()) return fmt::format("'{}'", type.name);
  switch (type.kind) {
    case TypeKind::range:
      return fmt::format("{}..{}", type.lo, type.hi);
    case TypeKind::enumeration:
      return "an enumeration";
    case TypeKind::scalarset:
      return fmt::format("scalarset({})", type.count);
    case TypeKind::set_union:
      return "a union";
    case TypeKind::record:
      return "a record";
    case TypeKind::array:
      return "an array";
    default:
      return "a type";
  }
}

std::optional<std::int64_t> computed(Operator op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  switch (op) {
    case Operator::implies:
      return a == 0 || b != 0;
    case Operator::logical_or:
      return a != 0 || b != 0;
    case Operator::logical_and:
      return a != 0 && b != 0;
    case Operator::equal:
      return a == b;
    case Operator::not_equal:
      return a != b;
    case Operator::less:
      return a < b;
    case Operator::less_equal:
      return a <= b;
    case Operator::greater:
      return a > b;
    case Operator::greater_equal:
      return a >= b;
    case Operator::add:
      out = a + b;
      break;
    case Operator::subtract:
      out = a - b;
      break;
    case Operator::multiply:
      out = a * b;
      break;
    case Operator::divide:
    case Operator::modulo:
      if (b == 0) return std::nullopt;
      out = op == Operator::divide ? a / b : a % b;
      break;
    case Operator::logical_not:
    case Operator::negate:
      return std::nullopt;
  }
  if (out < INT32_MIN || out > INT32_MAX) return std::nullopt;
  return out;
}

}  // namespace quotient::murphi
