#include "promela/syntax/type_text.hpp"

#include <fmt/format.h>

namespace quotient::promela {

namespace {

std::string_view base_text(BaseType base) {
  switch (base) {
    case BaseType::bit:
      return "bit";
    case BaseType::boolean:
      return "bool";
    case BaseType::byte:
      return "byte";
    case BaseType::pid:
      return "pid";
    case BaseType::short_integer:
      return "short";
    case BaseType::integer:
      return "int";
    case BaseType::unsigned_integer:
      return "unsigned";
    case BaseType::mtype:
      return "mtype";
    case BaseType::channel:
      return "chan";
    case BaseType::structure:
      return "structure";
    case BaseType::none:
      break;
  }
  return "unknown";
}

}  // namespace

std::string type_text(const DeclaredType& type) {
  if (type.base == BaseType::structure && type.structure != nullptr) return type.structure->name.text;
  if (type.base == BaseType::unsigned_integer) return fmt::format("unsigned:{}", type.width);
  if (type.base == BaseType::mtype && !type.mtype_name.empty()) return "mtype:" + type.mtype_name;
  return std::string(base_text(type.base));
}

std::string type_text(const ValueType& type) {
  if (type.base == BaseType::structure && type.structure != nullptr) return type.structure->name.text;
  if (type.base == BaseType::mtype && type.mtype != nullptr && !type.mtype->name.empty()) {
    return "mtype:" + type.mtype->name;
  }
  return std::string(base_text(type.base));
}

ValueRange value_range(const DeclaredType& type) {
  switch (type.base) {
    case BaseType::bit:
    case BaseType::boolean:
      return {0, 1};
    case BaseType::byte:
    case BaseType::pid:
    case BaseType::mtype:
    case BaseType::channel:
      return {0, 255};
    case BaseType::short_integer:
      return {-32768, 32767};
    case BaseType::unsigned_integer:
      return {0, (std::int64_t{1} << type.width) - 1};
    default:
      return {INT32_MIN, INT32_MAX};
  }
}

}  // namespace quotient::promela
