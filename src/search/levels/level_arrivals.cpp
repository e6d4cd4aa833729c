#include "search/levels/level_arrivals.hpp"

#include <algorithm>
#include <utility>

#include "base/stop_signal.hpp"

namespace quotient {

namespace {

/// Whether `a` comes before `b`, of which the orders may be the same.
bool comes_before(Exploration& e, StateView a, StateView b) {
  const KeyHash hash = e.main().session.hash_of(a), other = e.main().session.hash_of(b);
  return hash != other ? hash < other : e.system.lasting(a) < e.system.lasting(b);
}

void replace(Frontier& next, StateId id, StateView state, bool& room) {
  for (std::size_t position = 0; position < next.extent(); ++position) {
    if (next.is_struck(position) || next.id(position) != id) continue;
    next.strike(position);
    room &= next.push(id, state);
    return;
  }
}

/// There are hardly ever any, so that it does not matter how long one takes.
bool resolve(Exploration& e, const std::vector<ArrivalList::Tie>& ties, Frontier& next) {
  bool room = true;
  for (const ArrivalList::Tie& tie : ties) {
    const StateId parent = e.store.parent(tie.id);
    if (parent == tie.source) continue;
    if (!comes_before(e, explored_state(e, tie.source), explored_state(e, parent))) continue;
    e.store.set_parent(tie.id, tie.source);
    if (e.keeps_states()) replace(next, tie.id, tie.state, room);
  }
  return room;
}

void tell_of(Exploration& e, const Frontier& next) {
  OpenState open;
  for (std::size_t position = 0; position < next.extent(); ++position) {
    if (next.is_struck(position)) continue;
    if (!e.keeps_states()) e.main().session.load(next.id(position), open);
    e.options.entered(e.keeps_states() ? next.state(position) : open.state());
  }
}

}  // namespace

bool join(Exploration& e, std::span<LevelArrivals* const> parts, Frontier& next, DelayedArrivals& delayed) {
  std::vector<ArrivalList::Tie> ties;
  for (LevelArrivals* part : parts) {
    std::move(part->list.ties().begin(), part->list.ties().end(), std::back_inserter(ties));
    next.take_full_blocks(part->list);
    for (DelayedArrival& arrival : part->delayed) delayed.push(std::move(arrival));
    part->delayed.clear();
  }
  bool room = true;
  for (LevelArrivals* part : parts) room &= next.take_rest(part->list);
  room &= resolve(e, ties, next);
  for (LevelArrivals* part : parts) {
    if (e.marks) {
      for (const std::uint32_t id : part->to_mark) e.marks->add(e.store, StateId{id});
    }
    part->to_mark.shrink(0);
  }
  if (e.options.entered) tell_of(e, next);
  return room;
}

bool sort_level(Exploration& e, Frontier& level) {
  struct Place {
    KeyHash hash;
    std::size_t position;
  };
  BudgetedVector<Place> places(e.budget);
  OpenState open, other;
  const auto state_at = [&](std::size_t position, OpenState& room) {
    if (e.keeps_states()) return level.state(position);
    e.main().session.load(level.id(position), room);
    return room.state();
  };
  for (std::size_t position = 0; position < level.extent(); ++position) {
    if (level.is_struck(position)) continue;
    poll_stop();
    const KeyHash hash = e.main().session.hash_of(state_at(position, open));
    if (!places.push({hash, position})) return false;
  }
  std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    if (a.hash != b.hash || a.position == b.position) return a.hash < b.hash;
    return e.system.lasting(state_at(a.position, open)) < e.system.lasting(state_at(b.position, other));
  });
  Frontier sorted(e.budget, e.keeps_states());
  for (const Place& place : places) {
    const StateView state = e.keeps_states() ? level.state(place.position) : StateView();
    if (!sorted.push(level.id(place.position), state)) return false;
  }
  swap(level, sorted);
  return true;
}

}  // namespace quotient
