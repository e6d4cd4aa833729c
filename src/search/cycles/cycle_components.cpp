#include "search/cycles/cycle_components.hpp"

#include <limits>

namespace quotient {

namespace {

constexpr std::uint32_t finished = std::numeric_limits<std::uint32_t>::max();

}  // namespace

ComponentSearch::ComponentSearch(Exploration& e, const CycleProperty& property)
    : e_(e),
      property_(property),
      sets_(e.budget),
      order_(e.budget),
      live_(e.budget),
      waiting_(e.budget),
      path_(e.budget),
      roots_(e.budget),
      entries_(e.budget),
      keeps_states_(e.keeps_states()),
      waiting_states_(e.budget),
      entry_states_(e.budget) {}

CycleSearchEnd ComponentSearch::run() {
  CycleSearchEnd end;
  e_.main().compute_initial(batch_);
  end.stopped = arrive(e_, batch_, 0);
  if (end.stopped == StopReason::nothing) end.stopped = note_entries(0);
  while (end.stopped == StopReason::nothing && !found_ && !entries_.empty()) {
    const Entry entry = entries_.back();
    entries_.pop();
    if (keeps_states_) entry_states_.pop(state_);
    end.stopped = e_.satisfied() ? StopReason::first_violation : search_from(entry);
  }
  if (found_) {
    end.stopped = StopReason::first_violation;
    if (still_ != no_state) {
      end.on_cycle = [this](StateId id) { return id == still_; };
    } else {
      end.on_cycle = [this](StateId id) {
        return id.value < order_.size() && order_[id.value] >= roots_.back().order && order_[id.value] != finished;
      };
    }
  } else if (end.stopped == StopReason::nothing && cut_) {
    end.stopped = StopReason::depth;
  }
  return end;
}

/// What the batch leads to is searched later, each state as the root of a path of its own.
StopReason ComponentSearch::note_entries(std::uint64_t depth) {
  for (std::size_t i = batch_.entries.size(); i-- > 0;) {
    const StateId id = batch_.entries[i].id;
    if (id == no_state || (id.value < order_.size() && order_[id.value] != 0)) continue;
    if (!entries_.push({id, batch_.source, depth})) return StopReason::memory;
    if (keeps_states_ && !entry_states_.push(batch_.steps[i].state)) return StopReason::memory;
  }
  return StopReason::nothing;
}

StopReason ComponentSearch::search_from(Entry entry) {
  if (entry.id.value < order_.size() && order_[entry.id.value] != 0) return StopReason::nothing;
  entry_depth_ = entry.depth;
  StopReason stop = visit(entry.id, entry.source, ProcessSets::everything);
  while (stop == StopReason::nothing && !found_ && !path_.empty()) {
    if (e_.satisfied()) return StopReason::first_violation;
    const Frame frame = path_.back();
    if (waiting_.size() == frame.begin) {
      leave();
      continue;
    }
    const Waiting next = waiting_.back();
    waiting_.pop();
    if (keeps_states_) waiting_states_.pop(state_);
    const std::uint32_t order = order_[next.id];
    if (order == finished) continue;
    const ProcessSets::Number unserved = sets_.difference(frame.waiting, next.moved);
    if (order == 0) {
      stop = visit(StateId{next.id}, StateId{frame.id}, unserved);
    } else {
      close(order, unserved);
    }
    if (sets_.exhausted()) {
      found_ = false;
      return StopReason::memory;
    }
  }
  return stop;
}

/// Enters a state for the first time.
StopReason ComponentSearch::visit(StateId id, StateId source, ProcessSets::Number arc) {
  const std::uint64_t depth = entry_depth_ + path_.size();
  e_.look_around(waiting_.size(), depth);
  // The state that is entered is not the first that was met, so that its parent is another as well.
  if (keeps_states_) e_.store.set_parent(id, source);
  const StateView state = state_;
  StopReason stop = expand_and_store(e_, id, keeps_states_ ? &state : nullptr, depth, batch_, cut_);
  if (stop != StopReason::nothing) return stop;
  if (e_.store.id_bound() > order_.size() && !order_.resize(e_.store.id_bound(), 0)) return StopReason::memory;

  const CycleFacts& facts = batch_.steps.cycle_facts;
  const bool counts_progress = property_.kind == CycleKind::non_progress;
  if (counts_progress && facts.progress) {
    order_[id.value] = finished;
    return note_entries(depth + 1);
  }
  if (!counts_progress && facts.accepting && facts.stands_still) {
    still_ = id;
    found_ = true;
    return StopReason::nothing;
  }
  order_[id.value] = ++entered_;
  const bool accepting = counts_progress || facts.accepting;
  if (!live_.push(local(id)) || !roots_.push({entered_, ProcessSets::everything, arc, accepting}))
    return StopReason::memory;
  return descend(id);
}

/// Pushes the successors in reverse, so that they are taken in the order of the generator.
StopReason ComponentSearch::descend(StateId id) {
  const Successors& steps = batch_.steps;
  const bool fair = property_.fairness != Fairness::none;
  const auto waiting = fair ? sets_.number(steps.cycle_facts.waiting) : ProcessSets::nothing;
  if (!path_.push({waiting_.size(), local(id), waiting})) return StopReason::memory;
  for (std::size_t i = batch_.entries.size(); i-- > 0;) {
    const StateId next = batch_.entries[i].id;
    if (next == no_state || order_[next.value] == finished) continue;
    const auto moved = fair ? sets_.number(steps.moved(i)) : ProcessSets::nothing;
    if (!waiting_.push({local(next), moved})) return StopReason::memory;
    if (!keeps_states_) continue;
    // What has been entered is not entered again, and need not be kept.
    if (!waiting_states_.push(order_[next.value] == 0 ? steps[i].state : StateView())) return StopReason::memory;
  }
  return StopReason::nothing;
}

/// A step back into an open component: all that were opened after it are one with it.
void ComponentSearch::close(std::uint32_t order, ProcessSets::Number unserved) {
  bool accepting = false;
  while (roots_.back().order > order) {
    const Root& inner = roots_.back();
    unserved = sets_.intersection(unserved, sets_.intersection(inner.unserved, inner.arc));
    accepting |= inner.accepting;
    roots_.pop();
  }
  Root& root = roots_.back();
  root.unserved = sets_.intersection(root.unserved, unserved);
  root.accepting |= accepting;
  found_ = is_wrong(root);
}

void ComponentSearch::leave() {
  const std::uint32_t order = order_[path_.back().id];
  path_.pop();
  if (roots_.back().order != order) return;
  roots_.pop();
  while (!live_.empty() && order_[live_.back()] >= order) {
    order_[live_.back()] = finished;
    live_.pop();
  }
}

}  // namespace quotient
