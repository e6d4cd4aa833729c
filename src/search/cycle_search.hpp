#pragma once

#include "search/result.hpp"
#include "search/search.hpp"
#include "system/system.hpp"

namespace quotient {

/// Which infinite runs are wrong.
enum class CycleKind : std::uint8_t {
  acceptance,    // those that pass accepting states again and again
  non_progress,  // those that from some point on pass no progress state
};

struct CycleProperty {
  CycleKind kind = CycleKind::acceptance;
  /// Only runs count on which no process waits for ever while it could move all the time.
  bool weak_fairness = false;
  /// As which a cycle is reported.
  Finding finding;
};

/// Measured on Peterson's algorithm, German's protocol, philosophers and leader election (bench of 130,000 to 460,000
/// states with a claim): `components` takes 0.75 to 1 times the time of `nested`, and 1.05 to 1.3 times its memory. So
/// it is what is used; the other checks it where `paranoid` is set.
enum class CycleAlgorithm : std::uint8_t {
  components,  // each state is expanded once; 8 bytes a state; any property
  nested,      // states may be expanded twice; half a byte a state; acceptance without fairness only
};

/// Explores `system`, which must have a cycle generator, for wrong cycles and for the findings that `options` asks for.
/// Ends at the first cycle, even where all violations are asked for. `options.order` is not looked at: the search is
/// depth-first. Where `paranoid` is set, both algorithms must agree. The counterexample is a lasso, made as short as a
/// breadth-first search of the states met so far can.
Result find_cycles(const System& system, const CycleProperty& property, const SearchOptions& options,
                   CycleAlgorithm algorithm = CycleAlgorithm::components);

}  // namespace quotient
