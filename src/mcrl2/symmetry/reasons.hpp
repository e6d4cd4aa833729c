#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "mcrl2/process/model.hpp"

/// Why a part of a specification does not treat all alike, in words.
namespace quotient::mcrl2 {

struct Reason {
  SourceRange at;
  std::string why;
  std::string remedy;  // may be empty
};

/// `freed`: what would be interchangeable without the part, by name.
std::optional<Reason> reason_of_expressions(const Model& model, const SourceMap& sources, std::vector<ExprId> parts,
                                            const std::set<std::string>& freed);
/// A summand of processes that could change places with others of their kind, which do nothing like it.
std::optional<Reason> reason_of_owners(const Model& model, LocationId location, SourceRange at,
                                       const std::set<std::string>& freed, std::span<const std::uint32_t> kinds);
/// Processes whose names differ in their numbers alone, but that look different: P1, P2 and P3. By kinds.
std::optional<Reason> reason_of_unlike(const Model& model, std::span<const std::uint32_t> kinds);
/// Processes that are one text are given different numbers.
std::optional<Reason> reason_of_initial(const Model& model, const SourceMap& sources);

/// P of P1, P_2 and P.
std::string name_without_number(std::string name);
/// "a, b and 3 more"
std::string names_in_words(const std::vector<std::string>& names);
/// Of the text, on one line and not too long.
std::string excerpt(const SourceMap& sources, SourceRange range);

}  // namespace quotient::mcrl2
