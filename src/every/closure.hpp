#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/parametric.hpp"
#include "model/system.hpp"

namespace quotient {

inline constexpr std::uint32_t most_viewed = 3;  // elements in a view

/// Numbers that a proof for every number of elements rests on. See docs/every-n.md.
struct EverySize {
  std::uint32_t viewed = 0;  // k: elements in a view
  std::uint32_t needed = 0;  // m: elements that a step depends on
  std::uint32_t size = 0;    // n: elements in the states that are looked at
};
/// What views of so many elements ask for.
EverySize every_size(const Family& family, std::uint32_t viewed);

/// A view: what all elements share, and the pieces of some of them, in rows of codes.
struct ViewRows {
  std::vector<std::uint32_t> shared;
  std::vector<std::vector<std::uint32_t>> elements;  // sorted
  friend auto operator<=>(const ViewRows&, const ViewRows&) = default;
};

struct ClosureOptions {
  EverySize sizes;
  /// Which findings violate the property. A step that ends in an error always does.
  std::function<bool(FindingKind)> checked;
  std::uint64_t most_states = UINT64_MAX;
  std::uint64_t most_bytes = UINT64_MAX;
};

struct Closure {
  enum class End : std::uint8_t {
    closed,        // the least set of views that holds those of the beginning and is closed under steps
    violated,      // in a state all of whose views were reached; it need not be reachable itself
    limit,         // a limit was reached
    not_in_pieces  // a state has more to it than the cells of the family
  };
  End end = End::closed;
  std::uint64_t views = 0, states = 0, steps = 0;
  std::vector<std::string> shared_names, element_names;
  std::vector<ViewRows> rows;  // closed: all views, sorted
  // Of a violation:
  std::vector<std::uint8_t> state;
  Finding finding;
};

/// Closes the views of the initial states under the steps of all states of this size whose views are all in the set.
/// `system` is the model with `family.size` elements, which `options` ask for. Asks the stop signal of the thread:
/// Stopped is thrown.
Closure close_views(const System& system, const Family& family, const ClosureOptions& options);

}  // namespace quotient
