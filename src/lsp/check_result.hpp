#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lsp/analysis.hpp"
#include "lsp/check_job.hpp"

namespace quotient::lsp {

/// What a check found, as diagnostics by the address of each text: the verdict, where it shows itself, with all remarks
/// that have no place of their own; and those that have one. `claim` is what was checked; empty: everything.
/// `analysis` of the same text, which knows where claims are; may be null.
std::map<std::string, nlohmann::json> found_by_check(const CheckedModel& model, const Analysis* analysis,
                                                     const std::string& uri, const std::string& claim);

/// The verdict in the words of `quotient check`, with the remarks that it would be misread without, a line each.
std::string verdict_message(const CheckReport& report);

/// The answer to the request for a check.
nlohmann::json check_answer(const CheckReport& report);

int severity_of(Verdict verdict);

/// Where a claim of the model stands: the name of a formula, the beginning of a never claim.
std::optional<SourceRange> place_of_claim(const Analysis& analysis, const std::string& claim);

}  // namespace quotient::lsp
