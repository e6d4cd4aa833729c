#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "base/source.hpp"
#include "promela/parse/token.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// A formula that is not in the model's text. Linear: one part, read as an `ltl` block's inside is; else the parts are
/// its propositions.
struct GivenFormula {
  std::string name;
  SourceRange range;
  std::vector<SourceRange> parts;
  bool linear = true;
};

struct ReadOptions {
  std::vector<std::string> defines;       // as for -D
  std::vector<std::string> include_dirs;  // as for -I, in this order
  NameTable* names = nullptr;             // receives what names mean; may be null
  std::vector<GivenFormula> formulas;     // the model's names and macros hold in them
};

/// Parses, resolves and checks what has been cut into tokens. `null_channel`: the name of a global channel that stands
/// for none, where there is one. `unexpanded`: see Preprocessed.
std::unique_ptr<Module> read_tokens(std::vector<Token> tokens, std::vector<std::string> unexpanded,
                                    std::string_view null_channel, Diagnostics& diagnostics,
                                    NameTable* names = nullptr);

/// Preprocesses, parses, resolves and checks a model. Null where there are errors: then `diagnostics` has at least one.
/// Warnings may be there in any case.
std::unique_ptr<Module> read_module(SourceMap& sources, FileId file, const ReadOptions& options,
                                    Diagnostics& diagnostics);

}  // namespace quotient::promela
