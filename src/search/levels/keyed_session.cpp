#include "search/levels/keyed_session.hpp"

namespace quotient {

KeyedSession::KeyedSession(Store& store, MemoryBudget& budget, StepGenerator& generator, Keyer* keyer)
    : store_(store), session_(store.session()), generator_(&generator), keyer_(keyer), recent_(budget) {}

void KeyedSession::compute_key(Store::Batch& batch, std::size_t step) {
  const Key key = keyer_->key(batch.steps[step].state);
  batch.keys.set(step, key.bytes, key.weight);
  if (store_.wants_hashes()) batch.hashes[step] = key_hash(key.bytes);
}

void KeyedSession::prepare_keys(Store::Batch& batch) {
  const std::size_t count = batch.steps.size();
  if (store_.wants_hashes()) batch.hashes.resize(count);
  if (keyer_ == nullptr) {
    for (std::size_t i = 0; i < count && store_.wants_hashes(); ++i) {
      if (batch.steps[i].completed) batch.hashes[i] = hash_of(batch.steps[i].state);
    }
    session_->prepare(batch);
    return;
  }
  batch.keys.begin(count);
  for (std::size_t i = 0; i < count; ++i) {
    BatchKeys::Item& item = batch.keys[i];
    item.state_hash = key_hash(batch.steps[i].state).value;
    recent_.prefetch(item.state_hash);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Successor step = batch.steps[i];
    if (!step.completed) continue;
    BatchKeys::Item& item = batch.keys[i];
    item.known = recent_.find(step.state, item.state_hash);
    if (item.known != KeyCache::nothing) continue;
    compute_key(batch, i);
    item.ticket = recent_.remember(step.state, item.state_hash, store_.id_bound());
  }
  session_->prepare(batch);
}

bool KeyedSession::is_known(Store::Batch& batch, std::size_t step, StateId& id) {
  const KeyCache::Answer known = batch.keys[step].known;
  if (known == KeyCache::nothing) return false;
  const KeyCache::Answer answer = KeyCache::is_ticket(known) ? recent_.settled(known) : known;
  if (answer != KeyCache::nothing) {
    id = {answer};
    return true;
  }
  compute_key(batch, step);
  session_->prepare(batch, step);
  return false;
}

void KeyedSession::insert_keys(Store::Batch& batch, std::size_t begin, std::size_t end, Link link) {
  notable_.clear();
  std::uint32_t arrived = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Store::Entry& entry = insert_key(batch, i, link);
    arrived += entry.has_arrived() ? 1 : 0;
    if (entry.outcome != Store::Outcome::found) notable_.push_back(static_cast<std::uint32_t>(i));
    if (entry.outcome == Store::Outcome::refused) break;
  }
  std::swap(batch.notable, notable_);
  batch.arrived = arrived;
}

const Store::Entry& KeyedSession::insert_key(Store::Batch& batch, std::size_t step, Link link) {
  Store::Entry& entry = batch.entries[step];
  StateId id;
  if (is_known(batch, step, id)) return entry = session_->meet(id, link);
  session_->insert(batch, step, step + 1, link);
  if (entry.outcome == Store::Outcome::refused) return entry;
  const BatchKeys::Item& item = batch.keys[step];
  if (item.ticket != KeyCache::nothing) {
    // A bitstate store has no ids: that a state was met is all there is to know.
    recent_.settle(item.state_hash, item.ticket, store_.kind() == StoreKind::bitstate ? 0 : local(entry.id));
  }
  if (entry.outcome == Store::Outcome::fresh) keyer_->count(item.weight);
  return entry;
}

const Store::Entry& KeyedSession::find(Store::Batch& batch, std::size_t step) {
  StateId id;
  if (keyer_ != nullptr && is_known(batch, step, id)) {
    return batch.entries[step] = session_->meet(id, Link::to(no_state));
  }
  return session_->find(batch, step);
}

std::pair<StateView, KeyHash> KeyedSession::key_of(StateView state) {
  const StateView key = keyer_ == nullptr ? state : keyer_->key(state).bytes;
  if (!store_.wants_hashes()) return {key, KeyHash{}};
  return {key, keyer_ == nullptr ? hash_of(state) : key_hash(key)};
}

Store::Outcome KeyedSession::insert_seen(StateView state, Link link) {
  const auto [key, hash] = key_of(state);
  return session_->insert_seen(key, hash, link);
}

std::optional<StateId> KeyedSession::find(StateView state) {
  const auto [key, hash] = key_of(state);
  return session_->find(key, hash);
}

}  // namespace quotient
