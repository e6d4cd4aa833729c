#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "model/system.hpp"
#include "search/store/key_cache.hpp"
#include "search/store/store.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

/// What one thread does with the states that it finds: computes their keys, and hands these to the store. With a key
/// function what is stored are keys, not states. Internal to search.
class KeyedSession {
 public:
  /// All must outlive it. `key_function` may be nullptr: the states are the keys. `keys_are_states`: see
  /// Reduction::exact.
  KeyedSession(Store& store, MemoryBudget& budget, StepGenerator& generator, KeyFunction* key_function = nullptr,
               bool keys_are_states = true);

  /// A hash that is the same in every run, thread and process.
  KeyHash hash_of(StateView state) { return key_hash(generator_->lasting_digest(state)); }
  /// The same of the key of a state, by which it has an owner.
  KeyHash hash_of_key(StateView key) { return keys_are_states_ ? hash_of(key) : key_hash(key); }

  /// From now on states are of this generator. It must outlive the session.
  void follow(StepGenerator& generator) { generator_ = &generator; }

  // As in Store::Session.
  void take_part() { session_->take_part(); }
  void leave() { session_->leave(); }
  void pause() { session_->pause(); }
  void prepare(Store::Batch& batch) {
    anticipate(batch);
    prepare_anticipated(batch);
  }
  /// `prepare` in two parts: the first requests what the second reads, so that other batches can be filled in between.
  void anticipate(Store::Batch& batch) {
    if (key_function_ != nullptr) look_ahead(batch);
  }
  void prepare_anticipated(Store::Batch& batch) {
    if (key_function_ == nullptr && !store_.wants_hashes()) return session_->prepare(batch);
    prepare_keys(batch);
  }
  /// Whether there is anything to request.
  bool anticipates() const { return key_function_ != nullptr; }
  void approach(Store::Batch& batch) const { session_->approach(batch); }
  void insert(Store::Batch& batch, std::size_t begin, std::size_t end, Link link) {
    batch.begin_insert();
    if (key_function_ == nullptr) {
      session_->insert(batch, begin, end, link);
    } else {
      insert_keys(batch, begin, end, link);
    }
  }
  const Store::Entry& find(Store::Batch& batch, std::size_t step);
  void load(StateId id, OpenState& open) { session_->load(id, open); }

  /// Inserts a state that is not to be explored. It does not count.
  Store::Outcome insert_seen(StateView state, Link link);
  /// The id of a state, or nullopt. Not for a bitstate store.
  std::optional<StateId> find(StateView state);
  /// The same of a key.
  std::optional<StateId> find_key(StateView key) {
    return session_->find(key, store_.wants_hashes() ? hash_of_key(key) : KeyHash{});
  }

 private:
  void look_ahead(Store::Batch& batch);
  void prepare_keys(Store::Batch& batch);
  void insert_keys(Store::Batch& batch, std::size_t begin, std::size_t end, Link link);
  std::pair<StateView, KeyHash> key_of(StateView state);
  void compute_key(Store::Batch& batch, std::size_t step);

  Store& store_;
  std::unique_ptr<Store::Session> session_;
  StepGenerator* generator_;
  KeyFunction* const key_function_;
  const bool keys_are_states_;
  KeyCache recent_;
};

}  // namespace quotient
