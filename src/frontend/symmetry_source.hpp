#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/system.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// How symmetry is looked for.
struct DetectOptions {
  std::string how = "system";     // --detect: system, scd, scalarset
  bool random_conjugates = true;  // --conjugates; of scd
  double patience = 10;           // --patience: seconds after which scd ends with what it has
};

/// Of the static channel diagram, where a group was found in it: orders of groups, and how long finding them took.
struct DiagramFigures {
  std::size_t processes = 0, channels = 0, links = 0;
  std::string automorphisms, by_valid_generators, largest_valid;
  bool complete = true;
  std::uint64_t cosets_tried = 0;
  double automorphism_seconds = 0, largest_seconds = 0;
};

struct DetectedSymmetry {
  Symmetry symmetry;
  std::string refusal;                    // this language has no such way to look for it: why, and what it has
  std::string order_without_claim;        // of the group of the program alone, where there is a claim
  std::optional<DiagramFigures> diagram;  // --detect scd
};

/// What is interchangeable in a model, as its language finds out. Immutable; for one thread at a time.
class SymmetrySource {
 public:
  virtual ~SymmetrySource() = default;

  /// Only what is certified. Atoms have the names of the text.
  virtual DetectedSymmetry find(const DetectOptions& options) const = 0;
  /// Adds to `broken_by` what keeps more from being interchangeable. Takes about that many seconds at most.
  virtual void explain_breaks(Symmetry&, double /*seconds*/) const {}
  /// Whether `explain_breaks` is worth calling by default if nothing is interchangeable.
  virtual bool explains_absence() const { return false; }
  /// Labels of steps name all that permutations move, so that permuted steps have permuted labels (`quotient expand`).
  virtual bool labels_name_atoms() const { return false; }
  /// Where the system leaves out initial states that are symmetric to others: the one that has them all, for graphs.
  virtual const System* whole() const { return nullptr; }
};

}  // namespace quotient
