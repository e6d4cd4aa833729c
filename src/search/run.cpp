#include "search/run.hpp"

#include "base/ensure.hpp"

namespace quotient {

Run::Run(const System& system) : generator_(system.generator()) { generator_->initial(choices_); }

bool Run::take(std::size_t i) {
  ensure(i < choices_.size(), "a run takes a choice that it does not have");
  const Successor chosen = choices_[i];
  if (!chosen.completed) return false;
  state_.assign(chosen.state.begin(), chosen.state.end());
  started_ = true;
  generator_->successors(state_, choices_);
  return true;
}

}  // namespace quotient
