#pragma once

#include <optional>

#include "model/cycle_property.hpp"
#include "model/system.hpp"
#include "search/result.hpp"
#include "search/search.hpp"

namespace quotient {

/// Which is used where nobody asks for one: `levels` with an exact store, since all threads take part, and it is no
/// slower with one (bench/cycles). Before it `components` looks at the first states that it meets
/// (SearchOptions::probed_states): a cycle deep in the graph is often found so at once, and a small system needs no
/// more. What is found does not depend on threads. A compact store has `components`, one that loses states `nested`,
/// since a cycle of its keys need be none of the model; `nested` also checks the others where `paranoid` is set.
enum class CycleAlgorithm : std::uint8_t {
  components,  // each state is expanded once; 8 bytes a state; any property, weak fairness without a reduction
  levels,      // the graph is kept, 4 bytes a step; any property and fairness, also up to symmetry; all threads
  nested,      // states may be expanded twice; asks of the store only what was seen; no fairness
};

/// Whether there is a search for this. Fairness with a reduction takes the one of `orbits`, and with anything but weak
/// fairness alone an exact store; no search knows fairness with a bitstate store, or cycles with a reduction that
/// floods.
bool can_find_cycles(const CycleProperty& property, const SearchOptions& options);
/// Whether it goes level by level from the first state on; else it may begin depth-first.
bool begins_by_levels(const CycleProperty& property, const SearchOptions& options);

/// Explores `system`, which must have a cycle generator, for wrong cycles and for the findings that `options` asks for.
/// Ends at the first cycle, even where all violations are asked for. `options.order` is not looked at: the search is
/// depth-first, or by levels. With a reduction, `options.orbits` must be set, and labels and claim must be the same for
/// all states of an orbit. A store or a reduction that loses states finds cycles of the model only, and verifies
/// nothing; it has the nested search, whatever `wanted` says. Where `paranoid` is set, two algorithms must agree.
/// The counterexample is a lasso of the model: where a cycle of orbits comes back to another state of the first orbit,
/// it goes round until it comes back to the first state.
Result find_cycles(const System& system, const CycleProperty& property, const SearchOptions& options,
                   std::optional<CycleAlgorithm> wanted = {});

}  // namespace quotient
