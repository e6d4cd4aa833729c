#pragma once

#include <memory>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "murphi/check/model.hpp"

namespace quotient::murphi {

/// Resolves names and checks types. Null after errors. `names` may be null.
std::unique_ptr<Model> check(std::unique_ptr<Specification> text, NameTable* names, Diagnostics& diagnostics);

}  // namespace quotient::murphi
