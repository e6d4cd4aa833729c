#pragma once

#include <optional>
#include <vector>

#include "frontend/symmetry_source.hpp"
#include "process/outline.hpp"
#include "process/program.hpp"
#include "process/scalarset.hpp"

namespace quotient {

/// What is interchangeable in a program: in its code (`system`), in its channel diagram (`scd`), or as declared
/// (`scalarset`).
class ProgramSymmetry final : public SymmetrySource {
 public:
  /// The program must outlive it. The outline is what `scd` reads; nothing where nobody will ask for that.
  ProgramSymmetry(const Program& program, std::vector<Scalarset> scalarsets, std::optional<Outline> outline);

  DetectedSymmetry find(const DetectOptions& options) const override;
  void explain_breaks(Symmetry& symmetry, double seconds) const override;
  bool explains_absence() const override { return true; }

 private:
  void find_in_diagram(const DetectOptions& options, DetectedSymmetry& found) const;

  const Program& program_;
  std::vector<Scalarset> scalarsets_;
  std::optional<Outline> outline_;
};

}  // namespace quotient
