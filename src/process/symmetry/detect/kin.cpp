#include "process/symmetry/detect/kin.hpp"

#include <map>

namespace quotient::detect {

namespace {

/// What has to be equal for two records to change places: their layout, cell by cell.
std::vector<std::int64_t> layout(const Program& program, const ProcessType& type) {
  std::vector<std::int64_t> out{type.record_size,   type.location_bytes, type.priority_offset,
                                type.deterministic, type.watches,        type.provided != 0};
  out.push_back(static_cast<std::int64_t>(type.parameters.size()));
  for (std::size_t k = 0; k < type.parameters.size(); ++k) {
    out.insert(out.end(), {pack(type.parameters[k]), type.parameter_offsets[k]});
  }
  out.push_back(static_cast<std::int64_t>(type.channels.size()));
  for (const ChannelInstance& c : type.channels) {
    const ChannelKind& kind = program.channel_kinds[c.kind];
    out.insert(out.end(), {kind.capacity, static_cast<std::int64_t>(kind.fields.size())});
    for (const CellType& field : kind.fields) out.push_back(pack(field));
  }
  for (const NamedCell& c : type.cells) {
    out.insert(out.end(), {c.offset, pack(c.type), c.is_channel, c.mtype});
    // Names may differ, but not what is an element of what.
    const std::size_t bracket = c.name.find('[');
    const std::string indices = bracket == std::string::npos ? "" : c.name.substr(bracket);
    out.insert(out.end(), indices.begin(), indices.end());
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> kin_types(const Program& program) {
  std::map<std::vector<std::int64_t>, std::uint32_t> first;
  std::vector<std::uint32_t> kin;
  for (std::uint32_t t = 0; t < program.process_types.size(); ++t) {
    kin.push_back(first.try_emplace(layout(program, program.process_types[t]), t).first->second);
  }
  return kin;
}

bool has_kin(const Instance& instance, const std::vector<std::uint32_t>& kin) {
  std::map<std::uint32_t, std::uint32_t> met;
  for (const std::uint32_t type : instance.types) {
    if (met.try_emplace(kin[type], type).first->second != type) return true;
  }
  return false;
}

}  // namespace quotient::detect
