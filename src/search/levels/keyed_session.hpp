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
  /// All must outlive it. `key function` may be nullptr: the states are the keys.
  KeyedSession(Store& store, MemoryBudget& budget, StepGenerator& generator, KeyFunction* key_function = nullptr);

  /// A hash that is the same in every run, thread and process.
  KeyHash hash_of(StateView state) { return key_hash(generator_->lasting_digest(state)); }

  /// From now on states are of this generator. It must outlive the session.
  void follow(StepGenerator& generator) { generator_ = &generator; }

  // As in Store::Session.
  void take_part() { session_->take_part(); }
  void leave() { session_->leave(); }
  void pause() { session_->pause(); }
  void prepare(Store::Batch& batch) {
    if (key_function_ == nullptr && !store_.wants_hashes()) return session_->prepare(batch);
    prepare_keys(batch);
  }
  void approach(Store::Batch& batch) const { session_->approach(batch); }
  void insert(Store::Batch& batch, std::size_t begin, std::size_t end, Link link) {
    if (key_function_ == nullptr) return session_->insert(batch, begin, end, link);
    insert_keys(batch, begin, end, link);
  }
  const Store::Entry& find(Store::Batch& batch, std::size_t step);
  void load(StateId id, OpenState& open) { session_->load(id, open); }

  /// Inserts a state that is not to be explored. It does not count.
  Store::Outcome insert_seen(StateView state, Link link);
  /// The id of a state, or nothing. Not in a bitstate store.
  std::optional<StateId> find(StateView state);

 private:
  void prepare_keys(Store::Batch& batch);
  void insert_keys(Store::Batch& batch, std::size_t begin, std::size_t end, Link link);
  /// Whether it is known what to insert: a key, or the id of a state that was met before. Where it must be known, and
  /// is not, the key is computed after all.
  bool is_ready(Store::Batch& batch, std::size_t step, bool must);
  /// Lets the cache know where these steps lead, and counts what is new.
  void remember_places(const Store::Batch& batch, std::size_t begin, std::size_t end);
  std::pair<StateView, KeyHash> key_of(StateView state);
  void compute_key(Store::Batch& batch, std::size_t step);
  /// Of a state that was met before: its id. Where that is not known after all, its key is computed like any other.
  bool is_known(Store::Batch& batch, std::size_t step, StateId& id);

  Store& store_;
  std::unique_ptr<Store::Session> session_;
  StepGenerator* generator_;
  KeyFunction* const key_function_;
  KeyCache recent_;
  std::vector<std::uint32_t> notable_;
};

}  // namespace quotient
