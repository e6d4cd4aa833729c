#include "report/outlook.hpp"

#include <algorithm>

namespace quotient {

std::optional<double> Outlook::add(const Progress& progress) {
  // Long enough to see over the ups and downs of single levels, and longer the longer the search has run.
  const double window = std::max(3.0, progress.seconds / 8);
  const Sample now{progress.seconds, static_cast<double>(progress.waiting)};
  samples_.push_back(now);
  while (samples_.size() > 2 && samples_[1].seconds <= now.seconds - window) samples_.pop_front();
  most_ = std::max(most_, now.waiting);
  const Sample& then = samples_.front();
  const bool shrinks = now.waiting < 0.9 * then.waiting && now.waiting < 0.75 * most_;
  if (!shrinks || now.seconds - then.seconds < 0.9 * window) return std::nullopt;
  return now.waiting * (now.seconds - then.seconds) / (then.waiting - now.waiting);
}

}  // namespace quotient
