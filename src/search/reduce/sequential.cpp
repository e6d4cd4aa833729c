#include "search/reduce/sequential.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_set>

#include "base/ensure.hpp"

namespace quotient {

namespace {

using Bytes = std::vector<std::uint8_t>;

void assign(Bytes& to, StateView from) { to.assign(from.begin(), from.end()); }

bool is_sequential(const Successors& steps) {
  return steps.size() == 1 && steps[0].completed && !steps[0].finding && steps.findings().empty() &&
         !steps.cycle_facts.accepting && !steps.cycle_facts.progress;
}

/// Follows states in which only one thing can happen. Owns scratch memory.
class Follower {
 public:
  explicit Follower(StepGenerator& generator) : generator_(generator) {}

  void heed(const StopSignal& signal) { signal_ = &signal; }

  /// Where a step from `source` to `state` ends up: the number of steps from `state` to there. Nullopt where that is
  /// not known, since somebody wants an end, or computing the steps of a state takes too long.
  std::optional<std::uint32_t> follow(StateView source, StateView state) {
    assign(start_, state);
    assign(end_, state);
    assign(mark_, state);
    std::uint32_t passed = 0;
    // The mark moves on to where we are after 1, 2, 4, … steps: we meet it again where this is a circle [Brent 1980].
    for (std::uint64_t power = 1, length = 0; !is(end_, source) && advance(end_);) {
      if (++passed == most_passed) break;
      if (passed % steps_between_questions == 0 && signal_ != nullptr && signal_->raised()) return std::nullopt;
      ++length;
      if (end_ == mark_) return enter_circle(length);
      if (length < power) continue;
      mark_ = end_;
      power *= 2;
      length = 0;
    }
    if (steps_.is_cut_off()) return std::nullopt;
    return passed;
  }
  StateView end() const { return end_; }
  /// What was too much work, where a way could not be followed for that.
  Finding too_much() const { return steps_.is_cut_off() ? steps_.cut_off_reason() : Finding{}; }

  /// Moves on to the only state that can follow; false, and nothing moves, where it is not to be passed through.
  bool advance(Bytes& state) {
    generator_.successors(state, steps_);
    if (!is_sequential(steps_)) return false;
    assign(state, steps_[0].state);
    return true;
  }

 private:
  static constexpr std::uint32_t steps_between_questions = 1024;
  /// A way this long is broken off: what is there is handed out.
  static constexpr std::uint32_t most_passed = 1U << 30;

  static bool is(const Bytes& a, StateView b) { return std::ranges::equal(a, b); }

  /// The first state that comes twice: one walks ahead by the length of the circle, and then both meet there.
  std::uint32_t enter_circle(std::uint64_t length) {
    mark_ = start_;
    end_ = start_;
    std::uint32_t passed = 0;
    for (std::uint64_t i = 0; i < length; ++i) advance(mark_);
    for (; end_ != mark_; ++passed) {
      advance(end_);
      advance(mark_);
    }
    // At once back where it was entered: all of the circle is passed through.
    return passed;
  }

  StepGenerator& generator_;
  const StopSignal* signal_ = nullptr;
  Successors steps_;
  Bytes start_, end_, mark_;
};

class Generator final : public StepGenerator {
 public:
  Generator(std::unique_ptr<StepGenerator> whole, bool for_cycles)
      : whole_(std::move(whole)), follower_(*whole_), for_cycles_(for_cycles) {}

  void initial(Successors& out) override { whole_->initial(out); }
  void heed(const StopSignal& signal) override {
    whole_->heed(signal);
    follower_.heed(signal);
  }
  void successors(StateView state, Successors& out) override {
    assign(source_, state);  // it may lie in `out`
    whole_->successors(source_, steps_);
    out.clear();
    if (steps_.is_cut_off()) {
      out.cut_off(steps_.cut_off_reason());
      return;
    }
    for (const Finding finding : steps_.findings()) out.add_finding(finding);
    out.cycle_facts = steps_.cycle_facts;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Successor step = steps_[i];
      std::optional<std::uint32_t> passed = 0;
      if (step.completed && !step.finding) passed = follower_.follow(source_, step.state);
      if (!passed) {
        out.cut_off(follower_.too_much());
        return;
      }
      out.add(*passed > 0 ? follower_.end() : step.state, step.label, step.finding, step.completed, step.actor);
      out.pass(*passed);
      // In between all but one could not move, and that one did: nobody was left waiting.
      if (for_cycles_) out.add_moved(*passed > 0 ? ProcessSet::everything() : steps_.moved(i));
    }
  }
  void successors_of(StateView state, std::span<const Actor> actors, Successors& out) override {
    successors(state, out);
    out.keep_steps_of(actors);
  }
  std::span<const std::uint8_t> coverage() const override { return whole_->coverage(); }
  StateView lasting_digest(StateView state) override { return whole_->lasting_digest(state); }

