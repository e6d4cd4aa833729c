#pragma once

#include <memory>

#include "model/system.hpp"

namespace quotient {

/// A system whose steps pass through states in which only one thing can happen, without ever handing these out
/// ([Nalumasu & Gopalakrishnan 1995], section 4: sequential regions). A state is passed through where exactly one step
/// leads on from it and nothing is to be said about the state or that step: no finding, no accept or progress label. So
/// whatever can be wrong still shows in a state, or on a step, that is handed out. Where such states go round in a
/// circle, the one at which it was entered is handed out: every cycle keeps a state.
///
/// The steps are those of the system itself, one after the other: claims move along with each, and what depends on
/// the number of steps (`X`) means the same. Each step says how many it stands for, so that a search can tell how long
/// a run is. Which states are passed through does not depend on names, so that reductions by symmetry go with it.
///
/// It is for searching only: `steps_between` makes a run of the system itself of what a search finds.
class SequentialSystem final : public SystemDecorator, private NarratorDecorator {
 public:
  /// `has_labels`: the system has accept or progress labels somewhere, so that they must be looked for. Which states
  /// are passed through must not depend on what is asked of them. `whole` must outlive this.
  SequentialSystem(const System& whole, bool has_labels);

  /// Whether it is worth it: a step that leads to a state must find out whether that is to be passed through, which
  /// takes as long as exploring it. By the first states of the system, so that the answer does not depend on how it is
  /// searched; takes as long as exploring these. Not for a system that has no more: there is nothing to gain.
  bool pays(std::uint64_t sample = 1024) const;

  /// The states that a step of this system from `from` to `to` passes through, in their order. Of several steps it is a
  /// shortest one, or, where one is wanted that `lets_nobody_wait`, one that passes through something if there is one.
  /// There must be a step.
  std::vector<std::vector<std::uint8_t>> steps_between(StateView from, StateView to, bool lets_nobody_wait) const;

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> cycle_generator() const override;
  std::unique_ptr<StepGenerator> label_generator() const override;
  /// Of steps that stand for several, nobody knows.
  std::unique_ptr<Independence> independence() const override { return nullptr; }
  const Narrator& narrator() const override { return *this; }

 private:
  std::unique_ptr<StepGenerator> steps_of_whole() const;
  /// All statements on the way.
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override;
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t) const override {
    return explain(from, to, {});
  }

  bool has_labels_;
};

}  // namespace quotient
