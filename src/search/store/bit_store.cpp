#include "search/store/bit_store.hpp"

#include "base/ensure.hpp"
#include "search/segment/segment.hpp"
#include "search/store/record_store.hpp"

namespace quotient {

/// A fresh state is numbered, so that callers can keep data for each.
class BitStore::Worker final : public Store::Session {
 public:
  explicit Worker(BitStore& store) : store_(store), bits_(store.bits_) {}

  void prepare(Batch& batch) override {
    const std::size_t count = batch.steps.size();
    batch.prepared.resize(count);
    batch.entries.resize(count);
    for (std::size_t i = 0; i < count; ++i) prepare(batch, i);
  }
  void prepare(Batch& batch, std::size_t step) override {
    Prepared& p = batch.prepared[step];
    p.complete = batch.has_key(step) && bits_.usable();
    if (!p.complete) return;
    fill(batch.hashes[step], p);
    bits_.prefetch(p.hash, p.code.words[0]);
  }
  void approach(Batch&) const override {}
  std::size_t insert(Batch& batch, std::size_t begin, std::size_t end, Link) override {
    for (std::size_t i = begin; i < end; ++i) {
      if (batch.keys.in_use() && !batch.prepared[i].complete && !batch.keys.resolve(i)) return i;
      insert(batch, i);
      const Entry& entry = batch.entries[i];
      if (batch.keys.in_use() && batch.prepared[i].complete && entry.has_arrived()) batch.keys.settle(i, {0, 0});
      batch.arrived += entry.has_arrived() ? 1 : 0;
      if (entry.outcome != Outcome::found) batch.notable.push_back(static_cast<std::uint32_t>(i));
      if (entry.outcome == Outcome::refused) break;
    }
    return end;
  }
  const Entry& find(Batch& batch, std::size_t step) override {
    const Prepared& p = batch.prepared[step];
    Entry& entry = batch.entries[step];
    entry = {no_state, batch.steps[step].completed ? Outcome::refused : Outcome::skipped};
    if (p.complete && bits_.contains(p.hash, p.code.words[0])) entry.outcome = Outcome::found;
    return entry;
  }
  Entry meet(StateId, Link) override { return {no_state, Outcome::found}; }
  Outcome insert_seen(StateView, KeyHash hash, Link) override {
    Prepared p;
    fill(hash, p);
    if (!bits_.usable()) return Outcome::refused;
    return bits_.insert(p.hash, p.code.words[0]) ? Outcome::fresh : Outcome::found;
  }
  std::optional<StateId> find(StateView, KeyHash) override {
    ensure(false, "a bitstate store cannot find states");
    return std::nullopt;
  }
  void load(StateId, OpenState&) override { ensure(false, "a bitstate store keeps no states"); }

 private:
  static void fill(KeyHash hash, Prepared& p) {
    p.hash = hash.value;
    p.code.words[0] = scatter(hash.value + 0x9e3779b97f4a7c15U);
  }
  void insert(Batch& batch, std::size_t step) {
    Entry& entry = batch.entries[step];
    const Prepared& p = batch.prepared[step];
    entry = {no_state, batch.steps[step].completed ? Outcome::refused : Outcome::skipped};
    if (batch.keys.in_use() && batch.keys[step].known != KeyCache::nothing) entry.outcome = Outcome::found;
    if (!p.complete) return;
    if (store_.is_limited() && !store_.admit()) {
      find(batch, step);
      return;
    }
    const bool fresh = bits_.insert(p.hash, p.code.words[0]);
    entry.outcome = fresh ? Outcome::fresh : Outcome::found;
    if (fresh) entry.id = {bits_.size() - 1};
    if (!fresh && store_.is_limited()) store_.give_back();
  }

  BitStore& store_;
  BitTable& bits_;
};

std::unique_ptr<Store::Session> BitStore::session() { return std::make_unique<Worker>(*this); }

StateId BitStore::parent(StateId) const {
  ensure(false, "a bitstate store knows no parents");
  return no_state;
}
void BitStore::set_parent(StateId, StateId) { ensure(false, "a bitstate store knows no parents"); }
void BitStore::settle(std::span<const Arrival>, std::uint8_t*) { ensure(false, "a bitstate store knows no parents"); }
void BitStore::for_each(const std::function<void(StateId)>&) const {
  ensure(false, "a bitstate store cannot list its states");
}

double BitStore::hash_factor() const {
  if (bits_.size() == 0) return 0;
  return static_cast<double>(bits_.bytes()) * 8 / static_cast<double>(bits_.size());
}

void BitStore::save(SegmentWriter& out) const { bits_.save(out); }

std::optional<std::string> BitStore::load(SegmentReader& in) {
  const std::optional<std::string> wrong = bits_.load(in, budget_);
  admit_saved(bits_.size());
  return wrong;
}

std::unique_ptr<Store> Store::make(MemoryBudget& budget, StoreKind kind, std::uint64_t bitstate_bytes) {
  if (kind == StoreKind::bitstate) return std::make_unique<BitStore>(budget, bitstate_bytes);
  return std::make_unique<RecordStore>(budget, kind);
}

}  // namespace quotient
