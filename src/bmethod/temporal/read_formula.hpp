#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bmethod/project/temporal_atoms.hpp"
#include "temporal/parse.hpp"
#include "temporal/subject.hpp"

namespace quotient::bmethod {

/// `op`, or `op(3, x)`: the expressions of its arguments, by their numbers.
struct StepPattern {
  static constexpr std::uint32_t anything = 0xffff'ffff;
  std::uint32_t operation = 0;
  std::vector<std::uint32_t> arguments;  // may be fewer than there are parameters
  friend bool operator==(const StepPattern&, const StepPattern&) = default;
};

/// What an atom of a formula means.
struct AtomMeaning {
  enum class Kind : std::uint8_t {
    predicate,
    step,          // [op]
    enabled,       // e(op)
    none_enabled,  // deadlock(op, …)
    at_most_one,   // deterministic(op, …)
    exactly_one,   // controller(op, …)
    deadlock,
    sink,
    several_steps,  // non_det
    unchanged,      // of an expression, by the step
    changed,
    increasing,
    decreasing,
    weakly_fair,      // WF(op)
    strongly_fair,    // SF(op)
    all_weakly_fair,  // WEF
    all_strongly_fair,
    unsupported,
  };
  Kind kind = Kind::unsupported;
  std::uint32_t expression = 0;
  std::vector<StepPattern> patterns;
};

/// A formula about a machine, as it was read.
struct TemporalFormula {
  temporal::FormulaText text;
  bool asserted = false;  // the machine itself asks for it
  temporal::Syntax syntax;
  std::vector<AtomMeaning> meanings;  // of the atoms of `syntax`
  TemporalAtoms atoms;
  std::vector<temporal::Piece> unsupported;  // what is not checked here, and why, at its place
};

/// Which formulas are to be read.
struct TemporalOptions {
  bool all_asserted = false;          // all that the machine asks for
  std::vector<std::string> asserted;  // of those, by name, where not all
  std::vector<temporal::FormulaText> given;
};

/// Reads formulas, and hands their atoms to the model to be typed.
std::vector<std::unique_ptr<TemporalFormula>> read_formulas(SourceMap& sources, const TemporalOptions& options,
                                                            Model& model, Diagnostics& diagnostics);

}  // namespace quotient::bmethod
