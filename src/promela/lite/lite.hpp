#pragma once

#include <memory>
#include <string>

#include "promela/lite/lite_ast.hpp"
#include "promela/parse/token.hpp"
#include "promela/read_module.hpp"

/// Promela-Lite: the small language of [Donaldson & Miller 2009], section 6, with types that say what channels carry. A
/// specification is parsed and checked by its own rules; what is left of it without these types is Promela, and is run
/// as such.
namespace quotient::promela::lite {

/// Figs. 7 and 8. Reports the first mistake; nothing is returned then.
std::unique_ptr<Specification> parse(const std::vector<Token>& tokens, Diagnostics& diagnostics);

/// Figs. 13 and 14; reports all mistakes.
void check(const Specification& specification, Diagnostics& diagnostics);

/// A checked specification as a Promela module. Null where there are errors.
std::unique_ptr<Module> load(SourceMap& sources, FileId file, const ReadOptions& options, Diagnostics& diagnostics);

/// The text in Promela: `null` declared as a channel without room, and types of channels shortened to `chan`. Empty
/// where there are errors.
std::string to_promela(SourceMap& sources, FileId file, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace quotient::promela::lite
