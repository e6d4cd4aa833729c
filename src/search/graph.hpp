#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "model/system.hpp"
#include "search/limits.hpp"

namespace quotient {

class Reduction;

/// The reachable states of a system and the steps between them, in memory. States are numbered from 0 in breadth-first
/// order, the initial ones first. With a reduction they are those that a search would explore, and a step leads to the
/// one that stands for where it really leads.
class StateGraph {
 public:
  struct Edge {
    std::uint32_t source;
    std::uint32_t target;
    StepLabel label;
  };

  /// Explores all of `system`; violations do not end this, limits do. The reduction must outlive the graph, and be none
  /// that floods.
  StateGraph(const System& system, const Limits& limits, const Reduction* reduction = nullptr);
  ~StateGraph();

  /// Anything but `nothing` means that the graph is incomplete.
  StopReason stopped() const;
  std::uint32_t state_count() const;
  std::uint32_t initial_count() const;
  /// Valid until the next call.
  StateView state(std::uint32_t number) const;
  /// By source, then in the order of the generator.
  std::span<const Edge> edges() const;
  /// Steps that ended in a run-time error and have no target: they are not edges.
  std::uint64_t broken_steps() const;
  /// Of a state whose steps could not be computed, what is wrong with it: the graph goes on elsewhere, and lacks what
  /// lies behind. The first such.
  Finding obstacle() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace quotient
