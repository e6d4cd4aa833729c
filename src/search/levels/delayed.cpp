#include "search/levels/delayed.hpp"

#include <algorithm>

namespace quotient {

namespace {

/// Prepared together, so that the memory fetches what storing them will read.
constexpr std::size_t batch_size = 64;

std::uint64_t bytes_of(std::size_t length) { return sizeof(DelayedArrival) + length; }

}  // namespace

DelayedArrivals::~DelayedArrivals() {
  for (const auto& [level, arrivals] : waiting_) forget(arrivals);
}

DelayedArrival DelayedArrivals::make(MemoryBudget& budget, const Store::Batch& batch, std::size_t step,
                                     std::uint64_t level) {
  DelayedArrival arrival = make(budget, batch.steps[step].state);
  arrival.level = level;
  arrival.source = batch.source;
  arrival.order = batch.order;
  arrival.choice = static_cast<std::uint32_t>(step);
  return arrival;
}

DelayedArrival DelayedArrivals::make(MemoryBudget& budget, StateView state) {
  DelayedArrival arrival;
  if (!budget.reserve(bytes_of(state.size()))) return arrival;
  arrival.length = static_cast<std::uint32_t>(state.size());
  arrival.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(std::max<std::size_t>(state.size(), 1));
  std::copy(state.begin(), state.end(), arrival.bytes.get());
  return arrival;
}

void DelayedArrivals::forget(const Arrivals& arrivals) {
  for (const DelayedArrival& arrival : arrivals) e_.budget.release(bytes_of(arrival.length));
  size_ -= arrivals.size();
}

std::size_t DelayedArrivals::fill(const Arrivals& arrivals, std::size_t begin) {
  const std::size_t end = std::min(begin + batch_size, arrivals.size());
  batch_.steps.clear();
  for (std::size_t i = begin; i < end; ++i) batch_.steps.add(arrivals[i].state(), {});
  e_.main().session.prepare(batch_);
  e_.main().session.approach(batch_);
  return end - begin;
}

/// By the orders of their sources, and then their steps: the first counts.
void DelayedArrivals::put_in_order(Arrivals& arrivals) {
  std::sort(arrivals.begin(), arrivals.end(), [this](const DelayedArrival& a, const DelayedArrival& b) {
    if (a.order != b.order) return a.order < b.order;
    if (a.source == b.source) return a.choice < b.choice;
    return e_.system.lasting(explored_state(e_, a.source)) < e_.system.lasting(explored_state(e_, b.source));
  });
}

StopReason DelayedArrivals::release(std::uint64_t depth, Frontier& level) {
  const auto at = waiting_.find(depth);
  if (at == waiting_.end()) return StopReason::nothing;
  if (e_.orders_parents) put_in_order(at->second);
  const Arrivals& arrivals = at->second;
  struct OnTime {
    const Arrivals& arrivals;
    Frontier& level;
    std::size_t begin = 0;
    const DelayedArrival& of(std::size_t i) const { return arrivals[begin + i]; }
    Link link(std::size_t i) const { return Link::to(of(i).source); }
    Exploration::Origin origin(std::size_t i) const { return {of(i).source, of(i).choice}; }
    bool fresh(std::size_t i, StateId id) { return level.push(id, of(i).state()); }
  } on_time{arrivals, level};
  StopReason stop = StopReason::nothing;
  while (on_time.begin < arrivals.size() && stop == StopReason::nothing) {
    const std::size_t count = fill(arrivals, on_time.begin);
    stop = e_.main().arrive(batch_, depth, on_time);
    on_time.begin += count;
  }
  forget(arrivals);
  waiting_.erase(at);
  return stop;
}

bool DelayedArrivals::release_known() {
  bool all = true;
  for (const auto& [level, arrivals] : waiting_) {
    for (std::size_t begin = 0; begin < arrivals.size();) {
      begin += fill(arrivals, begin);
      all &= e_.main().arrive_at_depth_limit(batch_);
    }
    forget(arrivals);
  }
  waiting_.clear();
  return all;
}

}  // namespace quotient
