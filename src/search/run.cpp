#include "search/run.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

Run::Run(const System& system) : generator_(system.generator()) {
  if (const StopSignal* stop = current_stop()) generator_->heed(*stop);
  generator_->initial(choices_);
  poll_stop();  // else steps that were not computed would be taken for steps that there are not
}

std::size_t Run::parallel_before(std::size_t i) const {
  std::size_t count = 0;
  const Successor chosen = choices_[i];
  for (std::size_t k = 0; chosen.completed && k < i; ++k) {
    const Successor other = choices_[k];
    count += other.completed && std::ranges::equal(other.state, chosen.state) ? 1 : 0;
  }
  return count;
}

std::size_t Run::with_its_error(std::size_t i) const {
  for (std::size_t k = i + 1; k-- > 0 && choices_[k].label == choices_[i].label;) {
    if (choices_[k].finding) return k;
  }
  return i;
}

bool Run::take(std::size_t i) {
  ensure(i < choices_.size(), "a run takes a choice that it does not have");
  const Successor chosen = choices_[i];
  if (!chosen.completed) return false;
  state_.assign(chosen.state.begin(), chosen.state.end());
  started_ = true;
  generator_->successors(state_, choices_);
  choices_.show_all();
  poll_stop();
  return true;
}

}  // namespace quotient
