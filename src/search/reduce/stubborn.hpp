#pragma once

#include <cstdint>
#include <memory>

#include "model/system.hpp"

namespace quotient {

class StateOrbits;

/// What is looked for where steps are left out.
enum class StubbornFor : std::uint8_t {
  /// What can go wrong in states and on steps. What is kept back may have to be taken all the same, lest a step be left
  /// out for ever: the search must see to that (Successors::advance). For deadlocks alone it need not.
  states,
  /// Infinite runs, up to stuttering [Peled 1994], and what can go wrong in states and on steps: what is left out is so
  /// for good.
  runs,
};

/// A system whose generators leave out steps that need not be taken now, since nothing that happens meanwhile can get
/// into their way: strong stubborn sets, as closures over actors (docs/partial-orders.md). Which these are is a
/// function of the state alone, and, for runs, of the program's part in it. Not for runs that are to be fair: that
/// speaks of all that could move.
class StubbornSystem final : public SystemDecorator {
 public:
  /// Both must outlive it. `checked`: some of what is chosen is checked by trying (StubbornCheck); not with a claim,
  /// which may end a run that goes on without it. `orbits`: states are searched up to these, and what is chosen in a
  /// state is to be the image of what is chosen in any other of its orbit, whatever a claim makes of it; needed for
  /// runs that are searched up to symmetry, with actors that it can permute.
  StubbornSystem(const System& whole, const Independence& independence, StubbornFor what = StubbornFor::states,
                 bool checked = false, const StateOrbits* orbits = nullptr)
      : SystemDecorator(whole), independence_(independence), what_(what), checked_(checked), orbits_(orbits) {}

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override;
  std::unique_ptr<StepGenerator> label_generator() const override;
  std::unique_ptr<Independence> independence() const override { return inner().independence(); }

 private:
  std::unique_ptr<StepGenerator> reduced(std::unique_ptr<StepGenerator> whole) const;

  const Independence& independence_;
  const StubbornFor what_;
  const bool checked_;
  const StateOrbits* const orbits_;
};

}  // namespace quotient
