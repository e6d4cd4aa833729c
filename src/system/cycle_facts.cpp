#include "system/cycle_facts.hpp"

#include <algorithm>

#include "system/process_steps.hpp"

/// What cycles are judged by, as SPIN's verifier has it.
namespace quotient {

namespace {

const ControlLocation& location_of(const ProcessType& type, const std::uint8_t* record) {
  return type.locations[type.location_bytes == 1 ? record[1] : static_cast<std::size_t>(record[1] | record[2] << 8)];
}

}  // namespace

/// Beside a claim only its own states accept: labels of the program are another property.
CycleLabels::CycleLabels(const Program& program) : program_(program) {
  for (const ProcessType& type : program.process_types) {
    labelled_.push_back(std::any_of(type.locations.begin(), type.locations.end(), [&](const ControlLocation& l) {
      return l.progress || (l.accept && program.claim < 0);
    }));
    any_labelled_ = any_labelled_ || (labelled_.back() && !type.watches);
  }
}

void CycleLabels::note(const Shape& shape, StateView state, CycleFacts& facts) const {
  for (std::size_t pid = 0; any_labelled_ && pid < shape.types.size(); ++pid) {
    if (!labelled_[shape.types[pid]]) continue;
    const ControlLocation& here =
        location_of(program_.process_types[shape.types[pid]], state.data() + shape.processes[pid]);
    facts.accepting |= here.accept;
    facts.progress |= here.progress;
  }
  if (program_.claim < 0) return;
  const ProcessType& claim = program_.process_types[static_cast<std::size_t>(program_.claim)];
  const std::uint8_t* cell = state.data() + 1 + program_.claim_offset;
  facts.accepting = claim.locations[static_cast<std::size_t>(cell[0] | cell[1] << 8)].accept;
}

/// The processes on the path through `frames` frames, whoever received in a rendezvous among them. (Who waits is
/// another matter: as in pan, it is the sender who could begin a rendezvous, and nobody owes it to a receiver.)
ProcessSet ProcessSteps::moved(std::size_t frames) const {
  return frames == 0 ? ProcessSet() : frames_[frames]->movers;
}

}  // namespace quotient
