#include "process/standing_claim.hpp"

#include <algorithm>

namespace quotient {

namespace {

bool has_standing_locations(const Program& program) {
  return program.claim >= 0 && program.claim_needs_cycles &&
         std::any_of(program.code.begin(), program.code.end(),
                     [](const Instruction& in) { return in.op == Op::nonprogress; });
}

}  // namespace

bool add_standing_locations(Program& program) {
  if (!has_standing_locations(program)) return true;
  ProcessType& claim = program.process_types[static_cast<std::size_t>(program.claim)];
  const auto count = static_cast<std::uint32_t>(claim.locations.size());
  if (claim.location_bytes < 4 && (2 * count - 1) >> (8 * claim.location_bytes) != 0) return false;
  for (std::uint32_t l = 0; l < count; ++l) {
    ControlLocation location = claim.locations[l];
    const auto first = static_cast<std::uint32_t>(program.transitions.size());
    for (std::uint32_t t = location.first; t < location.last; ++t) {
      Transition transition = program.transitions[t];
      if (transition.target != 0) transition.target += count;
      if (transition.escape != 0) transition.escape += count;
      program.transitions.push_back(transition);
    }
    location.first = first;
    location.last = static_cast<std::uint32_t>(program.transitions.size());
    claim.locations.push_back(location);
  }
  return true;
}

std::uint32_t first_standing_location(const Program& program) {
  if (!has_standing_locations(program)) return 0;
  return static_cast<std::uint32_t>(program.process_types[static_cast<std::size_t>(program.claim)].locations.size() /
                                    2);
}

}  // namespace quotient
