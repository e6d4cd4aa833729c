#include "search/cluster/owned_states.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/ensure.hpp"

namespace quotient {

namespace {

/// Inserted together, so that the memory fetches what storing them will read.
constexpr std::size_t owned_at_once = 64;

std::uint64_t weight_of(const StepRecord& record) { return std::uint64_t{record.thread} << 32 | record.weight; }

std::uint64_t packed(RankedState state) { return std::uint64_t{state.rank & 0x7fff'ffffU} << 32 | state.id; }

}  // namespace

OwnedStates::OwnedStates(MemoryBudget& budget, bool keeps_states, unsigned rank, unsigned ranks)
    : budget_(budget),
      keeps_states_(keeps_states),
      rank_(rank),
      store_(Store::make(budget)),
      session_(store_->session()),
      origins_(budget),
      level_(budget),
      next_(budget),
      level_bytes_(budget),
      next_bytes_(budget),
      marks_(budget),
      answers_(ranks),
      weights_(ranks) {
  session_->take_part();
}

OwnedStates::~OwnedStates() {
  for (const auto& [level, arrivals] : later_) forget(arrivals);
}

const Store::Entry& OwnedStates::insert_one(StateView key) {
  batch_.steps.clear();
  batch_.steps.add(key, {});
  session_->prepare(batch_);
  batch_.begin_insert();
  session_->insert(batch_, 0, 1, Link());
  return batch_.entries[0];
}

StopReason OwnedStates::add_initial(StateView key, StateView state, std::uint32_t weight) {
  records_.assign(1, StepRecord{0, no_ranked_state.id, weight, 0, 0, 0, static_cast<std::uint32_t>(key.size()),
                                static_cast<std::uint32_t>(state.size())});
  states_.assign(1, state);
  const Store::Entry& entry = insert_one(key);
  if (entry.outcome == Store::Outcome::refused) return StopReason::memory;
  if (entry.outcome != Store::Outcome::fresh) return StopReason::nothing;
  ++weights_[rank_][weight];
  return note_new(local(entry.id), 0, no_ranked_state, state);
}

StopReason OwnedStates::accept(unsigned from, std::span<const std::uint8_t> message, std::uint64_t depth,
                               bool only_known) {
  StopReason stop = StopReason::nothing;
  while (!message.empty() && stop == StopReason::nothing) {
    records_.clear();
    states_.clear();
    batch_.steps.clear();
    while (!message.empty() && records_.size() < owned_at_once) {
      StepRecord record;
      ensure(message.size() >= sizeof record, "a message of a rank is cut");
      std::memcpy(&record, message.data(), sizeof record);
      ensure(message.size() >= record.size(), "a message of a rank is cut");
      const StateView key = message.subspan(sizeof record, record.key_length);
      batch_.steps.add(key, {});
      const bool apart = record.state_length != StepRecord::is_key;
      states_.push_back(apart ? message.subspan(sizeof record + record.key_length, record.state_length) : key);
      records_.push_back(record);
      message = message.subspan(record.size());
    }
    stop = insert_batch(from, depth, only_known);
  }
  return stop;
}

StopReason OwnedStates::insert_batch(unsigned from, std::uint64_t depth, bool only_known) {
  session_->prepare(batch_);
  session_->approach(batch_);
  const auto comes_later = [](const StepRecord& record) { return record.later > 0; };
  const bool at_once = !only_known && std::none_of(records_.begin(), records_.end(), comes_later);
  batch_.begin_insert();
  if (at_once) session_->insert(batch_, 0, records_.size(), Link());
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (only_known) {
      const bool known = session_->find(batch_, i).was_known();
      transitions_ += known ? 1 : 0;
      cut_ |= !known;
      continue;
    }
    if (records_[i].later > 0) {
      const StopReason stop = keep_later(from, i, depth);
      if (stop != StopReason::nothing) return stop;
      continue;
    }
    if (!at_once) session_->insert(batch_, i, i + 1, Link());
    const StopReason stop = arrive(from, i, batch_.entries[i]);
    if (stop != StopReason::nothing) return stop;
  }
  return StopReason::nothing;
}

StopReason OwnedStates::arrive(unsigned from, std::size_t i, const Store::Entry& entry) {
  const StepRecord& record = records_[i];
  if (entry.outcome == Store::Outcome::refused) return StopReason::memory;
  const std::uint32_t id = local(entry.id);
  const RankedState parent{from, record.source};
  bool is_next = true;
  if (entry.outcome == Store::Outcome::fresh) {
    ++weights_[from][weight_of(record)];
    const StopReason stop = note_new(id, record.order, parent, states_[i]);
    if (stop != StopReason::nothing) return stop;
  } else if ((origins_[id] & waits) != 0) {
    const std::size_t position = origins_[id] & ~waits;
    Waiting& waiting = next_[position];
    // Steps of one source arrive in order, and the first counts.
    if (record.order < waiting.order) {
      waiting.order = record.order;
      waiting.parent = parent;
      if (!set_state(waiting, states_[i], false)) return StopReason::memory;
    } else if (record.order == waiting.order && waiting.parent != parent) {
      ties_.push_back({position, record.order, parent, StateBytes(states_[i].begin(), states_[i].end())});
    }
  } else {
    is_next = false;
  }
  if (record.ask != 0) answers_[from].push_back({record.ask, record.thread, is_next, !is_next && is_marked(id)});
  return StopReason::nothing;
}

bool OwnedStates::set_state(Waiting& waiting, StateView state, bool fresh) {
  if (!keeps_states_) return true;
  if (!fresh && waiting.length == state.size()) {
    std::copy(state.begin(), state.end(), next_bytes_.begin() + waiting.begin);
    return true;
  }
  waiting.begin = next_bytes_.size();
  waiting.length = static_cast<std::uint32_t>(state.size());
  return next_bytes_.append(state.data(), state.size());
}

StopReason OwnedStates::note_new(std::uint32_t id, std::uint64_t order, RankedState parent, StateView state) {
  if (id >= origins_.size() && !origins_.resize(std::max<std::size_t>(id + std::size_t{1}, store_->id_bound()), 0))
    return StopReason::memory;
  origins_[id] = waits | next_.size();
  Waiting waiting{order, parent, id, 0, 0};
  return set_state(waiting, state, true) && next_.push(waiting) ? StopReason::nothing : StopReason::memory;
}

StopReason OwnedStates::keep_later(unsigned from, std::size_t i, std::uint64_t depth) {
  const StepRecord& record = records_[i];
  if (session_->find(batch_, i).was_known()) {
    ++transitions_;
    return StopReason::nothing;
  }
  const StateView key = batch_.steps[i].state;
  Later later{record.order,
              {from, record.source},
              record.choice,
              from,
              weight_of(record),
              StateBytes(key.begin(), key.end()),
              StateBytes(states_[i].begin(), states_[i].end())};
  return add_later(depth + 1 + record.later, std::move(later));
}

StopReason OwnedStates::add_later(std::uint64_t level, Later later) {
  if (!budget_.reserve(later.bytes())) return StopReason::memory;
  later_[level].push_back(std::move(later));
  ++later_count_;
  return StopReason::nothing;
}

StopReason OwnedStates::restore(unsigned keyed_by, StateView key, StateView state, std::uint32_t weight, bool waits_on,
                                std::optional<std::uint32_t>& id) {
  id.reset();
  const Store::Entry& entry = insert_one(key);
  if (entry.outcome == Store::Outcome::refused) return StopReason::memory;
  if (entry.outcome != Store::Outcome::fresh) return StopReason::nothing;
  ++weights_[keyed_by][weight];
  id = local(entry.id);
  if (waits_on) return note_new(*id, 0, no_ranked_state, state);
  if (*id >= origins_.size() && !origins_.resize(std::max<std::size_t>(*id + std::size_t{1}, store_->id_bound()), 0))
    return StopReason::memory;
  origins_[*id] = packed(no_ranked_state);
  return StopReason::nothing;
}

void OwnedStates::set_parent(std::uint32_t id, RankedState parent) {
  if ((origins_[id] & waits) != 0) {
    next_[origins_[id] & ~waits].parent = parent;
  } else {
    origins_[id] = packed(parent);
  }
}

void OwnedStates::forget(const std::vector<Later>& arrivals) {
  for (const Later& later : arrivals) budget_.release(later.bytes());
  later_count_ -= arrivals.size();
}

/// Behind the states that were met on the level before, and in the order of their sources.
StopReason OwnedStates::release(std::uint64_t depth) {
  const auto at = later_.find(depth);
  if (at == later_.end()) return StopReason::nothing;
  std::sort(at->second.begin(), at->second.end(), [](const Later& a, const Later& b) {
    return std::tie(a.order, a.source, a.choice) < std::tie(b.order, b.source, b.choice);
  });
  StopReason stop = StopReason::nothing;
  for (const Later& later : at->second) {
    batch_.steps.clear();
    batch_.steps.add(later.key, {});
    session_->prepare(batch_);
    batch_.begin_insert();
    session_->insert(batch_, 0, 1, Link());
    const Store::Entry& entry = batch_.entries[0];
    if (entry.outcome == Store::Outcome::refused) stop = StopReason::memory;
    if (stop != StopReason::nothing) break;
    ++transitions_;
    if (entry.outcome != Store::Outcome::fresh) continue;
    ++weights_[later.keyed_by][later.weight];
    stop = note_new(local(entry.id), later.order, later.source, later.state);
    if (stop != StopReason::nothing) break;
  }
  forget(at->second);
  later_.erase(at);
  return stop;
}

void OwnedStates::release_known() {
  for (const auto& [level, arrivals] : later_) {
    for (const Later& later : arrivals) {
      const bool known = session_->find(later.key, KeyHash{}).has_value();
      transitions_ += known ? 1 : 0;
      cut_ |= !known;
    }
    forget(arrivals);
  }
  later_.clear();
}

void OwnedStates::settle() {
  for (const Waiting& waiting : next_) origins_[waiting.id] = packed(waiting.parent);
}

void OwnedStates::advance() {
  settle();
  swap(level_, next_);
  swap(level_bytes_, next_bytes_);
  next_.shrink(0);
  next_bytes_.shrink(0);
}

StopReason OwnedStates::prefer(const Tie& tie) {
  Waiting& waiting = next_[tie.position];
  waiting.parent = tie.parent;
  return set_state(waiting, tie.state, false) ? StopReason::nothing : StopReason::memory;
}

StateView OwnedStates::state(std::size_t position) {
  const Waiting& waiting = level_[position];
  if (keeps_states_) return {level_bytes_.begin() + waiting.begin, waiting.length};
  session_->load(StateId{waiting.id}, open_);
  return open_.state();
}

StateView OwnedStates::state_of(std::uint32_t id) {
  for (std::size_t position = 0; position < level_.size(); ++position) {
    if (level_[position].id == id) return state(position);
  }
  report_bug("a state that a rank asks for is not on the level");
}

RankedState OwnedStates::parent(std::uint32_t id) const {
  const std::uint64_t origin = origins_[id];
  if ((origin & waits) != 0) return next_[origin & ~waits].parent;
  if (origin == packed(no_ranked_state)) return no_ranked_state;
  return {static_cast<std::uint32_t>(origin >> 32), static_cast<std::uint32_t>(origin)};
}

StateBytes OwnedStates::key(std::uint32_t id) {
  session_->load(StateId{id}, open_);
  return {open_.state().begin(), open_.state().end()};
}

bool OwnedStates::mark(std::uint32_t id) {
  if (is_marked(id)) return false;
  if (id / 64 >= marks_.size() && !marks_.resize(id / 64 + 1, 0)) return false;
  marks_[id / 64] |= std::uint64_t{1} << (id % 64);
  if (keeps_marked_) marked_.push_back(id);
  return true;
}

}  // namespace quotient
