#include "process/recall.hpp"

#include <algorithm>
#include <array>

#include "process/queue.hpp"
#include "process/record.hpp"

namespace quotient {

namespace {

/// Goes through the bytes as Shape lays them out, from the number of processes to the queues of the youngest.
class StateInspection {
 public:
  StateInspection(const Program& program, StateView bytes) : program_(program), bytes_(bytes) {}

  bool passes() {
    if (!has(program_.head_size() + program_.global_size)) return false;
    const std::uint32_t processes = process_count(program_, bytes_.data());
    if (processes > program_.most_processes) return false;
    at_ = program_.head_size();
    if (!cells_fit(program_.cells) || !watcher_fits(program_.claim, program_.claim_offset) ||
        !watcher_fits(program_.trace, program_.trace_offset))
      return false;
    at_ += program_.global_size;
    if (!queues_fit(program_.channels)) return false;
    for (std::uint32_t pid = 0; pid < processes; ++pid) {
      if (!process_fits()) return false;
    }
    return at_ == bytes_.size();
  }

 private:
  bool has(std::size_t count) const { return count <= bytes_.size() - at_; }

  /// Equal bytes mean the same state: no value is written in two ways.
  bool cell_fits(std::size_t at, CellType type) const {
    std::array<std::uint8_t, 4> again{};
    store_cell(again.data(), type, load_cell(bytes_.data() + at, type.kind));
    return std::equal(again.data(), again.data() + type.size(), bytes_.data() + at);
  }
  bool cells_fit(const std::vector<NamedCell>& cells) const {
    return std::all_of(cells.begin(), cells.end(),
                       [this](const NamedCell& cell) { return cell_fits(at_ + cell.offset, cell.type); });
  }
  /// Of a never claim or trace assertion, if there is one.
  bool watcher_fits(std::int32_t type, std::uint32_t offset) const {
    if (type < 0) return true;
    const ProcessType& watcher = program_.process_types[u(type)];
    return watcher_location(program_, watcher, bytes_.data(), offset) < watcher.locations.size();
  }

  bool process_fits() {
    if (!has(program_.type_bytes)) return false;
    const std::uint32_t number = type_in(program_, bytes_.data() + at_);
    if (number >= program_.process_types.size() || program_.process_types[number].watches) return false;
    const ProcessType& type = program_.process_types[number];
    if (!has(type.record_size) || location_in(program_, type, bytes_.data() + at_) >= type.locations.size() ||
        !cells_fit(type.cells))
      return false;
    at_ += type.record_size;
    return queues_fit(type.channels);
  }

  bool queues_fit(const std::vector<ChannelInstance>& channels) {
    channels_ += channels.size();
    if (channels_ > program_.most_channels) return false;
    return std::all_of(channels.begin(), channels.end(), [this](const ChannelInstance& channel) {
      return queue_fits(program_.channel_kinds[channel.kind]);
    });
  }
  bool queue_fits(const ChannelKind& kind) {
    if (!has(kind.size())) return false;
    const std::size_t end = at_ + kind.size();
    const std::uint32_t length = queue_length(bytes_.data() + at_, kind);
    if (length > kind.capacity) return false;
    at_ += kind.length_size();
    for (std::uint32_t message = 0; message < length; ++message) {
      std::size_t field_at = at_;
      for (const CellType field : kind.fields) {
        if (!cell_fits(field_at, field)) return false;
        field_at += field.size();
      }
      at_ += kind.message_size;
    }
    for (; at_ < end; ++at_) {
      if (bytes_[at_] != 0) return false;  // unused places are zero
    }
    return true;
  }

  const Program& program_;
  const StateView bytes_;
  std::size_t at_ = 0;  // at most the number of bytes
  std::size_t channels_ = 0;
};

}  // namespace

bool is_state_of(const Program& program, StateView bytes) { return StateInspection(program, bytes).passes(); }

}  // namespace quotient
