#pragma once

#include <cstdint>
#include <vector>

#include "temporal/formula.hpp"

namespace quotient::temporal {

using PartId = std::uint32_t;

/// A part of a branching formula without negations but before propositions, and with nothing but until and release
/// spelled out as fixed points. Runs are as long as they can be: one may end in a state without steps.
struct Part {
  enum class Kind : std::uint8_t { verum, falsum, holds, fails, both, either, all_next, some_next };
  Kind kind = Kind::verum;
  std::uint32_t proposition = no_atom;  // of `holds` and `fails`; of next: the steps that count, no_atom: all
  std::vector<PartId> operands;
  std::uint32_t priority = 0;  // a fixed point: 1 a least one, 2 a greatest one
  bool boolean = false;        // a state alone decides it
  bool universal = false;      // to show that it holds, all moves must be good
};

struct BranchingFormula {
  std::vector<Part> parts;
  PartId root = 0;
  static constexpr PartId verum = 0, falsum = 1;

  /// Whether it holds where exactly these propositions do; it must be boolean.
  bool holds(PartId part, std::uint64_t holding) const;
};

/// `dead` is the proposition of states without steps.
BranchingFormula branching_formula(const Tree& tree, std::uint32_t dead);

}  // namespace quotient::temporal
