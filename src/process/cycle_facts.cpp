#include "process/cycle_facts.hpp"

#include <algorithm>

#include "process/process_steps.hpp"
#include "process/record.hpp"

/// What cycles are judged by, as SPIN's verifier has it.
namespace quotient {

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
    const ProcessType& type = program_.process_types[shape.types[pid]];
    const ControlLocation& here = type.locations[location_in(program_, type, state.data() + shape.processes[pid])];
    facts.accepting |= here.accept;
    facts.progress |= here.progress;
  }
  if (program_.claim < 0) return;
  const ProcessType& claim = program_.process_types[static_cast<std::size_t>(program_.claim)];
  facts.accepting = claim.locations[watcher_location(program_, claim, state.data(), program_.claim_offset)].accept;
}

/// The processes on the path through `frames` frames, whoever received in a rendezvous among them. (Who waits is
/// another matter: as in pan, it is the sender who could begin a rendezvous, and nobody owes it to a receiver.)
ProcessSet ProcessSteps::moved(std::size_t frames) const {
  return frames == 0 ? ProcessSet() : frames_[frames]->blocks;
}

}  // namespace quotient
