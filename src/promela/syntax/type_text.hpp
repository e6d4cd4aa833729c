#pragma once

#include <string>

#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// As people write it: `byte`, `unsigned:3`, `mtype:colour`, `chan`, the name of a typedef.
std::string type_text(const DeclaredType& type);
std::string type_text(const ValueType& type);

/// The least and greatest value a variable of this type can hold.
struct ValueRange {
  std::int64_t least = 0;
  std::int64_t greatest = 0;
};
ValueRange value_range(const DeclaredType& type);

}  // namespace quotient::promela
