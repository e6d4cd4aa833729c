#pragma once

#include <map>
#include <string>
#include <vector>

#include "lsp/analysis.hpp"

namespace quotient::lsp {

/// The places at which a name is to be replaced, or why it cannot be.
struct Renaming {
  std::string refusal;
  std::vector<SourceRange> places;
};

/// What renaming the name there would replace.
Renaming find_renaming(const Analysis& analysis, FileId file, std::size_t offset);

/// The same for a new name. The text is read again with it: there must be no error, and every name must mean what it
/// meant before.
Renaming rename(const Analysis& analysis, FileId file, std::size_t offset, const std::string& new_name);

}  // namespace quotient::lsp
