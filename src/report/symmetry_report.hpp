#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/look.hpp"

namespace quotient {

/// What is told about the symmetry of a model, alone or together with one of its claims.
struct SymmetrySummary {
  std::string claim;  // empty: the program alone
  std::string order;
  std::string structure;                           // "S3 × (S2 ≀ S3)"
  std::vector<std::vector<std::string>> families;  // what is interchangeable
  std::vector<std::string> generators;
  std::vector<std::string> broken_by;
  double seconds = 0;

  /// Of the static channel diagram, where the group was found in it: orders of groups, and how long finding them took.
  struct Diagram {
    std::size_t processes = 0, channels = 0, links = 0;
    std::string automorphisms, by_valid_generators, largest_valid;
    bool complete = true;
    std::uint64_t cosets_tried = 0;
    double automorphism_seconds = 0, largest_seconds = 0;
  };
  std::optional<Diagram> diagram;
};

std::string symmetry_text(std::span<const SymmetrySummary> summaries, const Look& look);
std::string symmetry_json(const std::string& model, const std::string& detect,
                          std::span<const SymmetrySummary> summaries);

}  // namespace quotient
