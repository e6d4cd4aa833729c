#include "search/shown/exchange_steps.hpp"

#include <algorithm>
#include <optional>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

class Exchange {
 public:
  Exchange(const System& system, ActedRun& run, std::uint64_t most_states)
      : generator_(system.generator()), run_(run), left_(most_states) {
    if (const StopSignal* stop = current_stop()) generator_->heed(*stop);
  }

  /// Looks for p … q … p and makes p p … q of it, or … q p p. False where there is no such place.
  bool improve() {
    const std::size_t steps = run_.actors.size();
    for (std::size_t begin = 0; begin < steps;) {
      const std::size_t end = block_end(begin);
      std::size_t next = end;
      while (next < steps && run_.actors[next] != run_.actors[begin]) next = block_end(next);
      if (next < steps) {
        if (swap(end, next, block_end(next)) || swap(begin, end, next)) return true;
        if (left_ == 0) return false;
      }
      begin = end;
    }
    return false;
  }

 private:
  std::size_t block_end(std::size_t begin) const {
    std::size_t end = begin;
    while (end < run_.actors.size() && run_.actors[end] == run_.actors[begin]) ++end;
    return end;
  }

  /// The steps [begin, middle) and [middle, end) in the other order, where that leads to the same state and helps.
  bool swap(std::size_t begin, std::size_t middle, std::size_t end) {
    std::vector<std::size_t> order;
    for (std::size_t i = middle; i < end; ++i) order.push_back(i);
    for (std::size_t i = begin; i < middle; ++i) order.push_back(i);
    ActedRun other = run_;
    std::size_t at = begin;
    for (const std::size_t step : order) {
      if (!take(other.states[at], run_.actors[step], run_.labels[step], other.states[at + 1])) return false;
      other.actors[at] = run_.actors[step];
      other.labels[at] = run_.labels[step];
      ++at;
    }
    if (other.states[end] != run_.states[end] || other.switches() >= run_.switches()) return false;
    run_ = std::move(other);
    return true;
  }

  /// The step must be the one that retracing takes.
  bool take(const StateBytes& from, Actor actor, StepLabel label, StateBytes& to) {
    poll_stop();
    if (left_ == 0) return false;
    --left_;
    generator_->successors(from, steps_);
    poll_stop();
    steps_.show_all();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Successor step = steps_[i];
      if (step.actor != actor || !(step.label == label) || !step.completed || step.finding) continue;
      for (std::size_t k = 0; k < i; ++k) {
        if (steps_[k].completed && std::ranges::equal(steps_[k].state, step.state)) return false;
      }
      to.assign(step.state.begin(), step.state.end());
      return true;
    }
    return false;
  }

  std::unique_ptr<StepGenerator> generator_;
  ActedRun& run_;
  std::uint64_t left_;
  Successors steps_;
};

}  // namespace

std::size_t ActedRun::switches() const {
  std::size_t count = 0;
  for (std::size_t i = 1; i < actors.size(); ++i) count += actors[i] != actors[i - 1] ? 1 : 0;
  return count;
}

ActedRun acted_run(const System& system, std::span<const StateBytes> states) {
  ActedRun run;
  run.states.assign(states.begin(), states.end());
  const std::unique_ptr<StepGenerator> generator = system.generator();
  if (const StopSignal* stop = current_stop()) generator->heed(*stop);
  Successors steps;
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    generator->successors(states[i], steps);
    poll_stop();
    steps.show_all();
    std::size_t k = 0;
    while (k < steps.size() && !(steps[k].completed && std::ranges::equal(steps[k].state, states[i + 1]))) ++k;
    ensure(k < steps.size(), "a run takes a step that the model does not have");
    run.actors.push_back(steps[k].actor);
    run.labels.push_back(steps[k].label);
  }
  return run;
}

void exchange_steps(const System& system, ActedRun& run, std::uint64_t most_states) {
  Exchange exchange(system, run, most_states);
  while (run.switches() > 1 && exchange.improve()) {
  }
}

}  // namespace quotient
