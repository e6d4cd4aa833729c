#include "driver/induction.hpp"

#include <deque>
#include <string>
#include <unordered_set>

#include "base/stop_signal.hpp"

namespace quotient::driver {

namespace {

using Bytes = std::vector<std::uint8_t>;

class InductionCheck {
 public:
  explicit InductionCheck(const System& system)
      : system_(system), generator_(system.generator()), inspector_(system.generator()) {}

  Induction run() {
    Successors steps;
    generator_->initial(steps);
    if (!enter(steps)) return result_;
    while (!waiting_.empty()) {
      poll_stop();
      const Bytes state = std::move(waiting_.front());
      waiting_.pop_front();
      generator_->successors(state, steps);
      if (steps.size() > 0 && sets_up(state, steps)) {
        if (!enter(steps)) return result_;
        continue;
      }
      ++result_.states;
      if (!look_at(state, steps)) return result_;
    }
    return result_;
  }

 private:
  bool sets_up(const Bytes& state, const Successors& steps) const {
    return steps[0].completed && !system_.narrator().beginning(state, steps[0].state).empty();
  }
  bool is_cut_off(const Successors& steps) {
    if (!steps.is_cut_off()) return false;
    result_.too_much = steps.cut_off_reason();
    return true;
  }
  bool enter(const Successors& steps) {
    if (is_cut_off(steps)) return false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].completed) waiting_.emplace_back(steps[i].state.begin(), steps[i].state.end());
    }
    return true;
  }
  bool look_at(const Bytes& state, const Successors& steps) {
    if (is_cut_off(steps)) return false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Successor step = steps[i];
      if (!step.completed) continue;
      ++result_.steps;
      // Where a step leads is looked at once.
      if (!good_.insert(std::string(step.state.begin(), step.state.end())).second) continue;
      inspector_->successors(step.state, behind_);
      for (const Finding& finding : behind_.findings()) {
        if (finding.kind != FindingKind::invariant) continue;
        result_.counterexample.emplace(
            Induction::Counterexample{state, step, Bytes(step.state.begin(), step.state.end()), finding});
        return false;
      }
      if (is_cut_off(behind_) && behind_.findings().empty()) return false;
    }
    return true;
  }

  const System& system_;
  std::unique_ptr<StepGenerator> generator_, inspector_;
  Successors behind_;
  std::deque<Bytes> waiting_;
  std::unordered_set<std::string> good_;
  Induction result_;
};

}  // namespace

Induction check_induction(const System& system) { return InductionCheck(system).run(); }

}  // namespace quotient::driver
