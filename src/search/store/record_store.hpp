#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "search/store/record_table.hpp"
#include "search/store/standstill.hpp"
#include "search/store/state_coder.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// The exact store, and the compact one. A state is a code of eight bytes or some more (see state_coder.hpp), or a part
/// of its hash; with its link, and its share of the index that finds it, about seventeen bytes. Where tables must grow,
/// all sessions that take part come to a standstill for as long as it takes.
class RecordStore final : public Store {
 public:
  RecordStore(MemoryBudget& budget, StoreKind kind);

  std::unique_ptr<Session> session() override;
  StateId parent(StateId id) const override;
  void set_parent(StateId id, StateId parent) override;
  void settle(std::span<const Arrival> arrivals, std::uint8_t* counts) override;
  bool is_of_next_level(StateId id) const override;
  std::uint64_t size() const override;
  std::size_t id_bound() const override { return records_.id_bound(); }
  bool contains(StateId id) const override { return id.value >> 31 == 0 && records_.contains(local(id)); }
  void for_each(const std::function<void(StateId)>& visit) const override;
  double expected_omissions() const override;
  void save(SegmentWriter& out) const override;
  std::optional<std::string> load(SegmentReader& in) override;

 private:
  class Worker;
  friend class Worker;

  void grow();
  std::optional<std::uint64_t> recode(Packing& before, Packing& after);
  StateSample sample(const Packing& packing);
  std::uint64_t edition() const { return codes_ ? codes_->edition() : 0; }
  std::size_t record_bytes(std::uint32_t length);
  bool usable() const { return records_.usable() && (!codes_ || codes_->nodes.usable()); }
  bool has_sound_records() const;
  bool has_sound_parents() const;

  MemoryBudget& budget_;
  std::optional<CodeTables> codes_;  // of an exact store
  RecordTable records_;
  Standstill standstill_;
  mutable std::mutex mutex_;
  std::vector<const Worker*> workers_;
  bool is_shared_ = false;         // there were several sessions; none is at work when another comes
  std::uint64_t left_behind_ = 0;  // by sessions that are gone
};

}  // namespace quotient
