#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/cycle_property.hpp"
#include "model/system.hpp"
#include "search/growth.hpp"
#include "search/limits.hpp"

namespace quotient {

enum class Verdict { verified, violated, incomplete };

using StateBytes = std::vector<std::uint8_t>;

/// Where a violation shows itself.
enum class ViolationPlace {
  state,        // the last state is wrong
  step,         // the step into the last state went wrong
  broken_step,  // a step from the last state went wrong and led nowhere
  cycle,        // the last state is an earlier one again, or has no step: going on like this for ever is wrong
  position,  // of a game: the last position is lost by what GameEvidence shows, or the play comes back to it for ever
};

/// Something wrong, and a run of the model that leads there.
struct Violation {
  Finding finding;
  ViolationPlace place = ViolationPlace::state;
  /// From an initial state on. Empty only where not even an initial state could be computed.
  std::vector<StateBytes> states;
  /// How often the same finding (kind and site) was met.
  std::uint64_t count = 1;
  /// Of a cycle: where in `states` it begins, and which fairness was asked for. A cycle that begins in the last
  /// state has no step: the run ends there.
  std::size_t cycle_start = 0;
  Fairness fairness = Fairness::none;
  /// A limit was reached before the run could be rebuilt: there are no states.
  bool without_run = false;

  /// In steps.
  std::size_t length() const {
    if (states.empty()) return 0;
    return states.size() - 1 + (place == ViolationPlace::broken_step ? 1 : 0);
  }
};

/// The part of a parity game that shows who wins: of the winner's moves one for each position, of the other's all. Up
/// to symmetry: a move leads to the position that stands for where it really leads.
struct GameEvidence {
  struct Position {
    StateBytes state;
    bool universal = false;
    std::uint32_t priority = 0;
    std::vector<std::uint32_t> moves;  // to others of these
    std::vector<StepLabel> labels;     // of the moves
    bool cut_short = false;            // its moves were left out: there are too many positions
  };
  std::vector<Position> positions;  // the initial one first
  bool holds = false;
};

/// The result of a search.
struct Result {
  /// `violated` where there is a violation, even where a limit ended the search.
  Verdict verdict = Verdict::incomplete;
  /// What ended the search before all states were explored. A first violation does so without being a limit.
  StopReason stopped = StopReason::nothing;
  Finding too_much;               // what was too much work, where that ended the search
  bool exact = true;              // false: of a store that may take two states for one
  double expected_omissions = 0;  // states that such a store has probably missed
  double hash_factor = 0;         // of a bitstate store: bits that there are for each state
  /// False where a reduction was used that may lose states: without a violation the verdict is then `incomplete`.
  bool reduction_exact = true;
  /// What the system left out: without a violation the verdict is then `incomplete`.
  std::optional<Shortcoming> shortcoming = std::nullopt;
  Assumptions assumptions;  // of the system: for what the verdict holds

  std::uint64_t states = 0;  // stored
  /// Of these, what waited when a limit ended the search: nothing in them, or on their steps, was looked at.
  std::uint64_t unexpanded = 0;
  std::string represents;             // number of states that these stand for: with a reduction more than they are
  std::uint64_t partly_expanded = 0;  // states of which steps were left out, by partial orders
  std::uint64_t provisos = 0;         // how often more had to be taken after all, lest a step be left out for ever
  std::uint64_t transitions = 0;      // arrivals at stored states, the initial ones included
  std::uint64_t max_depth = 0;        // steps from an initial state to the deepest state
  bool by_levels = false;             // of a search for cycles: it went level by level, not depth-first
  double seconds = 0;
  std::uint64_t memory_bytes = 0;  // tables of the search at their largest
  /// How it grew: breadth-first, at the start of each level, or of some levels if there are many.
  std::vector<Progress> growth;

  /// Without `all` at most one: breadth-first, a shortest. With it the first of each (kind, site), in order of
  /// discovery.
  std::vector<Violation> violations;
  /// All that were met, also those of which no run is kept.
  std::uint64_t violation_count = 0;
  /// Where a game was solved.
  std::optional<GameEvidence> evidence = std::nullopt;
  /// Of all generators; what System::unreached wants.
  std::vector<std::uint8_t> coverage;

  /// Every state that the search knew of was explored.
  bool complete() const { return stopped == StopReason::nothing; }
  /// No state can have been missed on the way.
  bool lossless() const { return exact && reduction_exact; }
  /// What follows from everything else in here: the one place where a search becomes a verdict.
  Verdict judged() const {
    if (!violations.empty()) return Verdict::violated;
    return complete() && lossless() && !shortcoming ? Verdict::verified : Verdict::incomplete;
  }
  /// The part of the states reached that an approximate store is expected to have kept.
  double expected_coverage() const {
    const auto kept = static_cast<double>(states);
    return states == 0 ? 1 : kept / (kept + expected_omissions);
  }
};

}  // namespace quotient
