#include "search/levels/keyed_session.hpp"

namespace quotient {

KeyedSession::KeyedSession(Store& store, MemoryBudget& budget, StepGenerator& generator, KeyFunction* key_function,
                           bool keys_are_states)
    : store_(store),
      session_(store.session()),
      generator_(&generator),
      key_function_(key_function),
      keys_are_states_(keys_are_states),
      recent_(budget) {}

void KeyedSession::compute_key(Store::Batch& batch, std::size_t step) {
  const Key key = key_function_->key(batch.steps[step].state);
  batch.keys.set(step, key.bytes, key.weight);
  if (store_.wants_hashes()) batch.hashes[step] = hash_of_key(key.bytes);
}

void KeyedSession::look_ahead(Store::Batch& batch) {
  const std::size_t count = batch.steps.size();
  batch.keys.begin(count, recent_);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t hash = KeyCache::hash_of(batch.steps[i].state);
    batch.keys[i].state_hash = hash;
    recent_.prefetch(hash);
  }
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
  for (std::size_t i = 0; i < count; ++i) {
    const Successor step = batch.steps[i];
    if (!step.completed) {
      batch.keys.set_nowhere(i);
      continue;
    }
    const std::uint64_t hash = batch.keys[i].state_hash;
    const KeyCache::Known known = recent_.find(step.state, hash);
    if (known.answer != KeyCache::nothing) {
      batch.keys.set_known(i, known);
      continue;
    }
    compute_key(batch, i);
    batch.keys[i].ticket = recent_.remember(step.state, hash, store_.id_bound());
  }
  session_->prepare(batch);
}

void KeyedSession::insert_keys(Store::Batch& batch, std::size_t begin, std::size_t end, Link link) {
  // Mostly all at once: a key is missing only where an earlier state was forgotten before it was stored.
  for (std::size_t at = begin; (at = session_->insert(batch, at, end, link)) < end;) {
    compute_key(batch, at);
    session_->prepare(batch, at);
  }
  for (const std::uint32_t step : batch.notable) {
    if (batch.entries[step].outcome == Store::Outcome::fresh) key_function_->count(batch.keys[step].weight);
  }
}

const Store::Entry& KeyedSession::find(Store::Batch& batch, std::size_t step) {
  if (key_function_ == nullptr || batch.keys[step].known == KeyCache::nothing) return session_->find(batch, step);
  if (batch.keys.resolve(step)) {
    return batch.entries[step] = session_->meet({batch.keys[step].known}, Link::to(no_state));
  }
  compute_key(batch, step);
  session_->prepare(batch, step);
  return session_->find(batch, step);
}

std::pair<StateView, KeyHash> KeyedSession::key_of(StateView state) {
  const StateView key = key_function_ == nullptr ? state : key_function_->key(state).bytes;
  if (!store_.wants_hashes()) return {key, KeyHash{}};
  return {key, hash_of_key(key)};
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
