#include "search/cycle_nested.hpp"

#include <algorithm>

namespace quotient {

namespace {

bool before(StateId a, StateId b) { return a.value < b.value; }

}  // namespace

NestedSearch::NestedSearch(Exploration& e, const CycleProperty&)
    : e_(e), colours_(e.budget), waiting_(e.budget), path_(e.budget), red_waiting_(e.budget), red_path_(e.budget) {}

CycleSearchEnd NestedSearch::run() {
  CycleSearchEnd end;
  e_.main().compute_initial(batch_);
  end.stopped = arrive(e_, batch_, 0);
  std::vector<StateId> starts;
  for (std::size_t i = batch_.entries.size(); i-- > 0;) {
    if (batch_.entries[i].id != no_state) starts.push_back(batch_.entries[i].id);
  }
  if (!colours_.make_room(e_.store.id_bound())) end.stopped = StopReason::memory;
  while (end.stopped == StopReason::nothing && cycle_.empty()) {
    if (e_.satisfied()) {
      end.stopped = StopReason::first_violation;
    } else if (path_.empty()) {
      if (starts.empty()) break;
      const StateId start = starts.back();
      starts.pop_back();
      if (colours_.colour(start) == white) end.stopped = enter(start);
    } else if (waiting_.size() == path_.back().begin) {
      end.stopped = leave();
    } else {
      const StateId next = waiting_.back();
      waiting_.pop();
      const Colour colour = colours_.colour(next);
      if (colour == white) {
        end.stopped = enter(next);
      } else if (colour != red) {
        path_.back().all_red = false;
      }
    }
  }
  if (!cycle_.empty()) {
    std::sort(cycle_.begin(), cycle_.end(), before);
    end.stopped = StopReason::first_violation;
    end.on_cycle = [this](StateId id) { return std::binary_search(cycle_.begin(), cycle_.end(), id, before); };
  } else if (end.stopped == StopReason::nothing && cut_) {
    end.stopped = StopReason::depth;
  }
  return end;
}

StopReason NestedSearch::enter(StateId id) {
  const std::uint64_t depth = path_.size();
  if (e_.watch.time_to_report()) e_.report_progress(waiting_.size(), depth);
  const StopReason stop = expand_and_store(e_, id, depth, batch_, cut_);
  if (stop != StopReason::nothing) return stop;
  if (!colours_.make_room(e_.store.id_bound())) return StopReason::memory;
  const CycleFacts& facts = batch_.steps.cycle_facts;
  colours_.set(id, cyan);
  if (facts.accepting) colours_.set_accepting(id);
  if (!path_.push({waiting_.size(), id, true})) return StopReason::memory;
  if (facts.accepting && facts.stands_still) {
    cycle_ = {id};
    return StopReason::nothing;
  }
  for (std::size_t i = batch_.entries.size(); i-- > 0;) {
    const StateId next = batch_.entries[i].id;
    if (next == no_state) continue;
    const Colour colour = colours_.colour(next);
    if (colour == cyan && (facts.accepting || colours_.accepting(next))) {
      keep_cycle(next);
      return StopReason::nothing;
    }
    if (colour != red && !waiting_.push(next)) return StopReason::memory;
  }
  return StopReason::nothing;
}

StopReason NestedSearch::leave() {
  const Frame frame = path_.back();
  if (!frame.all_red && colours_.accepting(frame.id)) {
    const StopReason stop = search_red(frame.id);
    if (stop != StopReason::nothing || !cycle_.empty()) return stop;
    colours_.set(frame.id, red);
  } else {
    colours_.set(frame.id, frame.all_red ? red : blue);
  }
  path_.pop();
  if (!path_.empty() && colours_.colour(frame.id) != red) path_.back().all_red = false;
  return StopReason::nothing;
}

StopReason NestedSearch::search_red(StateId seed) {
  StopReason stop = enter_red(seed);
  while (stop == StopReason::nothing && cycle_.empty() && !red_path_.empty()) {
    if (red_waiting_.size() == red_path_.back().begin) {
      red_path_.pop();
      continue;
    }
    const StateId next = red_waiting_.back();
    red_waiting_.pop();
    if (colours_.colour(next) != blue) continue;
    colours_.set(next, red);
    stop = enter_red(next);
  }
  return stop;
}

StopReason NestedSearch::enter_red(StateId id) {
  const StopReason stop = e_.watch.check();
  if (stop != StopReason::nothing) return stop;
  if (!red_path_.push({red_waiting_.size(), id, true})) return StopReason::memory;
  e_.main().session.load(id, red_state_);
  e_.main().generator->successors(red_state_.state(), red_steps_);
  for (std::size_t i = red_steps_.size(); i-- > 0;) {
    if (!red_steps_[i].completed) continue;
    const std::optional<StateId> next = e_.main().session.find(red_steps_[i].state);
    if (!next) continue;  // beyond a limit
    if (colours_.colour(*next) == cyan) {
      keep_cycle(*next);
      return StopReason::nothing;
    }
    if (colours_.colour(*next) == blue && !red_waiting_.push(*next)) return StopReason::memory;
  }
  return StopReason::nothing;
}

void NestedSearch::keep_cycle(StateId first) {
  for (std::size_t i = path_.size(); i-- > 0;) {
    cycle_.push_back(path_[i].id);
    if (path_[i].id == first) break;
  }
  for (const Frame& frame : red_path_) cycle_.push_back(frame.id);
}

}  // namespace quotient
