#include "system/sequential.hpp"

#include <algorithm>
#include <iterator>

namespace quotient {

namespace {

using Bytes = std::vector<std::uint8_t>;

void assign(Bytes& to, StateView from) { to.assign(from.begin(), from.end()); }

/// Follows states in which only one thing can happen. Owns scratch memory.
class Follower {
 public:
  explicit Follower(StepGenerator& generator) : generator_(generator) {}

  /// Where a step from `source` to `state` ends up. False where that is `state` itself.
  bool follow(StateView source, StateView state) {
    assign(start_, state);
    assign(end_, state);
    assign(mark_, state);
    bool passed = false;
    // The mark moves on to where we are after 1, 2, 4, … steps: we meet it again where this is a circle [Brent 1980].
    for (std::uint64_t power = 1, length = 0; !is(end_, source) && advance(end_); passed = true) {
      ++length;
      if (end_ == mark_) {
        enter_circle(length);
        return true;
      }
      if (length < power) continue;
      mark_ = end_;
      power *= 2;
      length = 0;
    }
    return passed;
  }
  StateView end() const { return end_; }

  /// Moves on to the only state that can follow; false, and nothing moves, where it is not to be passed through.
  bool advance(Bytes& state) {
    generator_.successors(state, steps_);
    if (!is_sequential(steps_)) return false;
    assign(state, steps_[0].state);
    return true;
  }

 private:
  static bool is(const Bytes& a, StateView b) { return std::ranges::equal(a, b); }
  static bool is_sequential(const Successors& steps) {
    return steps.size() == 1 && steps[0].completed && !steps[0].finding && steps.findings().empty() &&
           !steps.cycle_facts.accepting && !steps.cycle_facts.progress;
  }

  /// The first state that comes twice: one walks ahead by the length of the circle, and then both meet there.
  void enter_circle(std::uint64_t length) {
    mark_ = start_;
    end_ = start_;
    for (std::uint64_t i = 0; i < length; ++i) advance(mark_);
    while (end_ != mark_) {
      advance(end_);
      advance(mark_);
    }
  }

  StepGenerator& generator_;
  Successors steps_;
  Bytes start_, end_, mark_;
};

class Generator final : public StepGenerator {
 public:
  Generator(std::unique_ptr<StepGenerator> whole, bool for_cycles)
      : whole_(std::move(whole)), follower_(*whole_), for_cycles_(for_cycles) {}

  void initial(Successors& out) override { whole_->initial(out); }
  void successors(StateView state, Successors& out) override {
    assign(source_, state);  // it may lie in `out`
    whole_->successors(source_, steps_);
    out.clear();
    for (const Finding finding : steps_.findings()) out.add_finding(finding);
    out.cycle_facts = steps_.cycle_facts;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Successor step = steps_[i];
      const bool passes = step.completed && !step.finding && follower_.follow(source_, step.state);
      out.add(passes ? follower_.end() : step.state, step.label, step.finding, step.completed);
      // In between all but one could not move, and that one did: nobody was left waiting.
      if (for_cycles_) out.add_moved(passes ? ProcessSet::everything() : steps_.moved(i));
    }
  }
  std::span<const std::uint8_t> coverage() const override { return whole_->coverage(); }

 private:
  std::unique_ptr<StepGenerator> whole_;
  Follower follower_;
  const bool for_cycles_;
  Bytes source_;
  Successors steps_;
};

}  // namespace

SequentialSystem::SequentialSystem(std::unique_ptr<System> whole, bool has_labels)
    : whole_(std::move(whole)), has_labels_(has_labels) {}
SequentialSystem::~SequentialSystem() = default;

std::unique_ptr<StepGenerator> SequentialSystem::generator() const {
  return std::make_unique<Generator>(steps_of_whole(), has_labels_);
}

std::unique_ptr<StepGenerator> SequentialSystem::steps_of_whole() const {
  return has_labels_ ? whole_->cycle_generator() : whole_->generator();
}

std::unique_ptr<StepGenerator> SequentialSystem::cycle_generator() const {
  auto cycles = whole_->cycle_generator();
  return cycles ? std::make_unique<Generator>(std::move(cycles), true) : nullptr;
}

std::vector<TraceEvent> SequentialSystem::explain(StateView from, StateView to, Finding finding) const {
  if (finding) return whole_->explain(from, to, finding);
  const std::unique_ptr<StepGenerator> generator = steps_of_whole();
  Follower follower(*generator);
  Successors steps;
  generator->successors(from, steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Successor step = steps[i];
    if (!step.completed) continue;
    const bool passes = !step.finding && follower.follow(from, step.state);
    if (!std::ranges::equal(passes ? follower.end() : step.state, to)) continue;
    std::vector<TraceEvent> events = whole_->explain(from, step.state, {});
    Bytes here, next;
    assign(here, step.state);
    while (passes && !std::ranges::equal(here, to)) {
      next = here;
      follower.advance(next);
      std::vector<TraceEvent> more = whole_->explain(here, next, {});
      std::move(more.begin(), more.end(), std::back_inserter(events));
      std::swap(here, next);
    }
    return events;
  }
  return {};
}

}  // namespace quotient
