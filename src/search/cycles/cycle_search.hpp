#pragma once

#include "model/cycle_property.hpp"
#include "model/system.hpp"
#include "search/result.hpp"
#include "search/search.hpp"

namespace quotient {

/// Measured on Peterson's algorithm, German's protocol, philosophers and leader election (130,000 to 460,000 states
/// with a claim): `components` is the faster. So it is what is used; the other takes its place where a cycle of the
/// store need be none of the model, and checks it where `paranoid` is set.
enum class CycleAlgorithm : std::uint8_t {
  components,  // each state is expanded once; 8 bytes a state; any property, weak fairness without a reduction
  levels,      // the graph is kept, 4 bytes a step; any property and fairness, also up to symmetry; all threads
  nested,      // states may be expanded twice; asks of the store only what was seen; no fairness
};

/// Whether there is a search for this. Fairness with a reduction takes the one of `orbits`, and with anything but weak
/// fairness alone an exact store; no search knows fairness with a bitstate store, or cycles with a reduction that
/// floods.
bool can_find_cycles(const CycleProperty& property, const SearchOptions& options);

/// The search that `find_cycles` uses. Those that may lose states have the nested one, fairness and an exact store the
/// one by levels.
CycleAlgorithm algorithm_for(const CycleProperty& property, const SearchOptions& options,
                             CycleAlgorithm wanted = CycleAlgorithm::components);

/// Explores `system`, which must have a cycle generator, for wrong cycles and for the findings that `options` asks for.
/// Ends at the first cycle, even where all violations are asked for. `options.order` is not looked at: the search is
/// depth-first, or by levels. With a reduction, `options.orbits` must be set, and labels and claim must be the same for
/// all states of an orbit. A store or a reduction that loses states finds cycles of the model only, and verifies
/// nothing; it has the nested search, whatever `algorithm` says. Where `paranoid` is set, both algorithms must agree.
/// The counterexample is a lasso of the model: where a cycle of orbits comes back to another state of the first orbit,
/// it goes round until it comes back to the first state.
Result find_cycles(const System& system, const CycleProperty& property, const SearchOptions& options,
                   CycleAlgorithm algorithm = CycleAlgorithm::components);

}  // namespace quotient
