#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "search/store/store.hpp"

namespace quotient::toy {

/// All steps of a batch, with its source as their parent; the keys are the states.
inline void insert_all(Store::Session& session, Store::Batch& batch) {
  batch.begin_insert();
  session.insert(batch, 0, batch.steps.size(), Link::to(batch.source));
}
inline void prepare_all(Store::Session& session, Store::Batch& batch) {
  batch.hashes.clear();
  for (std::size_t i = 0; i < batch.steps.size(); ++i) batch.hashes.push_back(key_hash(batch.steps[i].state));
  session.prepare(batch);
}

/// A store and the one session that works with it.
struct Shelf {
  explicit Shelf(MemoryBudget& budget, StoreKind kind = StoreKind::exact, std::uint64_t bytes = 0)
      : store_(Store::make(budget, kind, bytes)), session_(store_->session()), store(*store_), session(*session_) {
    session.take_part();
  }
  Store::Entry insert(const std::vector<std::uint8_t>& state, Link link = Link()) {
    Store::Batch batch;
    batch.steps.add(state, {});
    prepare_all(session, batch);
    session.insert(batch, 0, 1, link);
    return batch.entries.at(0);
  }
  std::optional<StateId> find(StateView state) { return session.find(state, key_hash(state)); }
  std::vector<std::uint8_t> load(StateId id) {
    session.load(id, open);
    return {open.state().begin(), open.state().end()};
  }

 private:
  std::unique_ptr<Store> store_;
  std::unique_ptr<Store::Session> session_;
  OpenState open;

 public:
  Store& store;
  Store::Session& session;
};

}  // namespace quotient::toy
