#include "promela/check/message_fields.hpp"

#include <algorithm>

namespace quotient::promela {

namespace {

bool append(const DeclaredType& type, const Variable* field, std::uint32_t count, std::vector<FlatField>& out) {
  if (type.base == BaseType::structure) {
    if (type.structure == nullptr || (field != nullptr && field->is_array)) return false;
    return std::all_of(type.structure->fields.begin(), type.structure->fields.end(),
                       [&](const auto& inner) { return append(inner->type, inner.get(), inner->length, out); });
  }
  if (out.size() + count > most_message_fields) return false;
  out.insert(out.end(), count, FlatField{&type, field});
  return true;
}

}  // namespace

std::optional<std::vector<FlatField>> flat_fields(const DeclaredType& type) {
  std::vector<FlatField> fields;
  if (!append(type, nullptr, 1, fields)) return std::nullopt;
  return fields;
}

std::optional<std::vector<FlatField>> flat_fields(const std::vector<DeclaredType>& types) {
  std::vector<FlatField> fields;
  for (const DeclaredType& type : types) {
    if (!append(type, nullptr, 1, fields)) return std::nullopt;
  }
  return fields;
}

bool holds_array(const Structure& structure) {
  return std::any_of(structure.fields.begin(), structure.fields.end(), [](const auto& field) {
    return field->is_array || (field->type.structure != nullptr && holds_array(*field->type.structure));
  });
}

const Variable* last_part(const Reference& reference) {
  const Variable* variable = reference.variable;
  for (std::size_t i = 1; i < reference.parts.size() && variable != nullptr; ++i) {
    const Structure* structure = variable->type.structure;
    const std::uint32_t field = reference.parts[i].field;
    variable = structure != nullptr && field < structure->fields.size() ? structure->fields[field].get() : nullptr;
  }
  return variable;
}

}  // namespace quotient::promela
