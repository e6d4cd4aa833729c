#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/symmetry_source.hpp"
#include "report/look.hpp"

namespace quotient {

/// What is reported about the symmetry of a model, alone or together with one of its claims.
struct SymmetrySummary {
  std::string claim;  // empty: the program alone
  std::string order;
  std::string structure;                           // "S3 × (S2 ≀ S3)"
  std::vector<std::vector<std::string>> families;  // what is interchangeable
  std::vector<std::string> generators;
  std::vector<std::string> broken_by;
  double seconds = 0;

  std::optional<DiagramFigures> diagram;
};

std::string symmetry_text(std::span<const SymmetrySummary> summaries, const Look& look);
std::string symmetry_json(const std::string& model, const std::string& detect,
                          std::span<const SymmetrySummary> summaries);

}  // namespace quotient
