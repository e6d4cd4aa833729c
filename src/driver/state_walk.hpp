#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "model/system.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"
#include "symmetry/group/big_number.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient::driver {

/// Visits the reachable states of a system one after the other, breadth-first; with a reduction, one state of every
/// orbit. For callers who look at each state themselves: `explore` is faster, uses several threads and packs its
/// states. For one thread; the same system and reduction give the same states in the same order.
class StateWalk {
 public:
  struct Visit {
    StateBytes state;
    std::uint64_t depth = 0;  // steps from an initial state
    std::string orbit_size;   // how many states it represents, in decimal; empty: not known
  };

  /// `system` and `reduction`, which may be null and must not flood, must outlive the walk. `order`: of the group of
  /// the reduction. The clock of the limits starts now; `memory` is what states and keys take, roughly.
  StateWalk(const System& system, const Reduction* reduction, BigNumber order, const Limits& limits);

  StateWalk(const StateWalk&) = delete;  // the generator refers to it
  StateWalk& operator=(const StateWalk&) = delete;

  /// The next state; nullopt once all are visited, or all that were found before a limit was reached.
  std::optional<Visit> next();
  /// Anything but `nothing`: some reachable states were not visited. Final once `next` has returned nullopt.
  StopReason stopped() const { return stopped_; }
  /// What was too much work, where `stopped` says `effort`.
  Finding too_much() const { return too_much_; }

 private:
  struct Waiting {
    StateBytes state;
    std::uint64_t depth = 0;
  };

  void arrive(std::uint64_t depth);
  void expand(const Waiting& at);
  std::string orbit_size(StateView state) const;

  Limits limits_;
  Watch watch_;
  std::unique_ptr<StepGenerator> generator_;
  const Reduction* reduction_;
  std::unique_ptr<KeyFunction> key_function_;  // null: states are their own keys
  BigNumber order_;
  Successors steps_;
  std::unordered_set<std::string> keys_;
  std::deque<Waiting> waiting_;
  std::optional<Waiting> visited_;  // the last that was handed out, not yet expanded
  std::uint64_t bytes_ = 0;
  bool started_ = false;
  StopReason stopped_ = StopReason::nothing;
  Finding too_much_;
};

}  // namespace quotient::driver
