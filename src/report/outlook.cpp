#include "report/outlook.hpp"

#include <algorithm>

namespace quotient {

namespace {

constexpr std::size_t levels_known = 5;     // so many ratios less one must be below 1
constexpr double well_below_largest = 0.5;  // of the largest level
constexpr double slowest_ratio = 0.95;      // beyond, the sum of what is left says nothing
constexpr double least_seconds = 3, part_of_search = 1.0 / 8;

}  // namespace

void Outlook::note_level(const Progress& progress) {
  if (!depth_) {
    depth_ = progress.depth;
    states_before_ = static_cast<double>(progress.states);
    return;
  }
  if (progress.depth < *depth_) in_levels_ = false;  // depth-first: the stack
  if (progress.depth <= *depth_) return;
  // Reports can be several levels apart: each is taken to have had its share.
  const auto passed = static_cast<double>(progress.depth - *depth_);
  const double size = (static_cast<double>(progress.states) - states_before_) / passed;
  for (double i = 0; i < std::min(passed, static_cast<double>(levels_known)); ++i) levels_.push_back(size);
  while (levels_.size() > levels_known) levels_.pop_front();
  largest_ = std::max(largest_, size);
  depth_ = progress.depth;
  states_before_ = static_cast<double>(progress.states);
}

std::optional<double> Outlook::add(const Progress& progress) {
  note_level(progress);
  const auto waiting = static_cast<double>(progress.waiting);
  const double window = std::max(least_seconds, progress.seconds * part_of_search);
  const Sample now{progress.seconds, static_cast<double>(progress.states) - waiting};
  samples_.push_back(now);
  while (samples_.size() > 2 && samples_[1].seconds <= now.seconds - window) samples_.pop_front();

  if (!in_levels_ || levels_.size() < levels_known || levels_.back() > well_below_largest * largest_)
    return std::nullopt;
  double ratio = 0;
  for (std::size_t i = 1; i < levels_.size(); ++i) {
    if (levels_[i] >= levels_[i - 1]) return std::nullopt;
    ratio = std::max(ratio, levels_[i] / levels_[i - 1]);
  }
  const Sample& then = samples_.front();
  if (ratio > slowest_ratio || now.seconds - then.seconds < 0.9 * window || now.expanded <= then.expanded) {
    return std::nullopt;
  }
  const double to_expand = waiting + levels_.back() * ratio / (1 - ratio);
  return to_expand * (now.seconds - then.seconds) / (now.expanded - then.expanded);
}

}  // namespace quotient
