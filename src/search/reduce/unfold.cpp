#include "search/reduce/unfold.hpp"

#include <utility>

#include "base/stop_signal.hpp"

namespace quotient {

Violation unfold(const SequentialSystem& skipping, const Violation& found) {
  Violation unfolded = found;
  unfolded.states.clear();
  for (std::size_t i = 0; i < found.states.size(); ++i) {
    poll_stop();
    const bool in_cycle = found.place == ViolationPlace::cycle && i > found.cycle_start;
    const bool fails = found.place == ViolationPlace::step && i + 1 == found.states.size();
    if (i > 0 && !fails) {  // the step that fails stands for itself alone
      for (StateBytes& state :
           skipping.steps_between(found.states[i - 1], found.states[i], in_cycle && found.fairness != Fairness::none)) {
        unfolded.states.push_back(std::move(state));
      }
    }
    if (i == found.cycle_start) unfolded.cycle_start = unfolded.states.size();
    unfolded.states.push_back(found.states[i]);
  }
  return unfolded;
}

}  // namespace quotient
