#pragma once

#include <memory>
#include <vector>

#include "model/independence.hpp"
#include "model/system.hpp"
#include "process/instance.hpp"
#include "process/partial_order/anchors.hpp"
#include "process/partial_order/effect_finder.hpp"
#include "process/program.hpp"

namespace quotient {

/// Which processes of a program cannot get into each other's way, once all of them exist. Null where the program has
/// something by which every step depends on every other (priorities, provided clauses, _last, a trace assertion), a
/// claim that may count steps or see anything, or where processes are created again and again. The program must outlive
/// it.
std::unique_ptr<Independence> find_independence(const Program& program);

class ProgramIndependence final : public Independence {
 public:
  ProgramIndependence(const Program& program, Instance instance);

  std::size_t actor_count() const override { return instance_.types.size(); }
  std::size_t place_count() const override { return now_.size(); }
  std::unique_ptr<Locator> locator() const override;
  std::vector<std::uint64_t> interfering(Position at) const override;
  std::unique_ptr<StepGenerator> with_actors(std::unique_ptr<StepGenerator> own) const override { return own; }
  void forget_claim(std::span<std::uint8_t> state) const override;
  /// Whether nothing is known of what the claim sees.
  bool claim_sees_everything() const { return claim_sees_everything_; }

 private:
  class StateLocator;

  /// A step that a process can take while others could move as well.
  struct Later {
    std::uint32_t target = 0;  // control location
    Effects effects;
  };

  /// By location: where its steps may end.
  using Ends = std::vector<std::vector<std::uint32_t>>;

  void find_anchors(const AnchorFinder& finder, std::span<const Ends> ends);
  Ends find_effects(std::uint32_t pid, const EffectFinder& finder);
  /// Of a step from `location`, with all that follows before control is given up. Returns where it may end.
  std::vector<std::uint32_t> add_step(std::uint32_t pid, std::uint32_t location, const EffectFinder& finder,
                                      Effects& into) const;
  bool locate(StateView state, std::span<Position> out) const;
  bool waits(std::uint32_t place, StateView state, std::uint32_t living) const;
  std::uint32_t place_of(std::uint32_t pid, std::uint32_t location) const { return first_place_[pid] + location; }

  const Program& program_;
  Instance instance_;
  SharedThings things_;
  std::vector<std::uint32_t> first_place_;  // by pid
  std::vector<std::uint32_t> actor_of_;     // by place
  std::vector<Effects> now_;                // by place: of all that the process can do there
  std::vector<std::vector<Later>> later_;   // by place
  std::vector<bool> anchors_;               // by place
  bool claim_sees_everything_ = false;
};

}  // namespace quotient
