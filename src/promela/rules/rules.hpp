#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "process/rules.hpp"
#include "promela/promela.hpp"

namespace quotient::promela {

/// Reads a file of rewrite rules:
///
///     rule processors (i, j in 1 .. N) {
///       swap owner[i], owner[j]
///       swap acquire(me = i), acquire(me = j)
///       rename i <-> j in owner[*], request[*], acquire.next
///     } by owner
///
/// Macros and -D are those of Promela. Nullopt after errors, which are in `diagnostics`.
std::optional<RewriteRules> read_rules(SourceMap& sources, FileId file, const Options& options,
                                       Diagnostics& diagnostics);

/// The same for what stands in comments /*@ normalise … */ of a model, with the macros that the model defines. Empty
/// where there are none.
std::optional<RewriteRules> read_rules_of_model(SourceMap& sources, FileId model, const Options& options,
                                                Diagnostics& diagnostics);

}  // namespace quotient::promela
