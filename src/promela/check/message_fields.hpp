#pragma once

#include <optional>
#include <vector>

#include "promela/syntax/ast.hpp"

/// Messages and parameters are flat: a structure among them denotes its fields, an array in it for its elements, one
/// after another, as in SPIN.
namespace quotient::promela {

/// One flat field, and how it is reached from the whole.
struct FlatField {
  const DeclaredType* type = nullptr;
  const Variable* field = nullptr;  // null where the whole is this one field
};

/// More than this is refused as a message.
constexpr std::size_t most_message_fields = 1000;

/// Nullopt if it contains an array of structures, or there are too many.
std::optional<std::vector<FlatField>> flat_fields(const DeclaredType& type);
std::optional<std::vector<FlatField>> flat_fields(const std::vector<DeclaredType>& types);

/// Whether there is an array in the structure, however deep. Only for what flat_fields accepts: it visits every field.
bool holds_array(const Structure& structure);

/// The variable or field that a reference ends at; null where it was not resolved.
const Variable* last_part(const Reference& reference);

}  // namespace quotient::promela
