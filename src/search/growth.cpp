#include "search/growth.hpp"

#include <algorithm>
#include <utility>

namespace quotient {

void GrowthLog::note(const Progress& moment) {
  if (moments_.size() == most) {
    // Every second one goes, and from now on they come half as often.
    for (std::size_t i = 1; 2 * i < most; ++i) moments_[i] = moments_[2 * i];
    moments_.resize(most / 2);
    stride_ *= 2;
  }
  moments_.push_back(moment);
  next_ = moment.states + stride_;
}

std::vector<Progress> GrowthLog::finished(Progress last, bool complete) && {
  if (!moments_.empty()) {
    const Progress& before = moments_.back();
    last.depth = std::max(last.depth, before.depth);
    if (!complete) last.waiting = before.waiting;
    if (!complete && before.states == last.states) moments_.pop_back();
  }
  moments_.push_back(last);
  return std::move(moments_);
}

}  // namespace quotient
