#include "search/cycles/cycle_nested.hpp"

#include <algorithm>

namespace quotient {

namespace {

/// A frame, its entry in the table of places, and what these two allocate.
std::uint64_t bytes_of(const StateBytes& state, const std::string& key) {
  return state.capacity() + 2 * key.capacity() + 192;
}

}  // namespace

NestedSearch::Path::~Path() {
  while (!frames.empty()) pop();
}

bool NestedSearch::Path::push(Frame frame) {
  if (!budget.reserve(bytes_of(frame.state, frame.key))) return false;
  places.emplace(frame.key, frames.size());
  frames.push_back(std::move(frame));
  return true;
}

void NestedSearch::Path::pop() {
  const Frame& last = frames.back();
  budget.release(bytes_of(last.state, last.key));
  places.erase(last.key);
  frames.pop_back();
}

bool NestedSearch::Path::wait(StateView state) {
  ++waiting_count;
  return waiting.push(state);
}

NestedSearch::NestedSearch(Exploration& e, const CycleProperty& property)
    : e_(e),
      property_(property),
      by_progress_(property.kind == CycleKind::non_progress),
      key_function_(e.options.reduction != nullptr ? e.options.reduction->key_function() : nullptr),
      inner_key_function_(e.options.reduction != nullptr ? e.options.reduction->key_function() : nullptr),
      inner_seen_(Store::make(e.budget, e.options.store, e.options.bitstate_bytes)),
      inner_session_(*inner_seen_, e.budget, *e.main().generator, inner_key_function_.get()),
      outer_(e.budget),
      inner_(e.budget),
      noted_(e.options.properties) {
  inner_session_.take_part();
  inner_seen_->limit_states(e.options.limits.max_states);
}

CycleSearchEnd NestedSearch::run() {
  CycleSearchEnd end;
  end.stopped = search();
  end.violations = std::move(noted_.violations());
  if (lasso_) {
    end.violations.insert(end.violations.begin(), std::move(*lasso_));
    end.stopped = StopReason::first_violation;
  } else if (end.stopped == StopReason::nothing && cut_) {
    end.stopped = StopReason::depth;
  }
  return end;
}

StopReason NestedSearch::search() {
  e_.main().generator->initial(steps_);
  note_findings(nullptr);
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (!steps_[i].completed) continue;
    ++e_.main().transitions;
    if (!outer_.wait(steps_[i].state)) return StopReason::memory;
  }
  StateBytes state;
  StopReason stop = StopReason::nothing;
  while (stop == StopReason::nothing && !lasso_) {
    if (satisfied()) return StopReason::first_violation;
    if (outer_.waiting_count == (outer_.frames.empty() ? 0 : outer_.frames.back().begin)) {
      if (outer_.frames.empty()) return StopReason::nothing;
      stop = leave();
      continue;
    }
    --outer_.waiting_count;
    outer_.waiting.pop(state);
    std::string key = key_of(state);
    const auto on_path = outer_.places.find(key);
    if (on_path == outer_.places.end()) {
      stop = enter(std::move(state), std::move(key));
      continue;
    }
    const std::size_t from = on_path->second;
    const std::uint32_t before = from == 0 ? 0 : outer_.frames[from - 1].wanted;
    if (!by_progress_ && outer_.frames.back().wanted > before) close(from, nullptr, state);
  }
  return stop;
}

StopReason NestedSearch::enter(StateBytes state, std::string key) {
  const StateId parent = outer_.frames.empty() ? no_state : outer_.frames.back().id;
  const Store::Entry entry = insert(e_.main().session, state, parent);
  if (entry.outcome == Store::Outcome::refused) return refusal(e_.store);
  if (entry.outcome == Store::Outcome::found) return StopReason::nothing;

  const std::uint64_t depth = outer_.frames.size();
  const StopReason stop = e_.watch.check();
  if (stop != StopReason::nothing) return stop;
  e_.look_around(outer_.waiting_count, depth);
  e_.max_depth = std::max(e_.max_depth, depth);
  e_.main().generator->successors(state, steps_);
  if (steps_.is_cut_off()) return e_.main().why_cut_off(steps_);
  note_findings(&state);
  const CycleFacts& facts = steps_.cycle_facts;
  const bool counts = by_progress_ ? !facts.progress : facts.accepting;
  const std::uint32_t before = outer_.frames.empty() ? 0 : outer_.frames.back().wanted;
  const bool ends = !by_progress_ && facts.accepting && facts.stands_still;
  if (!outer_.push({std::move(state), std::move(key), entry.id, outer_.waiting_count, before + counts, counts})) {
    return StopReason::memory;
  }
  if (ends) {
    close(depth, nullptr, outer_.frames.back().state);
    return StopReason::nothing;
  }
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (!steps_[i].completed) continue;
    if (depth >= e_.options.limits.max_depth && !was_entered(steps_[i].state)) {
      cut_ = true;
      continue;
    }
    ++e_.main().transitions;
    if (!outer_.wait(steps_[i].state)) return StopReason::memory;
  }
  return StopReason::nothing;
}

