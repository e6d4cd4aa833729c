#include "driver/state_walk.hpp"

#include <utility>

#include "base/ensure.hpp"

namespace quotient::driver {

namespace {

/// What a table and a queue take for an entry besides its bytes, roughly.
constexpr std::uint64_t overhead = 96;

}  // namespace

StateWalk::StateWalk(const System& system, const Reduction* reduction, BigNumber order, const Limits& limits)
    : limits_(limits),
      watch_(limits),
      generator_(system.generator()),
      reduction_(reduction),
      key_function_(reduction == nullptr ? nullptr : reduction->key_function()),
      order_(std::move(order)) {
  ensure(reduction == nullptr || !reduction->floods(), "a walk over states that were not explored");
  generator_->heed(watch_);
}

std::optional<StateWalk::Visit> StateWalk::next() {
  // A state is expanded when the next one is asked for: a caller who has seen enough does not pay for more.
  if (!started_) {
    started_ = true;
    generator_->initial(steps_);
    arrive(0);
  } else if (visited_) {
    expand(*visited_);
    visited_.reset();
  }
  if (waiting_.empty()) return std::nullopt;
  visited_ = std::move(waiting_.front());
  waiting_.pop_front();
  return Visit{visited_->state, visited_->depth, orbit_size(visited_->state)};
}

void StateWalk::expand(const Waiting& at) {
  // Beyond a depth some states are cut off. Any other limit lets no new state in; those that wait are still visited.
  if (stopped_ != StopReason::nothing && stopped_ != StopReason::depth) return;
  generator_->successors(at.state, steps_);
  bytes_ -= at.state.size();
  arrive(at.depth + 1);
}

void StateWalk::arrive(std::uint64_t depth) {
  if (steps_.is_cut_off()) {
    too_much_ = steps_.cut_off_reason();
    stopped_ = too_much_ ? StopReason::effort : watch_.why_raised();
  } else if (const StopReason why = watch_.check(); why != StopReason::nothing) {
    stopped_ = why;
  }
  if (stopped_ == StopReason::time || stopped_ == StopReason::interrupted) waiting_.clear();
  if (stopped_ != StopReason::nothing && stopped_ != StopReason::depth) return;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Successor step = steps_[i];
    if (!step.completed) continue;
    const StateView key = key_function_ == nullptr ? step.state : key_function_->key(step.state).bytes;
    std::string bytes(key.begin(), key.end());
    if (keys_.contains(bytes)) continue;
    if (depth > limits_.max_depth) {
      stopped_ = StopReason::depth;
      continue;
    }
    if (keys_.size() >= limits_.max_states) {
      stopped_ = StopReason::states;
      return;
    }
    bytes_ += bytes.size() + step.state.size() + overhead;
    if (bytes_ > limits_.memory) {
      stopped_ = StopReason::memory;
      return;
    }
    keys_.insert(std::move(bytes));
    waiting_.push_back({{step.state.begin(), step.state.end()}, depth});
  }
}

std::string StateWalk::orbit_size(StateView state) const {
  if (key_function_ == nullptr) return "1";
  std::vector<std::uint8_t> key;
  if (const std::optional<Normalisation> way = key_function_->normalise(state, key)) {
    // The orbit-stabiliser theorem.
    const std::optional<BigNumber> size = divide_exactly(order_, way->stabiliser);
    ensure(size.has_value(), "a stabiliser whose order does not divide that of the group");
    return size->to_string();
  }
  // Of keys that are not states a key function knows the sum of all that it has counted: here of this one.
  const std::unique_ptr<KeyFunction> alone = reduction_->key_function();
  alone->count(alone->key(state).weight);
  const std::optional<BigNumber> size = alone->represented();
  return size ? size->to_string() : std::string();
}

}  // namespace quotient::driver
