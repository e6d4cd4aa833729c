#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lsp/analysis.hpp"

namespace quotient::lsp {

/// DiagnosticSeverity of the protocol; messages to people have the same.
constexpr int error_severity = 1, warning_severity = 2, information_severity = 3;

nlohmann::json json_of(Position position);
nlohmann::json json_of(Range range);
/// A place with the address of its file.
nlohmann::json location_of(const Analysis& analysis, SourceRange range);

/// Answers to requests about byte `offset` of a file of the analysis. `reached`: what is known of a variable's values.
struct ReachedValues;
nlohmann::json hover(const Analysis& analysis, FileId file, std::size_t offset, const ReachedValues* reached);
nlohmann::json definition(const Analysis& analysis, FileId file, std::size_t offset);
nlohmann::json references(const Analysis& analysis, FileId file, std::size_t offset, bool with_declaration);
nlohmann::json document_symbols(const Analysis& analysis, FileId file);

/// What is to be shown for the texts of an analysis, by the address of each.
std::map<std::string, nlohmann::json> diagnostics_by_uri(const Analysis& analysis);

}  // namespace quotient::lsp
