#include "search/levels/keyed_session.hpp"

namespace quotient {

KeyedSession::KeyedSession(Store& store, MemoryBudget& budget, StepGenerator& generator, KeyFunction* key_function)
    : store_(store), session_(store.session()), generator_(&generator), key_function_(key_function), recent_(budget) {}

void KeyedSession::compute_key(Store::Batch& batch, std::size_t step) {
  const Key key = key_function_->key(batch.steps[step].state);
  batch.keys.set(step, key.bytes, key.weight);
  if (store_.wants_hashes()) batch.hashes[step] = key_hash(key.bytes);
}

void KeyedSession::prepare_keys(Store::Batch& batch) {
  const std::size_t count = batch.steps.size();
  if (store_.wants_hashes()) batch.hashes.resize(count);
  if (key_function_ == nullptr) {
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
  // Mostly all at once: only a state that an earlier step of the same batch leads to has to wait for that one.
  notable_.clear();
  std::uint32_t arrived = 0;
  bool refused = false;
  for (std::size_t i = begin; i < end && !refused;) {
    std::size_t until = i;
    while (until < end && is_ready(batch, until, until == i)) ++until;
    session_->insert(batch, i, until, link);
    arrived += batch.arrived;
    notable_.insert(notable_.end(), batch.notable.begin(), batch.notable.end());
    refused = !notable_.empty() && batch.entries[notable_.back()].outcome == Store::Outcome::refused;
    remember_places(batch, i, refused ? notable_.back() : until);
    i = until;
  }
  std::swap(batch.notable, notable_);
  batch.arrived = arrived;
}

bool KeyedSession::is_ready(Store::Batch& batch, std::size_t step, bool must) {
  BatchKeys::Item& item = batch.keys[step];
  if (!KeyCache::is_ticket(item.known)) return true;
  const KeyCache::Answer id = recent_.settled(item.known);
  if (id != KeyCache::nothing) {
    item.known = id;
    return true;
  }
  if (!must) return false;
  compute_key(batch, step);
  session_->prepare(batch, step);
  return true;
}

void KeyedSession::remember_places(const Store::Batch& batch, std::size_t begin, std::size_t end) {
  const bool has_ids = store_.kind() != StoreKind::bitstate;  // else that a state was met is all there is to know
  for (std::size_t i = begin; i < end; ++i) {
    const BatchKeys::Item& item = batch.keys[i];
    if (!item.present) continue;
    const Store::Entry& entry = batch.entries[i];
    if (item.ticket != KeyCache::nothing) recent_.settle(item.state_hash, item.ticket, has_ids ? local(entry.id) : 0);
    if (entry.outcome == Store::Outcome::fresh) key_function_->count(item.weight);
  }
}

const Store::Entry& KeyedSession::find(Store::Batch& batch, std::size_t step) {
  StateId id;
  if (key_function_ != nullptr && is_known(batch, step, id)) {
    return batch.entries[step] = session_->meet(id, Link::to(no_state));
  }
  return session_->find(batch, step);
}

std::pair<StateView, KeyHash> KeyedSession::key_of(StateView state) {
  const StateView key = key_function_ == nullptr ? state : key_function_->key(state).bytes;
  if (!store_.wants_hashes()) return {key, KeyHash{}};
  return {key, key_function_ == nullptr ? hash_of(state) : key_hash(key)};
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