 private:
  std::unique_ptr<StepGenerator> whole_;
  Follower follower_;
  const bool for_cycles_;
  Bytes source_;
  Successors steps_;
};

}  // namespace

SequentialSystem::SequentialSystem(const System& whole, bool has_labels)
    : SystemDecorator(whole), NarratorDecorator(whole.narrator()), has_labels_(has_labels) {}

std::unique_ptr<StepGenerator> SequentialSystem::generator() const {
  return std::make_unique<Generator>(steps_of_whole(), has_labels_);
}

std::unique_ptr<StepGenerator> SequentialSystem::steps_of_whole() const {
  return has_labels_ ? inner().cycle_generator() : inner().generator();
}

std::unique_ptr<StepGenerator> SequentialSystem::cycle_generator() const {
  auto cycles = inner().cycle_generator();
  return cycles ? std::make_unique<Generator>(std::move(cycles), true) : nullptr;
}

std::unique_ptr<StepGenerator> SequentialSystem::label_generator() const {
  auto cycles = inner().label_generator();
  return cycles ? std::make_unique<Generator>(std::move(cycles), true) : nullptr;
}

bool SequentialSystem::pays(std::uint64_t sample) const {
  const std::unique_ptr<StepGenerator> generator = steps_of_whole();
  std::unordered_set<std::string> seen;
  std::deque<Bytes> waiting;
  Successors steps;
  const auto enter = [&] {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const StateView state = steps[i].state;
      if (steps[i].completed && seen.emplace(state.begin(), state.end()).second)
        waiting.emplace_back(state.begin(), state.end());
    }
  };
  generator->initial(steps);
  enter();
  // Each step to a state that is not passed through costs the look at what follows; each state that is saves itself.
  std::uint64_t looked_at = 0, passed = 0, looks = 0;
  bool begun = false;  // how a system sets itself up says little about it
  for (; !waiting.empty() && looked_at < sample; ++looked_at, waiting.pop_front()) {
    generator->successors(waiting.front(), steps);
    if (steps.is_cut_off()) return false;
    if (!is_sequential(steps)) {
      begun = true;
      looks += steps.size();
      if (looks >= passed + (sample - looked_at)) return false;  // whatever comes: choices may be wide
    } else if (begun) {
      ++passed;
    }
    enter();
  }
  return passed > looks && !waiting.empty();
}

std::vector<Bytes> SequentialSystem::steps_between(StateView from, StateView to, bool lets_nobody_wait) const {
  const std::unique_ptr<StepGenerator> generator = steps_of_whole();
  Follower follower(*generator);
  Successors steps;
  generator->successors(from, steps);
  std::optional<std::uint32_t> shortest;
  Bytes first;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Successor step = steps[i];
    if (!step.completed) continue;
    const std::uint32_t passed = step.finding ? 0 : follower.follow(from, step.state).value_or(0);
    if (!std::ranges::equal(passed > 0 ? follower.end() : step.state, to)) continue;
    const bool better = !shortest || (lets_nobody_wait && *shortest == 0 ? passed > 0
                                      : lets_nobody_wait && passed == 0  ? false
                                                                         : passed < *shortest);
    if (!better) continue;
    shortest = passed;
    assign(first, step.state);
  }
  ensure(shortest.has_value(), "no step leads to a state, though others are passed through");
  std::vector<Bytes> between;
  for (std::uint32_t i = 0; i < *shortest; ++i) {
    between.push_back(first);
    follower.advance(first);
  }
  return between;
}

std::vector<TraceEvent> SequentialSystem::explain(StateView from, StateView to, Finding finding) const {
  if (finding) return NarratorDecorator::explain(from, to, finding);
  std::vector<Bytes> way = steps_between(from, to, false);
  way.emplace_back(to.begin(), to.end());
  std::vector<TraceEvent> events;
  Bytes here(from.begin(), from.end());
  for (Bytes& next : way) {
    std::vector<TraceEvent> more = NarratorDecorator::explain(here, next, {});
    std::move(more.begin(), more.end(), std::back_inserter(events));
    here = std::move(next);
  }
  return events;
}

}  // namespace quotient
