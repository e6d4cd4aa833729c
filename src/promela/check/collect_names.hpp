#pragma once

#include "base/name_table.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// Records what the names of a module mean, as far as they are resolved. Inlines and macros are gone by then: the
/// parser and the preprocessor record them.
void collect_names(const Module& module, NameTable& names);

}  // namespace quotient::promela