StopReason NestedSearch::leave() {
  if (outer_.frames.back().counts) {
    const StopReason stop = search_inside();
    if (stop != StopReason::nothing || lasso_) return stop;
  }
  outer_.pop();
  return StopReason::nothing;
}

StopReason NestedSearch::search_inside() {
  // The path of the inner search begins with the last state of the outer one's.
  const Frame& seed = outer_.frames.back();
  StopReason stop = enter_inside(seed.state, seed.key);
  StateBytes state;
  while (stop == StopReason::nothing && !lasso_ && !inner_.frames.empty()) {
    if (inner_.waiting_count == inner_.frames.back().begin) {
      inner_.pop();
      continue;
    }
    --inner_.waiting_count;
    inner_.waiting.pop(state);
    std::string key = key_of(state);
    const Path& where = by_progress_ ? inner_ : outer_;
    const auto on_path = where.places.find(key);
    if (on_path != where.places.end()) {
      const std::size_t from = on_path->second;
      if (close(by_progress_ ? outer_.frames.size() : from, by_progress_ ? &from : nullptr, state)) break;
    }
    stop = enter_inside(std::move(state), std::move(key));
  }
  return stop;
}

StopReason NestedSearch::enter_inside(StateBytes state, std::string key) {
  const Store::Entry entry = insert(inner_session_, state, no_state);
  if (entry.outcome == Store::Outcome::refused) return refusal(*inner_seen_);
  if (entry.outcome == Store::Outcome::found) return StopReason::nothing;
  const StopReason stop = e_.watch.check();
  if (stop != StopReason::nothing) return stop;
  e_.main().generator->successors(state, steps_);
  if (steps_.is_cut_off()) return e_.main().why_cut_off(steps_);
  if (by_progress_ && steps_.cycle_facts.progress) return StopReason::nothing;
  if (!inner_.push({std::move(state), std::move(key), no_state, inner_.waiting_count, 0, false})) {
    return StopReason::memory;
  }
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (!steps_[i].completed) continue;
    // What accepting states lead to has been entered, or lies beyond a limit. What states without progress lead to may
    // still wait beside the outer path.
    if (!by_progress_ && !was_entered(steps_[i].state)) continue;
    if (!inner_.wait(steps_[i].state)) return StopReason::memory;
  }
  return StopReason::nothing;
}

std::string NestedSearch::key_of(StateView state) {
  const StateView key = key_function_ != nullptr ? key_function_->key(state).bytes : state;
  return std::string(key.begin(), key.end());
}

Store::Entry NestedSearch::insert(KeyedSession& session, StateView state, StateId parent) {
  single_.source = no_state;
  single_.steps.clear();
  single_.steps.add(state, {});
  session.prepare(single_);
  session.insert(single_, 0, 1, Link::to(parent));
  return single_.entries[0];
}

bool NestedSearch::was_entered(StateView state) {
  single_.source = no_state;
  single_.steps.clear();
  single_.steps.add(state, {});
  e_.main().session.prepare(single_);
  return e_.main().session.find(single_, 0).was_known();
}

StopReason NestedSearch::refusal(const Store& store) const {
  return store.size() >= e_.options.limits.max_states ? StopReason::states : StopReason::memory;
}

void NestedSearch::note_findings(const StateBytes* state) {
  noted_.note(steps_, [&] {
    std::vector<StateBytes> path;
    for (const Frame& frame : outer_.frames) path.push_back(frame.state);
    if (state != nullptr) path.push_back(*state);
    return path;
  });
}

bool NestedSearch::is_run(const std::vector<StateBytes>& states) {
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    e_.main().generator->successors(states[i], steps_);
    bool found = false;
    for (std::size_t k = 0; k < steps_.size() && !found; ++k) {
      found = steps_[k].completed && std::ranges::equal(steps_[k].state, states[i + 1]);
    }
    if (!found || (by_progress_ && steps_.cycle_facts.progress)) return false;
  }
  return true;
}

bool NestedSearch::close(std::size_t outer_from, const std::size_t* inner_from, const StateBytes& last) {
  std::vector<StateBytes> stem, cycle;
  const std::size_t outer_end = outer_.frames.size();
  for (std::size_t i = 0; i < outer_end; ++i) {
    if (i <= outer_from) stem.push_back(outer_.frames[i].state);
    if (i >= outer_from) cycle.push_back(outer_.frames[i].state);
  }
  // The first of the inner path is the last of the outer one.
  const std::size_t begin = inner_from != nullptr ? *inner_from : 1;
  for (std::size_t i = 1; i < inner_.frames.size(); ++i) {
    if (inner_from != nullptr && i <= begin) stem.push_back(inner_.frames[i].state);
  }
  for (std::size_t i = begin; i < inner_.frames.size(); ++i) cycle.push_back(inner_.frames[i].state);
  const bool ends = inner_.frames.empty() && &last == &outer_.frames.back().state;
  if (!ends) cycle.push_back(last);
  if (!ends && !unroll(e_.options.orbits, cycle)) return false;
  // What a user says to be a symmetry need be none.
  if (e_.options.reduction != nullptr && !e_.options.reduction->exact() && !is_run(cycle)) return false;
  lasso_ = lasso_of(property_, std::move(stem), std::move(cycle));
  return true;
}

}  // namespace quotient
