#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/cell.hpp"
#include "process/queue.hpp"
#include "process/symmetry/detect/system_code.hpp"

namespace quotient::detect {

/// The values of each class that may be permuted.
struct ClassValues {
  std::map<Class, std::set<std::int32_t>> values;      // all that its cells can ever hold
  std::set<std::pair<Class, std::int32_t>> mentioned;  // that some step speaks of
};

/// A class turns out to be one of numbers where its values do not fit into all of its cells, or are too many.
ClassValues find_class_values(const Program& program, const Instance& instance, SystemCode& code);

/// The messages that are in a channel from the start: visit(slot, field, value).
template <typename Visit>
void for_each_message_field(const Program& program, const Instance& instance, const std::vector<std::uint8_t>& base,
                            std::size_t channel, Visit visit) {
  const ChannelPlace& place = instance.channels[channel];
  const ChannelKind& kind = program.channel_kinds[place.kind];
  const std::uint32_t length = queue_length(base.data() + place.offset, kind);
  for (std::uint32_t slot = 0; slot < length; ++slot) {
    std::uint32_t offset = place.offset + kind.length_size() + slot * kind.message_size;
    for (std::size_t f = 0; f < kind.fields.size(); ++f) {
      visit(slot, f, load_cell(base.data() + offset, kind.fields[f].kind));
      offset += kind.fields[f].size();
    }
  }
}

}  // namespace quotient::detect
