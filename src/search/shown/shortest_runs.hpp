#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/shown/few_switches.hpp"
#include "symmetry/action/actor_images.hpp"

namespace quotient {

/// Where a run is to end.
struct RunGoal {
  ViolationPlace place = ViolationPlace::state;
  Finding finding;
  const StateBytes* state = nullptr;  // where not null: in this very state, and nothing else matters
};

/// All shortest runs to a goal, level by level up to symmetry, and of these one with the fewest changes of actor.
///
/// First a breadth-first search that remembers which states of a level lead to which of the next, and ends with the
/// level where the goal is met; backwards along these, the states that lie on a shortest run. Then a dynamic programme
/// forwards over pairs of such a state and the actor that moved last: the cost of a pair is how often the actor has
/// changed, at least. A state stands for its orbit, so the actor is taken along the permutation that takes the state to
/// the key of its orbit; each pair keeps a state that was really reached, hence the run needs no translation.
///
/// Of several steps that fail in a state the first is the one that is shown, which is not the same in permuted states:
/// where that costs a change, the programme runs once more with some pairs of other actors kept beside the first.
class ShortestRuns {
 public:
  ShortestRuns(const System& system, const FewSwitchesOptions& options);

  /// Nullopt where there is too much to look at, or the goal is not met within `length` steps.
  std::optional<std::vector<StateBytes>> find(const RunGoal& goal, std::size_t length);

 private:
  using Index = std::uint32_t;
  static constexpr Index none = ~Index{0};
  struct Pair {
    StateBytes state;
    Index orbit;
    Actor last;
    std::size_t cost;
    Index parent;  // in the level before
  };
  /// A pair of the last level, with the last step where the goal is one.
  struct End {
    Index pair = none;
    std::size_t cost = 0;
    StateBytes target;
    bool could_stay = false;
  };

  bool explore(const RunGoal& goal, std::size_t length);
  void mark_useful();
  struct Choice {
    std::vector<StateBytes> run;
    std::size_t cost = 0;
    bool could_stay = false;  // the step that fails could be one of the actor that moved before it
  };
  std::optional<Choice> choose(const RunGoal& goal, std::size_t variants);
  End cheapest_end(const RunGoal& goal, const std::vector<Pair>& last_level);
  /// Expands a state; false where there is nothing to be known of it, or too much was expanded.
  bool expand(const StateBytes& state);
  bool meets(const RunGoal& goal, const StateBytes& state) const;
  /// The key of a state, in `key_`, and the permutation to it, where there is one.
  void compute_key(StateView state);
  Actor image(Actor actor) const;
  Index enter(StateView state);

  const FewSwitchesOptions& options_;
  std::unique_ptr<StepGenerator> generator_;
  std::unique_ptr<KeyFunction> key_function_;
  ActorImages actors_;
  Successors steps_;
  std::vector<std::uint8_t> key_;
  std::optional<Normalisation> way_;

  std::vector<StateBytes> states_;  // one of each orbit, level by level
  std::vector<Index> level_begins_;
  std::unordered_map<std::string, Index> by_key_;
  std::vector<std::pair<Index, Index>> edges_;  // from a level to the next
  std::vector<bool> useful_;
  std::uint64_t expanded_ = 0, bytes_ = 0;
};

}  // namespace quotient
