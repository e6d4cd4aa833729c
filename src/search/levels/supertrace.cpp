#include "search/levels/supertrace.hpp"

#include <algorithm>

namespace quotient {

Supertrace::Supertrace(Exploration& e)
    : e_(e), findings_(e.options.properties), path_(e.budget), path_bytes_(e.budget), waiting_(e.budget) {}

StopReason Supertrace::run() {
  e_.main().generator->initial(steps_);
  findings_.note(steps_, [] { return std::vector<StateBytes>(); });
  if (!push_steps(0)) return StopReason::memory;
  for (;;) {
    if (!e_.options.all && !findings_.empty()) return StopReason::first_violation;
    if (waiting_count_ == (path_.empty() ? 0 : path_.back().waiting)) {
      if (path_.empty()) return cut_ ? StopReason::depth : StopReason::nothing;
      path_bytes_.shrink(path_.back().state);
      path_.pop();
      continue;
    }
    --waiting_count_;
    waiting_.pop(state_);
    const StopReason stop = enter();
    if (stop != StopReason::nothing) return stop;
  }
}

StopReason Supertrace::enter() {
  single_.steps.clear();
  single_.steps.add(state_, {});
  e_.main().session.prepare(single_);
  e_.main().session.insert(single_, 0, 1, Link());
  const Store::Entry entry = single_.entries[0];
  if (entry.outcome == Store::Outcome::refused) {
    return e_.store.size() >= e_.options.limits.max_states ? StopReason::states : StopReason::memory;
  }
  ++e_.main().transitions;
  if (entry.outcome == Store::Outcome::found) return StopReason::nothing;
  if (e_.options.entered) e_.options.entered(state_);
  const std::uint64_t depth = path_.size();
  const StopReason stop = e_.watch.check();
  if (stop != StopReason::nothing) return stop;
  e_.look_around(waiting_count_, depth);
  e_.max_depth = std::max(e_.max_depth, depth);
  if (!path_.push({path_bytes_.size(), waiting_count_}) || !path_bytes_.append(state_.data(), state_.size())) {
    return StopReason::memory;
  }
  e_.main().generator->successors(state_, steps_);
  if (steps_.is_cut_off()) return e_.main().why_cut_off(steps_);
  findings_.note(steps_, [this] { return path(); });
  return push_steps(depth + 1) ? StopReason::nothing : StopReason::memory;
}

/// In reverse, so that they are taken in the order of the generator.
bool Supertrace::push_steps(std::uint64_t depth) {
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (!steps_[i].completed) continue;
    if (depth > e_.options.limits.max_depth && !is_known(steps_[i].state)) {
      cut_ = true;
      continue;
    }
    if (!waiting_.push(steps_[i].state)) return false;
    ++waiting_count_;
  }
  return true;
}

bool Supertrace::is_known(StateView state) {
  single_.steps.clear();
  single_.steps.add(state, {});
  e_.main().session.prepare(single_);
  return e_.main().session.find(single_, 0).was_known();
}

std::vector<StateBytes> Supertrace::path() const {
  std::vector<StateBytes> states;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const std::uint64_t end = i + 1 < path_.size() ? path_[i + 1].state : path_bytes_.size();
    states.emplace_back(path_bytes_.begin() + path_[i].state, path_bytes_.begin() + end);
  }
  return states;
}

}  // namespace quotient
