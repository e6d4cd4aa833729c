#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

struct ParseOptions {
  std::vector<std::string> defines;       // as for -D
  std::vector<std::string> include_dirs;  // as for -I, in this order
};

/// Preprocesses, parses, resolves and checks a model. Null where there are errors: then `diagnostics` has at least one.
/// Warnings may be there in any case.
std::unique_ptr<Module> parse_model(SourceMap& sources, FileId file, const ParseOptions& options,
                                    Diagnostics& diagnostics);

}  // namespace quotient::promela
