#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "murphi/check/model.hpp"

namespace quotient::murphi {

/// Values of constants and sizes of scalarsets and ranges, by name, instead of those of the text (--set).
using Sizes = std::map<std::string, std::uint32_t>;

/// Resolves names and checks types. Null after errors. `names` may be null.
std::unique_ptr<Model> check(std::unique_ptr<Specification> text, const Sizes& sizes, NameTable* names,
                             Diagnostics& diagnostics);

}  // namespace quotient::murphi
