#pragma once

#include "search/store/bit_table.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// The bitstate store: of a key it has a few bits that others may have set as well, and so neither ids nor links. For
/// one session at a time.
class BitStore final : public Store {
 public:
  BitStore(MemoryBudget& budget, std::uint64_t bytes)
      : Store(StoreKind::bitstate), budget_(budget), bits_(budget, bytes) {}

  std::unique_ptr<Session> session() override;
  StateId parent(StateId id) const override;
  void set_parent(StateId id, StateId parent) override;
  void settle(std::span<const Arrival> arrivals, std::uint8_t* counts) override;
  bool is_of_next_level(StateId) const override { return false; }
  std::size_t id_bound() const override { return 0; }
  bool contains(StateId id) const override { return id.value < bits_.size(); }
  void for_each(const std::function<void(StateId)>& visit) const override;
  std::uint64_t size() const override { return bits_.size(); }
  double expected_omissions() const override { return bits_.expected_omissions(); }
  std::uint64_t field_bytes() const override { return bits_.bytes(); }
  double hash_factor() const override;
  void save(SegmentWriter& out) const override;
  std::optional<std::string> load(SegmentReader& in) override;

 private:
  class Worker;
  MemoryBudget& budget_;
  BitTable bits_;
};

}  // namespace quotient
