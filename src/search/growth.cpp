#include "search/growth.hpp"

#include <algorithm>
#include <utility>

#include "search/segment/segment.hpp"

namespace quotient {

void Progress::merge(const Progress& other) {
  states += other.states;
  waiting += other.waiting;
  memory_bytes += other.memory_bytes;
  disk_bytes += other.disk_bytes;
  depth = std::max(depth, other.depth);
  seconds = std::max(seconds, other.seconds);
}

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

void GrowthLog::merge(const GrowthLog& other) {
  const std::vector<Progress> ours = std::move(moments_);
  moments_.clear();
  stride_ = std::max(stride_, other.stride_);
  Progress a, b;
  for (auto i = ours.begin(), k = other.moments_.begin(); i != ours.end() || k != other.moments_.end();) {
    const bool end_a = i == ours.end(), end_b = k == other.moments_.end();
    const std::uint64_t depth = end_a ? k->depth : end_b ? i->depth : std::min(i->depth, k->depth);
    if (!end_a && i->depth == depth) a = *i++;
    if (!end_b && k->depth == depth) b = *k++;
    Progress both = a;
    both.merge(b);
    note(both);
  }
}

void GrowthLog::save(SegmentWriter& out) const {
  out.put(stride_);
  out.put(next_);
  out.put(static_cast<std::uint64_t>(moments_.size()));
  for (const Progress& moment : moments_) {
    out.put(moment.states);
    out.put(moment.waiting);
    out.put(moment.depth);
    out.put(moment.memory_bytes);
    out.put(moment.seconds);
  }
}

void GrowthLog::load(SegmentReader& in) {
  stride_ = in.get<std::uint64_t>();
  next_ = in.get<std::uint64_t>();
  const auto count = in.get<std::uint64_t>();
  if (count > most || stride_ == 0) in.fail("holds a number that cannot be true");
  moments_.clear();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    Progress moment;
    moment.states = in.get<std::uint64_t>();
    moment.waiting = in.get<std::uint64_t>();
    moment.depth = in.get<std::uint64_t>();
    moment.memory_bytes = in.get<std::uint64_t>();
    moment.seconds = in.get<double>();
    if (!(moment.seconds >= 0)) in.fail("holds a number that cannot be true");
    moments_.push_back(moment);
  }
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
