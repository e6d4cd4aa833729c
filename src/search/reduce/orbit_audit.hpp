#pragma once

#include <optional>

#include "search/search.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// An orbit that a search did not meet.
struct LostOrbit {
  StateBytes state;
  /// What was explored in its place, because the key is the same; nothing: all ways to it lead through lost states.
  std::optional<StateBytes> taken_for;
};

/// A search with some reduction beside one that loses nothing.
struct OrbitAudit {
  Result audited, exact;
  std::uint64_t orbits = 0;    // of the exact search
  std::uint64_t met = 0;       // of the audited one
  std::uint64_t merged = 0;    // lost: taken for another
  std::uint64_t behind = 0;    // lost: not reached any more
  std::uint64_t repeated = 0;  // states explored in orbits that were met before
  std::vector<LostOrbit> examples;

  std::uint64_t lost() const { return merged + behind; }
  /// No limit ended either search; else the figures are of what was seen until then.
  bool complete() const { return audited.complete() && exact.complete(); }
};

/// Searches with `options.reduction`, then with `exact`, which must have one key for every orbit of the same group, and
/// once more with the first where there is something to show. Goes on after violations. Keeps 16 bytes for each orbit
/// and key besides what the searches need.
OrbitAudit audit_orbits(const System& system, const SearchOptions& options, const Reduction& exact,
                        std::size_t most_examples = 3);

}  // namespace quotient
