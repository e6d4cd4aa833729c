#pragma once

#include <array>

#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"

namespace quotient {

/// Expands states of a level in order, computes the keys of their steps one state later, and stores these in the same
/// order, a few states later: meanwhile the memory fetches what comes next will read. One for each thread.
class Pipeline {
 public:
  explicit Pipeline(Worker& worker) : worker_(worker) {}

  void begin(std::uint64_t depth) {
    depth_ = depth;
    deepest_ = depth >= worker_.e.options.limits.max_depth;
    expanded_ = prepared_ = stored_ = 0;
  }

  /// `store(batch)` stores the steps of a state, and says whether to stop.
  template <typename Store>
  StopReason expand(const Frontier& level, std::size_t position, Store store) {
    if (expanded_ - stored_ == length) {
      const StopReason stop = store_oldest(store);
      if (stop != StopReason::nothing) return stop;
    }
    quotient::Store::Batch& batch = batches_[expanded_++ % length];
    batch.round = depth_ + 1;
    batch.order = KeyHash{position};  // where there is no better one
    if (worker_.e.keeps_states()) {
      level.prefetch_behind(position);
      const StateView state = level.state(position);
      worker_.compute_steps(level.id(position), &state, depth_, batch);
    } else {
      worker_.compute_steps(level.id(position), nullptr, depth_, batch);
    }
    worker_.session.anticipate(batch);
    prepare_before(expanded_ - (worker_.session.anticipates() ? 1 : 0));
    if (expanded_ - stored_ > approach_after) {
      worker_.session.approach(batches_[(expanded_ - 1 - approach_after) % length]);
    }
    return StopReason::nothing;
  }
  template <typename Store>
  StopReason finish(Store store) {
    prepare_before(expanded_);
    while (stored_ < expanded_) {
      const StopReason stop = store_oldest(store);
      if (stop != StopReason::nothing) return stop;
    }
    return StopReason::nothing;
  }
  /// Whether a step was left out because it would have gone too deep.
  bool cut() const { return cut_; }

 private:
  /// Chosen when the store kept whole states (bench/search_overhead: 1 was slowest, more than 8 gained nothing); not
  /// measured again since it compresses them.
  static constexpr std::size_t length = 8;
  static constexpr std::size_t approach_after = length / 2;

  void prepare_before(std::uint64_t end) {
    for (; prepared_ < end; ++prepared_) worker_.session.prepare_anticipated(batches_[prepared_ % length]);
  }

  template <typename Store>
  StopReason store_oldest(Store& store) {
    quotient::Store::Batch& batch = batches_[stored_++ % length];
    if (!deepest_) return store(batch);
    cut_ |= !worker_.arrive_at_depth_limit(batch);
    return StopReason::nothing;
  }

  Worker& worker_;
  std::uint64_t depth_ = 0;
  bool deepest_ = false;
  bool cut_ = false;
  std::array<quotient::Store::Batch, length> batches_;
  std::uint64_t expanded_ = 0;
  std::uint64_t prepared_ = 0;
  std::uint64_t stored_ = 0;
};

}  // namespace quotient
